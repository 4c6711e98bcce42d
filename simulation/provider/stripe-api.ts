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
  /** Path with query string. */
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
  /** All events, oldest first. */
  events: { id: string; created: number; type: string }[]
  isRefundSlow(): boolean
}

/** The simulated provider's responses to the Stripe API requests that the shop uses. */
export class StripeApi {
  readonly #deps: ApiDeps
  readonly #routes: Record<string, (call: Call) => object>

  constructor(deps: ApiDeps) {
    this.#deps = deps
    this.#routes = { ...intentRoutes(deps), ...otherRoutes(deps) }
  }

  respond(request: ApiRequest, fault?: StoredFault): ApiResponse {
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
    return this.#deps.keys.once(key, `${route} ${path} ${form}`, fault, () => act(call))
  }
}

function intentRoutes({ ledger, json }: ApiDeps): Record<string, (call: Call) => object> {
  const show = (intent: LedgerIntent, params: Params = {}) =>
    json.intent(intent, readList(params, 'expand').includes('latest_charge'))
  return {
    'POST payment_intents': ({ params }) => {
      const amountCents = readInteger(params, 'amount')
      if (amountCents === undefined) throw missingParam('amount')
      const defaults = { customerRef: null, savesCard: false, cycle: null, orderId: '' }
      return show(
        ledger.createIntent({ ...defaults, ...readIntentInput(params), amountCents }),
        params,
      )
    },
    'GET payment_intents': ({ params }) => {
      const hasCharge = readList(params, 'expand').includes('data.latest_charge')
      const all = [...ledger.intents.values()].map((intent) => json.intent(intent, hasCharge))
      return page('payment_intents', all, params)
    },
    'GET payment_intents/:id': ({ id, params }) => show(ledger.find(id), params),
    'POST payment_intents/:id': ({ id, params }) =>
      show(ledger.updateIntent(id, readIntentInput(params)), params),
    'POST payment_intents/:id/confirm': ({ id, params, key }) =>
      show(ledger.charge(id, requiredText(params, 'payment_method'), key), params),
    'POST payment_intents/:id/cancel': ({ id, params }) => show(ledger.cancel(id), params),
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

function otherRoutes(deps: ApiDeps): Record<string, (call: Call) => object> {
  const { ledger, refundsAndDisputes, json, events } = deps
  const findCustomer = (id: string) => {
    const customer = ledger.customers.get(id)
    if (!customer) throw missing('customer', id)
    return customer
  }
  const selectIntents = (params: Params) => {
    const id = readText(params, 'payment_intent')
    return id ? [ledger.find(id)] : [...ledger.intents.values()]
  }
  return {
    'POST customers': ({ params }) =>
      json.customer(
        ledger.createCustomer(readText(params, 'email') ?? '', readText(params, 'name') ?? ''),
      ),
    'GET customers/:id': ({ id }) => json.customer(findCustomer(id)),
    'DELETE customers/:id': ({ id }) => {
      ledger.deleteCustomer(id)
      return { id, object: 'customer', deleted: true }
    },
    'POST billing_portal/sessions': ({ params }) => ({
      id: 'bps_1',
      object: 'billing_portal.session',
      customer: findCustomer(requiredText(params, 'customer')).id,
      url: 'https://billing.example',
    }),
    'GET payment_methods/:id': ({ id }) => {
      const card = ledger.cards.get(id)
      const isRemoved = card?.behavior === 'removed' && ledger.now() >= card.failsFrom
      if (!card || isRemoved) throw missing('PaymentMethod', id, 'payment_method')
      return json.method(id)
    },
    'POST refunds': ({ params }) => {
      const metadata = typeof params.metadata === 'object' ? params.metadata : {}
      const refundId = typeof metadata.refund_id === 'string' ? metadata.refund_id : null
      const intentId = requiredText(params, 'payment_intent')
      const amountCents = readInteger(params, 'amount') ?? 0
      const input = { intentId, amountCents, refundId }
      return json.refund(refundsAndDisputes.refund(input, deps.isRefundSlow()))
    },
    'GET refunds': ({ params }) =>
      page(
        'refunds',
        selectIntents(params).flatMap(({ refunds }) =>
          refunds.map((refund) => json.refund(refund)),
        ),
        params,
      ),
    'GET disputes': ({ params }) =>
      page(
        'disputes',
        selectIntents(params).flatMap(({ disputes }) =>
          disputes.map((dispute) => json.dispute(dispute)),
        ),
        params,
      ),
    'GET radar/early_fraud_warnings': ({ params }) =>
      page('radar/early_fraud_warnings', [], params),
    'GET events': ({ params }) => {
      const types = [...readList(params, 'types'), ...readList(params, 'type')]
      const selected = events.filter(({ type }) => types.length === 0 || types.includes(type))
      return page('events', selected, params)
    },
  }
}

/** Returns one page, latest first. */
function page(name: string, all: { id: string; created: number }[], params: Params) {
  const limit = readInteger(params, 'limit') ?? 10
  const created = typeof params.created === 'object' ? params.created : {}
  const bound = (name: string, fallback: number) => readInteger(created, name) ?? fallback
  const [gte, gt] = [bound('gte', 0), bound('gt', -1)]
  const [lte, lt] = [bound('lte', Number.MAX_SAFE_INTEGER), bound('lt', Number.MAX_SAFE_INTEGER)]
  const matches = all
    .filter((object) => object.created >= gte && object.created > gt)
    .filter((object) => object.created <= lte && object.created < lt)
    .reverse()
    .sort((left, right) => right.created - left.created)
  const after = readText(params, 'starting_after')
  const before = readText(params, 'ending_before')
  if (before) throw new ApiError(400, { message: 'not simulated', param: 'ending_before' })
  const from = after ? matches.findIndex(({ id }) => id === after) + 1 : 0
  const data = matches.slice(from, from + limit)
  return { object: 'list', url: `/v1/${name}`, has_more: matches.length > from + limit, data }
}
