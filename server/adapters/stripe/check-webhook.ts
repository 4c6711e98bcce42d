import Stripe from 'stripe'

/** Why the shop must not start, or what somebody should look at; neither when all is well. */
export type WebhookCheck = { refusal?: string; warning?: string }

const TIMEOUT_MS = 3_000
const SETUP = 'npm run stripe:setup -- --yes'

/** Whether the account sends what this version can read. A Stripe that cannot be asked stops nobody. */
export async function checkWebhook(
  stripe: Stripe,
  { url, events }: { url: string; events: readonly string[] },
): Promise<WebhookCheck> {
  const options = { timeout: TIMEOUT_MS, maxNetworkRetries: 0 }
  const asked = await stripe.webhookEndpoints.list({ limit: 100 }, options).catch(reasonOf)
  if (typeof asked === 'string') {
    return { warning: `Could not check the webhook endpoint at Stripe: ${asked}` }
  }
  const active = asked.data.filter((one) => one.url === url && one.status === 'enabled')
  const version = Stripe.API_VERSION
  const fitting = active.find(({ api_version }) => api_version === version)
  if (fitting) {
    const all = fitting.enabled_events.includes('*')
    const isMissing = (type: string) => !all && !fitting.enabled_events.includes(type)
    const missing = events.filter(isMissing)
    if (missing.length === 0) return {}
    return { warning: `Stripe does not send ${missing.join(', ')}: run ${SETUP}` }
  }
  const [other] = active
  if (!other) return { warning: `Stripe sends no events to ${url}: run ${SETUP}` }
  // Of an endpoint without one nobody can tell: it follows the account's.
  if (other.api_version === null) {
    return { warning: `Stripe's webhook endpoint names no API version: run ${SETUP}` }
  }
  return {
    refusal: `Stripe's webhook endpoint has API version ${other.api_version}, this version of the shop needs ${version}: run ${SETUP}`,
  }
}

function reasonOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error)
  // A refused key is quoted in part in Stripe's message.
  return message.replace(/\b[rsp]k_[\w*]+/g, '[key]').split('\n', 1)[0] ?? ''
}
