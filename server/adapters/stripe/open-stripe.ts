import Stripe from 'stripe'
import { DeadlineClient } from './deadline-client.ts'

export type StripeAccess = {
  secretKey: string
  /** Replaces Stripe's origin: scheme, host and port. */
  apiBase?: string | undefined
  /** Replaces the network, in the simulation. */
  httpClient?: Stripe.HttpClient
}

/** Creates the SDK without automatic retries: every retry is the caller's decision. */
export function openStripe({ secretKey, apiBase, httpClient }: StripeAccess): Stripe {
  const stripe = new Stripe(secretKey, {
    ...toOrigin(apiBase),
    httpClient: httpClient ?? new DeadlineClient(),
    maxNetworkRetries: 0,
    telemetry: false,
  })
  describeOnce(stripe as unknown as SelfDescribing)
  return stripe
}

/** A private part of the SDK: the header in which it names itself, its version and the platform. */
type SelfDescribing = { getClientUserAgent(use: (description: string) => void): void }

/** The SDK would compute this for each request, which is a quarter of its CPU time. */
function describeOnce(stripe: SelfDescribing): void {
  stripe.getClientUserAgent((description) => {
    stripe.getClientUserAgent = (use) => use(description)
  })
}

function toOrigin(apiBase: string | undefined): Stripe.StripeConfig {
  if (!apiBase) return {}
  const { protocol, hostname, port } = new URL(apiBase)
  const secure = protocol === 'https:'
  return {
    protocol: secure ? 'https' : 'http',
    host: hostname,
    port: port || (secure ? 443 : 80),
  }
}
