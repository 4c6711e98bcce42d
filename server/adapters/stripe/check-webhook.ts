import Stripe from 'stripe'

/** `error`: the shop must not start. `warning`: the operator should check. Empty if the setup is correct. */
export type WebhookCheck = { error?: string; warning?: string }

const TIMEOUT_MS = 3_000
const SETUP = 'npm run stripe:setup -- --yes'

/** Checks that the account sends events this version can read. If Stripe is unreachable, only warns. */
export async function checkWebhook(
  stripe: Stripe,
  { url, events }: { url: string; events: readonly string[] },
): Promise<WebhookCheck> {
  const options = { timeout: TIMEOUT_MS, maxNetworkRetries: 0 }
  const listed = await stripe.webhookEndpoints.list({ limit: 100 }, options).catch(errorMessage)
  if (typeof listed === 'string') {
    return { warning: `Could not check the webhook endpoint at Stripe: ${listed}` }
  }
  const active = listed.data.filter(
    (endpoint) => endpoint.url === url && endpoint.status === 'enabled',
  )
  const version = Stripe.API_VERSION
  const current = active.find(({ api_version }) => api_version === version)
  if (current) {
    const all = current.enabled_events.includes('*')
    const isMissing = (type: string) => !all && !current.enabled_events.includes(type)
    const missing = events.filter(isMissing)
    if (missing.length === 0) return {}
    return { warning: `Stripe does not send ${missing.join(', ')}: run ${SETUP}` }
  }
  const [other] = active
  if (!other) return { warning: `Stripe sends no events to ${url}: run ${SETUP}` }
  // An endpoint without a version uses the account's, which the API does not return.
  if (other.api_version === null) {
    return { warning: `Stripe's webhook endpoint names no API version: run ${SETUP}` }
  }
  return {
    error: `Stripe's webhook endpoint has API version ${other.api_version}, this version of the shop needs ${version}: run ${SETUP}`,
  }
}

function errorMessage(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error)
  // Stripe's message quotes parts of a rejected key.
  return message.replace(/\b[rsp]k_[\w*]+/g, '[key]').split('\n', 1)[0] ?? ''
}
