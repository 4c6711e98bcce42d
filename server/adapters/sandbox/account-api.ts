import {
  newPaymentMethodDomain,
  newWebhookEndpoint,
  type PaymentMethodDomain,
  type WebhookEndpoint,
} from './account-shapes.ts'
import { ApiError } from './api-error.ts'
import type { Call, Routes } from './call.ts'
import type { Answer, Ledger } from './ledger.ts'
import { pageAnswer, retrieveObject } from './listing.ts'
import {
  allowOnly,
  booleanOf,
  integerOf,
  listOf,
  mergeMetadata,
  type Params,
  requiredText,
  textOf,
} from './params.ts'

/** Whose key it is. One database is one account. */
const account = {
  id: 'acct_sandbox',
  object: 'account',
  business_profile: { name: null, url: null },
  business_type: null,
  capabilities: { card_payments: 'active' },
  charges_enabled: true,
  country: 'US',
  default_currency: 'usd',
  details_submitted: true,
  email: null,
  metadata: {},
  payouts_enabled: true,
  type: 'standard',
}

const endpoint = 'webhook_endpoint'
const domain = 'payment_method_domain'

/** What `npm run stripe:setup` creates. The sandbox's own webhook does not depend on it. */
export const accountRoutes = (ledger: Ledger): Routes => ({
  'GET account': async () => ({ status: 200, body: JSON.stringify(account) }),
  'GET webhook_endpoints': (call) => listFew(ledger, endpoint, call, []),
  'POST webhook_endpoints': (call) => createEndpoint(ledger, call),
  'GET webhook_endpoints/:id': (call) => retrieveObject(ledger, endpoint, call),
  'POST webhook_endpoints/:id': (call) =>
    ledger.change(call, endpoint, call.id, (before: WebhookEndpoint) => ({
      data: changedEndpoint(before, call.params),
    })),
  'GET payment_method_domains': (call) => listFew(ledger, domain, call, ['domain_name', 'enabled']),
  'POST payment_method_domains': (call) => createDomain(ledger, call),
  'GET payment_method_domains/:id': (call) => retrieveObject(ledger, domain, call),
  'POST payment_method_domains/:id': (call) =>
    ledger.change(call, domain, call.id, (before: PaymentMethodDomain) => {
      allowOnly(call.params, ['enabled'])
      return { data: { ...before, enabled: booleanOf(call.params, 'enabled') ?? before.enabled } }
    }),
})

function createEndpoint(ledger: Ledger, call: Call): Promise<Answer> {
  const { params } = call
  allowOnly(params, ['url', 'enabled_events', 'api_version', 'description', 'metadata'])
  const at = ledger.stamp('we')
  const data = newWebhookEndpoint(at, {
    url: webAddress(requiredText(params, 'url')),
    enabledEvents: eventsIn(params),
    apiVersion: textOf(params, 'api_version') ?? null,
    description: textOf(params, 'description') ?? null,
    metadata: mergeMetadata({}, params),
  })
  // The secret is told once, with the answer that creates it, and never again.
  return ledger
    .create(call, { id: at.id, type: endpoint, data }, [])
    .then(({ body, ...answer }) => ({
      ...answer,
      body: JSON.stringify({ ...JSON.parse(body), secret: `whsec_${ledger.secret()}` }),
    }))
}

/** As at Stripe the version is for life: another one needs another endpoint. */
function changedEndpoint(before: WebhookEndpoint, params: Params): WebhookEndpoint {
  allowOnly(params, ['url', 'enabled_events', 'disabled', 'description', 'metadata'])
  const url = textOf(params, 'url')
  const disabled = booleanOf(params, 'disabled')
  return {
    ...before,
    url: url ? webAddress(url) : before.url,
    enabled_events: params.enabled_events === undefined ? before.enabled_events : eventsIn(params),
    status: disabled === undefined ? before.status : disabled ? 'disabled' : 'enabled',
    description: textOf(params, 'description') ?? before.description,
    metadata: mergeMetadata(before.metadata, params),
  }
}

function eventsIn(params: Params): string[] {
  const events = listOf(params, 'enabled_events')
  const odd = events.find((type) => type !== '*' && !/^[a-z_\d]+(\.[a-z_\d]+)+$/.test(type))
  if (events.length > 0 && odd === undefined) return events
  const message = `Invalid enabled_events: must be one of the event types${odd ? `, not ${odd}` : ''}`
  throw new ApiError(400, { message, param: 'enabled_events' })
}

function webAddress(text: string): string {
  if (URL.canParse(text) && /^https?:/.test(text)) return text
  const message = 'Invalid URL: An explicit scheme (such as https) must be provided.'
  throw new ApiError(400, { code: 'url_invalid', message, param: 'url' })
}

function createDomain(ledger: Ledger, call: Call): Promise<Answer> {
  allowOnly(call.params, ['domain_name', 'enabled'])
  const name = requiredText(call.params, 'domain_name')
  if (!/^([a-z\d-]+\.)+[a-z]{2,}$/.test(name)) {
    const message = `Invalid domain name: ${name}`
    throw new ApiError(400, { message, param: 'domain_name' })
  }
  const at = ledger.stamp('pmd')
  return ledger.create(
    call,
    { id: at.id, type: domain, data: newPaymentMethodDomain(at, name) },
    [],
  )
}

/** A list of which an account has a handful, filtered by the named fields. */
export async function listFew(
  ledger: Ledger,
  type: string,
  { params, path }: Call,
  filters: string[],
): Promise<Answer> {
  allowOnly(params, [...filters, 'limit', 'starting_after', 'ending_before'])
  const { rows } = await ledger.query<{ id: string; data: Record<string, unknown> }>({
    text: 'select id, data from sandbox.objects where type = $1 order by seq desc',
    values: [type],
  })
  const after = textOf(params, 'starting_after')
  const from = after ? rows.findIndex(({ id }) => id === after) + 1 : 0
  const fitting = rows
    .slice(from)
    .filter(({ data }) =>
      filters.every((name) => params[name] === undefined || String(data[name]) === params[name]),
    )
  const limit = integerOf(params, 'limit') ?? 10
  const bodies = fitting.slice(0, limit + 1).map(({ data }) => JSON.stringify(data))
  return pageAnswer(path, bodies, limit)
}
