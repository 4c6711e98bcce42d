import Stripe from 'stripe'
import { PORTAL_MARK } from './open-portal-session.ts'

/** What this shop needs of a Stripe account. */
export type StripeNeeds = {
  shopName: string
  publicUrl: string
  webhookUrl: string
  /** Where the billing portal leads back to, and its two legal links. */
  pages: { billing: string; privacy: string; terms: string }
  events: readonly Stripe.WebhookEndpointCreateParams.EnabledEvent[]
}

export type SetupStep = {
  /** `ok` needs nothing done. */
  action: 'ok' | 'create' | 'update' | 'turn off'
  what: string
  /** Answers the webhook's secret where it has created one: Stripe tells it this once. */
  run?: () => Promise<string | undefined>
}

/** Compares the account with what the shop needs. Reads only; each step changes its own part. */
export async function planSetup(stripe: Stripe, needs: StripeNeeds): Promise<SetupStep[]> {
  return [
    ...(await planWebhook(stripe, needs)),
    await planPortal(stripe, needs),
    await planDomain(stripe, new URL(needs.publicUrl).hostname),
  ]
}

/** An endpoint's API version is for life, so after an upgrade a new one stands beside the old. */
async function planWebhook(stripe: Stripe, needs: StripeNeeds): Promise<SetupStep[]> {
  const { webhookEndpoints } = stripe
  const { webhookUrl: url } = needs
  const events = [...needs.events]
  const version = Stripe.API_VERSION
  const { data } = await webhookEndpoints.list({ limit: 100 })
  const ours = data.filter((endpoint) => endpoint.url === url)
  const current = ours.find(({ api_version }) => api_version === version)
  const name = `webhook endpoint ${url} (${events.length} events, API version ${version})`
  if (!current) {
    const params = { url, enabled_events: events, api_version: version }
    const create = async () => {
      const description = `${needs.shopName}: orders, refunds and disputes`
      return (await webhookEndpoints.create({ ...params, description })).secret
    }
    return [{ action: 'create', what: name, run: create }]
  }
  const older = ours.filter(({ id, status }) => id !== current.id && status === 'enabled')
  const turnOff = older.map(({ id, api_version }): SetupStep => {
    const what = `webhook endpoint ${id} (API version ${api_version ?? 'of the account'})`
    return { action: 'turn off', what, run: () => change(webhookEndpoints, id, { disabled: true }) }
  })
  const isRight = current.status === 'enabled' && isSameSet(current.enabled_events, events)
  if (isRight) return [{ action: 'ok', what: name }, ...turnOff]
  const update = { enabled_events: events, disabled: false }
  const run = () => change(webhookEndpoints, current.id, update)
  return [{ action: 'update', what: name, run }, ...turnOff]
}

async function change(
  endpoints: Stripe['webhookEndpoints'],
  id: string,
  params: Stripe.WebhookEndpointUpdateParams,
): Promise<undefined> {
  await endpoints.update(id, params)
  return undefined
}

/** Deliveries are ours, not Stripe's: its portal offers no subscriptions. */
async function planPortal(stripe: Stripe, { pages }: StripeNeeds): Promise<SetupStep> {
  const { configurations } = stripe.billingPortal
  const allowedUpdates: Stripe.BillingPortal.ConfigurationCreateParams.Features.CustomerUpdate.AllowedUpdate[] =
    ['name', 'address', 'phone']
  const wanted = {
    default_return_url: pages.billing,
    business_profile: { privacy_policy_url: pages.privacy, terms_of_service_url: pages.terms },
    features: {
      payment_method_update: { enabled: true },
      customer_update: { enabled: true, allowed_updates: allowedUpdates },
      invoice_history: { enabled: false },
      subscription_cancel: { enabled: false },
      subscription_update: { enabled: false },
    },
  }
  const what = `billing portal configuration (cards and customer details, back to ${pages.billing})`
  const { data } = await configurations.list({ active: true, limit: 100 })
  const ours = data.find(({ metadata }) => metadata?.made_by === PORTAL_MARK.made_by)
  if (!ours) {
    const create = async () => {
      await configurations.create({ ...wanted, metadata: PORTAL_MARK })
      return undefined
    }
    return { action: 'create', what, run: create }
  }
  if (hasAll(ours, wanted)) return { action: 'ok', what }
  const update = async () => {
    await configurations.update(ours.id, wanted)
    return undefined
  }
  return { action: 'update', what, run: update }
}

/** Wallets in the card form are shown on registered domains only. */
async function planDomain(stripe: Stripe, domain: string): Promise<SetupStep> {
  const { paymentMethodDomains } = stripe
  const what = `payment method domain ${domain}`
  const { data } = await paymentMethodDomains.list({ domain_name: domain, limit: 100 })
  if (data.some(({ enabled }) => enabled)) return { action: 'ok', what }
  const [known] = data
  const run = async () => {
    if (known) await paymentMethodDomains.update(known.id, { enabled: true })
    else await paymentMethodDomains.create({ domain_name: domain })
    return undefined
  }
  return { action: known ? 'update' : 'create', what, run }
}

function isSameSet(one: readonly string[], other: readonly string[]): boolean {
  const wanted = new Set(other)
  return new Set(one).size === wanted.size && one.every((item) => wanted.has(item))
}

/** Whether everything in `wanted` stands in `given` as well; lists in any order. */
function hasAll(given: unknown, wanted: unknown): boolean {
  if (Array.isArray(wanted)) return Array.isArray(given) && isSameSet(given, wanted)
  if (typeof wanted !== 'object' || wanted === null) return given === wanted
  if (typeof given !== 'object' || given === null) return false
  const fields = given as Record<string, unknown>
  return Object.entries(wanted).every(([name, value]) => hasAll(fields[name], value))
}
