import Stripe from 'stripe'
import { DeadlineClient } from './deadline-client.ts'

export type StripeAccess = {
  secretKey: string
  /** Another origin than Stripe's own: scheme, host and port. */
  apiBase?: string | undefined
  /** Another way to the provider than the network. */
  httpClient?: Stripe.HttpClient
}

/** The SDK, which repeats nothing by itself: every retry is its caller's decision. */
export function openStripe({ secretKey, apiBase, httpClient }: StripeAccess): Stripe {
  return new Stripe(secretKey, {
    ...originOf(apiBase),
    httpClient: httpClient ?? new DeadlineClient(),
    maxNetworkRetries: 0,
    telemetry: false,
  })
}

function originOf(apiBase: string | undefined): Stripe.StripeConfig {
  if (!apiBase) return {}
  const { protocol, hostname, port } = new URL(apiBase)
  const secure = protocol === 'https:'
  return {
    protocol: secure ? 'https' : 'http',
    host: hostname,
    port: port || (secure ? 443 : 80),
  }
}
