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
  return new Stripe(secretKey, {
    ...toOrigin(apiBase),
    httpClient: httpClient ?? new DeadlineClient(),
    maxNetworkRetries: 0,
    telemetry: false,
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
