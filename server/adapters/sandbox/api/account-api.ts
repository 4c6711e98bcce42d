import {
  newPaymentMethodDomain,
  newWebhookEndpoint,
  type PaymentMethodDomain,
  type WebhookEndpoint,
} from '../account-objects.ts'
import type { ApiResponse, Ledger } from '../ledger.ts'
import { pageResponse, retrieveObject } from '../listing.ts'
import type { ApiCall, Routes } from './api-call.ts'
import { ApiError } from './api-error.ts'
import {
  allowOnly,
  mergeMetadata,
  type Params,
  readBoolean,
  readInteger,
  readList,
  readText,
  requiredText,
} from './params.ts'

/** The account of the secret key. Each database is one account. */
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

/** Objects that `npm run stripe:setup` creates. The sandbox sends webhooks without them. */
export const accountRoutes = (ledger: Ledger): Routes => ({
  'GET account': async () => ({ status: 200, body: JSON.stringify(account) }),
  'GET webhook_endpoints': (call) => listFiltered(ledger, endpoint, call, []),
  'POST webhook_endpoints': (call) => createEndpoint(ledger, call),
  'GET webhook_endpoints/:id': (call) => retrieveObject(ledger, endpoint, call),
  'POST webhook_endpoints/:id': (call) =>
    ledger.change(call, endpoint, call.id, (before: WebhookEndpoint) => ({
      data: applyEndpointChange(before, call.params),
    })),
  'GET payment_method_domains': (call) =>
    listFiltered(ledger, domain, call, ['domain_name', 'enabled']),
  'POST payment_method_domains': (call) => createDomain(ledger, call),
  'GET payment_method_domains/:id': (call) => retrieveObject(ledger, domain, call),
  'POST payment_method_domains/:id': (call) =>
    ledger.change(call, domain, call.id, (before: PaymentMethodDomain) => {
      allowOnly(call.params, ['enabled'])
      return { data: { ...before, enabled: readBoolean(call.params, 'enabled') ?? before.enabled } }
    }),
})

function createEndpoint(ledger: Ledger, call: ApiCall): Promise<ApiResponse> {
  const { params } = call
  allowOnly(params, ['url', 'enabled_events', 'api_version', 'description', 'metadata'])
  const at = ledger.stamp('we')
  const data = newWebhookEndpoint(at, {
    url: parseWebUrl(requiredText(params, 'url')),
    enabledEvents: readEventTypes(params),
    apiVersion: readText(params, 'api_version') ?? null,
    description: readText(params, 'description') ?? null,
    metadata: mergeMetadata({}, params),
  })
  // Only the response to the creation contains the secret.
  return ledger
    .create(call, { id: at.id, type: endpoint, data }, [])
    .then(({ body, ...response }) => ({
      ...response,
      body: JSON.stringify({ ...JSON.parse(body), secret: `whsec_${ledger.secret()}` }),
    }))
}

/** As at Stripe, the API version cannot be changed: another version needs another endpoint. */
function applyEndpointChange(before: WebhookEndpoint, params: Params): WebhookEndpoint {
  allowOnly(params, ['url', 'enabled_events', 'disabled', 'description', 'metadata'])
  const url = readText(params, 'url')
  const disabled = readBoolean(params, 'disabled')
  return {
    ...before,
    url: url ? parseWebUrl(url) : before.url,
    enabled_events:
      params.enabled_events === undefined ? before.enabled_events : readEventTypes(params),
    status: disabled === undefined ? before.status : disabled ? 'disabled' : 'enabled',
    description: readText(params, 'description') ?? before.description,
    metadata: mergeMetadata(before.metadata, params),
  }
}

function readEventTypes(params: Params): string[] {
  const events = readList(params, 'enabled_events')
  const invalid = events.find((type) => type !== '*' && !/^[a-z_\d]+(\.[a-z_\d]+)+$/.test(type))
  if (events.length > 0 && invalid === undefined) return events
  const message = `Invalid enabled_events: must be one of the event types${invalid ? `, not ${invalid}` : ''}`
  throw new ApiError(400, { message, param: 'enabled_events' })
}

function parseWebUrl(text: string): string {
  if (URL.canParse(text) && /^https?:/.test(text)) return text
  const message = 'Invalid URL: An explicit scheme (such as https) must be provided.'
  throw new ApiError(400, { code: 'url_invalid', message, param: 'url' })
}

function createDomain(ledger: Ledger, call: ApiCall): Promise<ApiResponse> {
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

/** Lists objects of which an account has only a few, filtered by the given fields. */
export async function listFiltered(
  ledger: Ledger,
  type: string,
  { params, path }: ApiCall,
  filters: string[],
): Promise<ApiResponse> {
  allowOnly(params, [...filters, 'limit', 'starting_after', 'ending_before'])
  const { rows } = await ledger.query<{ id: string; data: Record<string, unknown> }>({
    text: 'select id, data from sandbox.objects where type = $1 order by seq desc',
    values: [type],
  })
  const after = readText(params, 'starting_after')
  const from = after ? rows.findIndex(({ id }) => id === after) + 1 : 0
  const fitting = rows
    .slice(from)
    .filter(({ data }) =>
      filters.every((name) => params[name] === undefined || String(data[name]) === params[name]),
    )
  const limit = readInteger(params, 'limit') ?? 10
  const bodies = fitting.slice(0, limit + 1).map(({ data }) => JSON.stringify(data))
  return pageResponse(path, bodies, limit)
}
