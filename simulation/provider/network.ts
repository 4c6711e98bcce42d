import Stripe from 'stripe'
import { ApiError } from '#server/adapters/sandbox/api/api-error.ts'
import type { Rng } from '../rng.ts'
import type { ProcessHandle, Scheduler } from '../scheduler.ts'
import { MINUTE_MS } from '../time.ts'
import type { ApiResponse, StoredFault } from './idempotency-keys.ts'
import type { ProviderState } from './outages.ts'
import type { ApiRequest, StripeApi } from './stripe-api.ts'

export type CallOutcome =
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

const allCallOutcomes: readonly CallOutcome[] = [
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
const rejections: Partial<Record<CallOutcome, ApiError>> = {
  'too many': new ApiError(429, { code: 'rate_limit', message: 'Too many requests' }),
  locked: new ApiError(409, { code: 'lock_timeout', message: 'This object cannot be accessed' }),
  'wrong key': new ApiError(401, { message: 'Invalid API Key provided' }),
  forbidden: new ApiError(403, { message: 'This key does not have the required permissions' }),
  'bad request': new ApiError(400, { message: 'Something about this payment is not right' }),
  unavailable: new ApiError(503, { type: 'api_error', message: 'Service unavailable' }),
}

export type NetworkFaults = {
  rng: Rng
  /** How likely a request meets a fault, at this moment. */
  rate(): number
  state(): ProviderState
  count(what: string): void
  /** What may become of a request that meets a fault. */
  callOutcomes?: readonly CallOutcome[] | undefined
}

export type Charge = { key: string; intentId: string; paymentMethodRef: string }

export type NetworkOptions = {
  scheduler: Scheduler
  handle: ProcessHandle
  api: StripeApi
  faults: NetworkFaults
  /** The oracle sees each charge when its request leaves and when its answer is there. */
  watchCharge(handle: ProcessHandle, charge: Charge): Promise<() => void>
  /** A request that the simulated provider cannot answer is a fault of the simulation. */
  report(rule: string, what: string): void
}

type Headers = Record<string, string>

/**
 * The way from Stripe's SDK to the simulated provider, which the rng rule. Everything above it is
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
    const { watchCharge, handle } = this.#options
    const key = (headers as Headers)['Idempotency-Key']
    const request = { method, path, form, key }
    // What is left of a buyer's time is measured by the machine's own clock, which must not count.
    const timeoutMs = timeout > 5_000 ? 30_000 : 5_000
    const charge = parseCharge(request)
    const answered = charge && (await watchCharge(handle, charge))
    try {
      return await this.#send(request, timeoutMs)
    } finally {
      answered?.()
    }
  }

  async #send(request: ApiRequest, timeoutMs: number): Promise<Stripe.HttpClientResponse> {
    const { scheduler, handle, faults } = this.#options
    const { rng } = faults
    const enqueue = <R>(delayMs: number, then: () => R) =>
      scheduler.enqueue(handle, then, { delayMs })
    const lost = () => enqueue(timeoutMs, () => fail(Stripe.HttpClient.makeTimeoutError()))
    const state = faults.state()
    if (state !== 'up') faults.count(`provider ${state}`)
    if (state === 'down') {
      return enqueue(rng.between(10, timeoutMs), () => fail(new Error('connection broken')))
    }
    const drawn = state === 'dropsResponses' ? 'answer lost' : pickCallOutcome(faults, timeoutMs)
    // A refusal without a reason is Stripe's answer to a payment only.
    const callOutcome = drawn === 'bad request' && !parseCharge(request) ? 'unavailable' : drawn
    if (callOutcome) faults.count(callOutcome)
    if (callOutcome === 'request lost') return lost()
    if (callOutcome === 'request late') {
      const arrives = timeoutMs + rng.between(1, 20 * MINUTE_MS)
      scheduler.after(arrives, () => void this.#answer(request, undefined))
      return lost()
    }
    const refusal = callOutcome && rejections[callOutcome]
    if (refusal) return enqueue(40, () => new SimulatedResponse(refusal.status, {}, refusal.body()))
    // The request is on its way, is acted on at once, and its answer is on its way back.
    const answer = await enqueue(rng.between(20, 400), () =>
      this.#answer(request, toStoredFault(callOutcome)),
    )
    if (callOutcome === 'answer lost') return lost()
    const isAsleep = callOutcome === 'asleep'
    const wayBack = isAsleep ? rng.between(MINUTE_MS, 12 * MINUTE_MS) : rng.between(5, 60)
    return enqueue(wayBack, () => toHttpResponse(answer, callOutcome === 'garbled'))
  }

  #answer(request: ApiRequest, fault: StoredFault): ApiResponse {
    try {
      return this.#options.api.answer(request, fault)
    } catch (error) {
      this.#options.report('the simulation', String(error))
      throw error
    }
  }
}

/** The provider without any network between: for reading its books when a run is over. */
export class DirectHttpClient extends Stripe.HttpClient {
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
    return toHttpResponse(this.#api.answer({ method, path, form, key: undefined }), false)
  }
}

class SimulatedResponse extends Stripe.HttpClientResponse {
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

function toHttpResponse(
  { status, body, isReplayed }: ApiResponse,
  isGarbled: boolean,
): SimulatedResponse {
  const headers: Headers = isReplayed ? { 'idempotent-replayed': 'true' } : {}
  return new SimulatedResponse(status, headers, isGarbled ? `<html>${body.slice(0, 20)}` : body)
}

function parseCharge({ path, form, key }: ApiRequest): Charge | undefined {
  const intentId = /^\/v1\/payment_intents\/([^/]+)\/confirm$/.exec(path)?.[1]
  if (!intentId) return undefined
  const paymentMethodRef = new URLSearchParams(form).get('payment_method') ?? ''
  return { key: key ?? '', intentId, paymentMethodRef }
}

function pickCallOutcome(
  { rng, rate, callOutcomes }: NetworkFaults,
  timeoutMs: number,
): CallOutcome | undefined {
  if (!rng.chance(rate())) return undefined
  const callOutcome = rng.pick(callOutcomes ?? allCallOutcomes)
  // A buyer's path waits in real time when it is told to ask again, and nobody sleeps through it.
  const isForWorkers =
    callOutcome === 'too many' || callOutcome === 'locked' || callOutcome === 'asleep'
  return timeoutMs === 5_000 && isForWorkers ? 'answer lost' : callOutcome
}

function toStoredFault(callOutcome: CallOutcome | undefined): StoredFault {
  if (callOutcome === 'kept 500 before') return 'before'
  return callOutcome === 'kept 500 after' ? 'after' : undefined
}

function fail(error: Error): never {
  throw error
}
