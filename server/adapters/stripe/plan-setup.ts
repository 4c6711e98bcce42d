import Stripe from 'stripe'
import { PORTAL_METADATA } from './open-portal-session.ts'

/** Settings this shop needs in its Stripe account. */
export type StripeRequirements = {
  shopName: string
  publicUrl: string
  webhookUrl: string
  /** Return page and legal links of the billing portal. */
  pages: { billing: string; privacy: string; terms: string }
  events: readonly Stripe.WebhookEndpointCreateParams.EnabledEvent[]
}

export type SetupStep = {
  /** `ok`: nothing to do. */
  action: 'ok' | 'create' | 'update' | 'turn off'
  what: string
  /** Returns the webhook secret if it created an endpoint: Stripe shows the secret only once. */
  run?: () => Promise<string | undefined>
}

/** Compares the account with the shop's needs. Changes nothing until a step's `run` is called. */
export async function planSetup(stripe: Stripe, needs: StripeRequirements): Promise<SetupStep[]> {
  return [
    ...(await planWebhook(stripe, needs)),
    await planPortal(stripe, needs),
    await planDomain(stripe, new URL(needs.publicUrl).hostname),
  ]
}

/** An endpoint's API version cannot change, so an upgrade creates a second endpoint. */
async function planWebhook(stripe: Stripe, needs: StripeRequirements): Promise<SetupStep[]> {
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
  const isUpToDate = current.status === 'enabled' && isSameSet(current.enabled_events, events)
  if (isUpToDate) return [{ action: 'ok', what: name }, ...turnOff]
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

/** Subscriptions are managed by the shop, not by Stripe, so the portal does not offer them. */
async function planPortal(stripe: Stripe, { pages }: StripeRequirements): Promise<SetupStep> {
  const { configurations } = stripe.billingPortal
  const allowedUpdates: Stripe.BillingPortal.ConfigurationCreateParams.Features.CustomerUpdate.AllowedUpdate[] =
    ['name', 'address', 'phone']
  const expected = {
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
  const ours = data.find(({ metadata }) => metadata?.made_by === PORTAL_METADATA.made_by)
  if (!ours) {
    const create = async () => {
      await configurations.create({ ...expected, metadata: PORTAL_METADATA })
      return undefined
    }
    return { action: 'create', what, run: create }
  }
  if (includesAll(ours, expected)) return { action: 'ok', what }
  const update = async () => {
    await configurations.update(ours.id, expected)
    return undefined
  }
  return { action: 'update', what, run: update }
}

/** The card form shows wallets on registered domains only. */
async function planDomain(stripe: Stripe, domain: string): Promise<SetupStep> {
  const { paymentMethodDomains } = stripe
  const what = `payment method domain ${domain}`
  const { data } = await paymentMethodDomains.list({ domain_name: domain, limit: 100 })
  if (data.some(({ enabled }) => enabled)) return { action: 'ok', what }
  const [existing] = data
  const run = async () => {
    if (existing) await paymentMethodDomains.update(existing.id, { enabled: true })
    else await paymentMethodDomains.create({ domain_name: domain })
    return undefined
  }
  return { action: existing ? 'update' : 'create', what, run }
}

function isSameSet(actual: readonly string[], expected: readonly string[]): boolean {
  const expectedItems = new Set(expected)
  return (
    new Set(actual).size === expectedItems.size && actual.every((item) => expectedItems.has(item))
  )
}

/** Whether `actual` contains everything in `expected`; the order of lists does not matter. */
function includesAll(actual: unknown, expected: unknown): boolean {
  if (Array.isArray(expected)) return Array.isArray(actual) && isSameSet(actual, expected)
  if (typeof expected !== 'object' || expected === null) return actual === expected
  if (typeof actual !== 'object' || actual === null) return false
  const fields = actual as Record<string, unknown>
  return Object.entries(expected).every(([name, value]) => includesAll(fields[name], value))
}
