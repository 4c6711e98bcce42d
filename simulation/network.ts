import Stripe from 'stripe'
import { ApiError } from '#server/adapters/sandbox/api-error.ts'
import type { Dice } from './dice.ts'
import type { ProviderState } from './outages.ts'
import type { Life, Scheduler } from './scheduler.ts'
import type { ApiRequest, StripeApi } from './stripe-api.ts'
import type { ApiAnswer, StoredFault } from './stripe-keys.ts'
import { MINUTE_MS } from './time.ts'

export type Fate =
  | 'request lost'
  | 'answer lost'
  | 'request late'
  | 'kept 500 before'
  | 'kept 500 after'
  | 'too many'
  | 'locked'
  | 'unavailable'
  | 'wrong key'
  | 'forbidden'
  | 'bad request'
  | 'garbled'
  | 'asleep'

const everyFate: readonly Fate[] = [
  'request lost',
  'answer lost',
  'request late',
  'kept 500 before',
  'kept 500 after',
  'too many',
  'locked',
  'unavailable',
  'wrong key',
  'forbidden',
  'bad request',
  'garbled',
  'asleep',
]

/** What Stripe answers without having looked at the request. */
const refusals: Partial<Record<Fate, ApiError>> = {
  'too many': new ApiError(429, { code: 'rate_limit', message: 'Too many requests' }),
  locked: new ApiError(409, { code: 'lock_timeout', message: 'This object cannot be accessed' }),
  'wrong key': new ApiError(401, { message: 'Invalid API Key provided' }),
  forbidden: new ApiError(403, { message: 'This key does not have the required permissions' }),
  'bad request': new ApiError(400, { message: 'Something about this payment is not right' }),
  unavailable: new ApiError(503, { type: 'api_error', message: 'Service unavailable' }),
}

export type NetworkFaults = {
  dice: Dice
  /** How likely a request meets a fault, at this moment. */
  rate(): number
  state(): ProviderState
  count(what: string): void
  /** What may become of a request that meets a fault. */
  fates?: readonly Fate[] | undefined
}

export type Charge = { key: string; intentId: string; paymentMethodRef: string }

export type NetworkOptions = {
  scheduler: Scheduler
  life: Life
  api: StripeApi
  faults: NetworkFaults
  /** The oracle sees each charge when its request leaves and when its answer is there. */
  watchCharge(life: Life, charge: Charge): Promise<() => void>
  /** A request that the simulated provider cannot answer is a fault of the simulation. */
  blame(rule: string, what: string): void
}

type Headers = Record<string, string>

/**
 * The way from Stripe's SDK to the simulated provider, which the dice rule. Everything above it is
 * the shop's own code: what an answer, or none, means is decided there.
 */
export class Network extends Stripe.HttpClient {
  readonly #options: NetworkOptions

  constructor(options: NetworkOptions) {
    super()
    this.#options = options
  }

  override getClientName() {
    return 'simulation'
  }

  override async makeRequest(
    _host: string,
    _port: string,
    path: string,
    method: string,
    headers: object,
    form: string,
    _protocol: string,
    timeout: number,
  ): Promise<Stripe.HttpClientResponse> {
    const { watchCharge, life } = this.#options
    const key = (headers as Headers)['Idempotency-Key']
    const request = { method, path, form, key }
    // What is left of a buyer's time is measured by the machine's own clock, which must not count.
    const timeoutMs = timeout > 5_000 ? 30_000 : 5_000
    const charge = chargeIn(request)
    const answered = charge && (await watchCharge(life, charge))
    try {
      return await this.#send(request, timeoutMs)
    } finally {
      answered?.()
    }
  }

  async #send(request: ApiRequest, timeoutMs: number): Promise<Stripe.HttpClientResponse> {
    const { scheduler, life, faults } = this.#options
    const { dice } = faults
    const pass = <R>(afterMs: number, then: () => R) => scheduler.pass(life, then, { afterMs })
    const lost = () => pass(timeoutMs, () => fail(Stripe.HttpClient.makeTimeoutError()))
    const state = faults.state()
    if (state !== 'up') faults.count(`provider ${state}`)
    if (state === 'down') {
      return pass(dice.between(10, timeoutMs), () => fail(new Error('connection broken')))
    }
    const drawn = state === 'mute' ? 'answer lost' : fateOf(faults, timeoutMs)
    // A refusal without a reason is Stripe's answer to a payment only.
    const fate = drawn === 'bad request' && !chargeIn(request) ? 'unavailable' : drawn
    if (fate) faults.count(fate)
    if (fate === 'request lost') return lost()
    if (fate === 'request late') {
      const arrives = timeoutMs + dice.between(1, 20 * MINUTE_MS)
      scheduler.after(arrives, () => void this.#answer(request, undefined))
      return lost()
    }
    const refusal = fate && refusals[fate]
    if (refusal) return pass(40, () => new Answered(refusal.status, {}, refusal.body()))
    // The request is on its way, is acted on at once, and its answer is on its way back.
    const answer = await pass(dice.between(20, 400), () => this.#answer(request, faultOf(fate)))
    if (fate === 'answer lost') return lost()
    const isAsleep = fate === 'asleep'
    const wayBack = isAsleep ? dice.between(MINUTE_MS, 12 * MINUTE_MS) : dice.between(5, 60)
    return pass(wayBack, () => responseOf(answer, fate === 'garbled'))
  }

  #answer(request: ApiRequest, fault: StoredFault): ApiAnswer {
    try {
      return this.#options.api.answer(request, fault)
    } catch (error) {
      this.#options.blame('the simulation', String(error))
      throw error
    }
  }
}

/** The provider without any network between: for reading its books when a run is over. */
export class StraightLine extends Stripe.HttpClient {
  readonly #api: StripeApi

  constructor(api: StripeApi) {
    super()
    this.#api = api
  }

  override getClientName() {
    return 'simulation'
  }

  override async makeRequest(
    _host: string,
    _port: string,
    path: string,
    method: string,
    _headers: object,
    form: string,
  ): Promise<Stripe.HttpClientResponse> {
    return responseOf(this.#api.answer({ method, path, form, key: undefined }), false)
  }
}

class Answered extends Stripe.HttpClientResponse {
  readonly #body: string

  constructor(status: number, headers: Headers, body: string) {
    super(status, { 'request-id': 'req_simulated', ...headers })
    this.#body = body
  }

  override getRawResponse() {
    return {}
  }

  override async toJSON() {
    return this._parseResponseBody(this.#body)
  }
}

function responseOf({ status, body, isReplayed }: ApiAnswer, isGarbled: boolean): Answered {
  const headers: Headers = isReplayed ? { 'idempotent-replayed': 'true' } : {}
  return new Answered(status, headers, isGarbled ? `<html>${body.slice(0, 20)}` : body)
}

function chargeIn({ path, form, key }: ApiRequest): Charge | undefined {
  const intentId = /^\/v1\/payment_intents\/([^/]+)\/confirm$/.exec(path)?.[1]
  if (!intentId) return undefined
  const paymentMethodRef = new URLSearchParams(form).get('payment_method') ?? ''
  return { key: key ?? '', intentId, paymentMethodRef }
}

function fateOf({ dice, rate, fates }: NetworkFaults, timeoutMs: number): Fate | undefined {
  if (!dice.chance(rate())) return undefined
  const fate = dice.pick(fates ?? everyFate)
  // A buyer's path waits in real time when it is told to ask again, and nobody sleeps through it.
  const isForWorkers = fate === 'too many' || fate === 'locked' || fate === 'asleep'
  return timeoutMs === 5_000 && isForWorkers ? 'answer lost' : fate
}

function faultOf(fate: Fate | undefined): StoredFault {
  if (fate === 'kept 500 before') return 'before'
  return fate === 'kept 500 after' ? 'after' : undefined
}

function fail(error: Error): never {
  throw error
}
