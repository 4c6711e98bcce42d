import { ApiError, missing, missingParam } from '#server/adapters/sandbox/api/api-error.ts'
import {
  type Params,
  parseParams,
  readInteger,
  readList,
  readText,
  requiredText,
} from '#server/adapters/sandbox/api/params.ts'
import {
  type ApiResponse,
  type IdempotencyKeys,
  type StoredFault,
  toApiResponse,
} from './idempotency-keys.ts'
import type { Ledger } from './ledger.ts'
import type { IntentInput, LedgerIntent } from './ledger-rows.ts'
import type { RefundsAndDisputes } from './refunds-and-disputes.ts'
import type { StripeJson } from './stripe-json.ts'

export type ApiRequest = {
  method: string
  /** With the query, as it stands in the request's first line. */
  path: string
  form: string
  key: string | undefined
}

type Call = { id: string; params: Params; key: string }

export type ApiDeps = {
  ledger: Ledger
  refundsAndDisputes: RefundsAndDisputes
  keys: IdempotencyKeys
  json: StripeJson
  /** Every message that was ever made, oldest first. */
  events: { id: string; created: number; type: string }[]
  isRefundSlow(): boolean
}

/** The provider's answers to requests of Stripe's own API, as far as the shop makes any. */
export class StripeApi {
  readonly #books: ApiDeps
  readonly #routes: Record<string, (call: Call) => object>

  constructor(books: ApiDeps) {
    this.#books = books
    this.#routes = { ...intentRoutes(books), ...otherRoutes(books) }
  }

  answer(request: ApiRequest, fault?: StoredFault): ApiResponse {
    const { method, form } = request
    const [path = '', query = ''] = request.path.split('?')
    const [, , kind = '', ...rest] = path.split('/')
    const isNamespace = kind === 'billing_portal' || kind === 'radar'
    const [name, id, verb] = isNamespace ? [`${kind}/${rest[0]}`, rest[1]] : [kind, ...rest]
    const route = [method, ' ', name, id && '/:id', verb && `/${verb}`].join('')
    const act = this.#routes[route]
    if (!act) throw new Error(`the simulated provider has no ${route}`)
    const params = parseParams(method === 'POST' ? form : query)
    const key = request.key ?? ''
    const call = { id: decodeURIComponent(id ?? ''), params, key }
    if (method === 'GET' || key === '') return toApiResponse(fault, () => act(call))
    return this.#books.keys.once(key, `${route} ${path} ${form}`, fault, () => act(call))
  }
}

function intentRoutes({ ledger, json }: ApiDeps): Record<string, (call: Call) => object> {
  const shown = (intent: LedgerIntent, params: Params = {}) =>
    json.intent(intent, readList(params, 'expand').includes('latest_charge'))
  return {
    'POST payment_intents': ({ params }) => {
      const amountCents = readInteger(params, 'amount')
      if (amountCents === undefined) throw missingParam('amount')
      const wish = { customerRef: null, savesCard: false, cycle: null, orderId: '' }
      return shown(
        ledger.createIntent({ ...wish, ...readIntentInput(params), amountCents }),
        params,
      )
    },
    'GET payment_intents': ({ params }) => {
      const hasCharge = readList(params, 'expand').includes('data.latest_charge')
      const all = [...ledger.intents.values()].map((intent) => json.intent(intent, hasCharge))
      return page('payment_intents', all, params)
    },
    'GET payment_intents/:id': ({ id, params }) => shown(ledger.find(id), params),
    'POST payment_intents/:id': ({ id, params }) =>
      shown(ledger.updateIntent(id, readIntentInput(params)), params),
    'POST payment_intents/:id/confirm': ({ id, params, key }) =>
      shown(ledger.charge(id, requiredText(params, 'payment_method'), key), params),
    'POST payment_intents/:id/cancel': ({ id, params }) => shown(ledger.cancel(id), params),
  }
}

function readIntentInput(params: Params): Partial<IntentInput> {
  const amountCents = readInteger(params, 'amount')
  const customerRef = readText(params, 'customer')
  const save = readText(params, 'setup_future_usage')
  const metadata = typeof params.metadata === 'object' ? params.metadata : {}
  const { order_id: orderId, subscription_id: subscriptionId, cycle } = metadata
  return {
    ...(amountCents !== undefined && { amountCents }),
    ...(customerRef !== undefined && { customerRef }),
    ...(save !== undefined && { savesCard: save === 'off_session' }),
    ...(typeof orderId === 'string' && { orderId }),
    ...(typeof subscriptionId === 'string' && {
      cycle: { subscriptionId, cycle: Number(cycle) },
    }),
  }
}

function otherRoutes(books: ApiDeps): Record<string, (call: Call) => object> {
  const { ledger, refundsAndDisputes, json, events } = books
  const customer = (id: string) => {
    const found = ledger.customers.get(id)
    if (!found) throw missing('customer', id)
    return found
  }
  const ofIntent = (params: Params) => {
    const id = readText(params, 'payment_intent')
    return id ? [ledger.find(id)] : [...ledger.intents.values()]
  }
  return {
    'POST customers': ({ params }) =>
      json.customer(
        ledger.createCustomer(readText(params, 'email') ?? '', readText(params, 'name') ?? ''),
      ),
    'GET customers/:id': ({ id }) => json.customer(customer(id)),
    'DELETE customers/:id': ({ id }) => {
      ledger.deleteCustomer(id)
      return { id, object: 'customer', deleted: true }
    },
    'POST billing_portal/sessions': ({ params }) => ({
      id: 'bps_1',
      object: 'billing_portal.session',
      customer: customer(requiredText(params, 'customer')).id,
      url: 'https://billing.example',
    }),
    'GET payment_methods/:id': ({ id }) => {
      const card = ledger.cards.get(id)
      const isGone = card?.behavior === 'removed' && ledger.now() >= card.failsFrom
      if (!card || isGone) throw missing('PaymentMethod', id, 'payment_method')
      return json.method(id)
    },
    'POST refunds': ({ params }) => {
      const metadata = typeof params.metadata === 'object' ? params.metadata : {}
      const refundId = typeof metadata.refund_id === 'string' ? metadata.refund_id : null
      const intentId = requiredText(params, 'payment_intent')
      const amountCents = readInteger(params, 'amount') ?? 0
      const wish = { intentId, amountCents, refundId }
      return json.refund(refundsAndDisputes.refund(wish, books.isRefundSlow()))
    },
    'GET refunds': ({ params }) =>
      page(
        'refunds',
        ofIntent(params).flatMap(({ refunds }) => refunds.map((one) => json.refund(one))),
        params,
      ),
    'GET disputes': ({ params }) =>
      page(
        'disputes',
        ofIntent(params).flatMap(({ disputes }) => disputes.map((one) => json.dispute(one))),
        params,
      ),
    'GET radar/early_fraud_warnings': ({ params }) =>
      page('radar/early_fraud_warnings', [], params),
    'GET events': ({ params }) => {
      const types = [...readList(params, 'types'), ...readList(params, 'type')]
      const wanted = events.filter(({ type }) => types.length === 0 || types.includes(type))
      return page('events', wanted, params)
    },
  }
}

/** The newest first, as many as were asked for. */
function page(name: string, all: { id: string; created: number }[], params: Params) {
  const limit = readInteger(params, 'limit') ?? 10
  const created = typeof params.created === 'object' ? params.created : {}
  const bound = (which: string, otherwise: number) => readInteger(created, which) ?? otherwise
  const [gte, gt] = [bound('gte', 0), bound('gt', -1)]
  const [lte, lt] = [bound('lte', Number.MAX_SAFE_INTEGER), bound('lt', Number.MAX_SAFE_INTEGER)]
  const found = all
    .filter((one) => one.created >= gte && one.created > gt)
    .filter((one) => one.created <= lte && one.created < lt)
    .reverse()
    .sort((one, other) => other.created - one.created)
  const after = readText(params, 'starting_after')
  const before = readText(params, 'ending_before')
  if (before) throw new ApiError(400, { message: 'not simulated', param: 'ending_before' })
  const from = after ? found.findIndex(({ id }) => id === after) + 1 : 0
  const data = found.slice(from, from + limit)
  return { object: 'list', url: `/v1/${name}`, has_more: found.length > from + limit, data }
}
