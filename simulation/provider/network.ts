import Stripe from 'stripe'
import { ApiError } from '#server/adapters/sandbox/api/api-error.ts'
import type { Rng } from '../rng.ts'
import type { ProcessHandle, Scheduler } from '../scheduler.ts'
import { MINUTE_MS } from '../time.ts'
import type { ApiResponse, StoredFault } from './idempotency-keys.ts'
import type { ApiRequest, StripeApi } from './stripe-api.ts'

/** `down` rejects all requests; `dropping responses` processes them, but no response arrives. */
export type ProviderState = 'up' | 'down' | 'dropping responses'

const allCallOutcomes = [
  'request lost',
  'response lost',
  'request late',
  'stored 500 before',
  'stored 500 after',
  'too many',
  'locked',
  'unavailable',
  'wrong key',
  'forbidden',
  'bad request',
  'garbled',
  'asleep',
] as const

export type CallOutcome = (typeof allCallOutcomes)[number]

/** Stripe's error responses to requests that it does not process. */
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
  /** Current probability that a request fails. */
  rate(): number
  state(): ProviderState
  count(what: string): void
  /** Possible outcomes of a failing request; all by default. */
  callOutcomes?: readonly CallOutcome[] | undefined
}

export type Charge = { key: string; intentId: string; paymentMethodRef: string }

export type NetworkOptions = {
  scheduler: Scheduler
  handle: ProcessHandle
  api: StripeApi
  faults: NetworkFaults
  /** The oracle is notified when a charge request is sent and when its response arrives. */
  watchCharge(handle: ProcessHandle, charge: Charge): Promise<() => void>
  /** Reports requests that the simulated API does not support. */
  report(rule: string, what: string): void
}

type Headers = Record<string, string>

/** Translates HTTP calls of Stripe's SDK into requests to the simulated API. */
abstract class SimulatedHttpClient extends Stripe.HttpClient {
  override getClientName() {
    return 'simulation'
  }

  override makeRequest(
    _host: string,
    _port: string,
    path: string,
    method: string,
    headers: object,
    form: string,
    _protocol: string,
    timeout: number,
  ): Promise<Stripe.HttpClientResponse> {
    const key = (headers as Headers)['Idempotency-Key']
    return this.send({ method, path, form, key }, timeout)
  }

  abstract send(request: ApiRequest, timeout: number): Promise<Stripe.HttpClientResponse>
}

/**
 * The simulated network between Stripe's SDK and the simulated provider; the rng picks the faults.
 * The shop's own code decides what a response, or a missing one, means.
 */
export class Network extends SimulatedHttpClient {
  readonly #options: NetworkOptions

  constructor(options: NetworkOptions) {
    super()
    this.#options = options
  }

  override async send(request: ApiRequest, timeout: number): Promise<Stripe.HttpClientResponse> {
    const { watchCharge, handle } = this.#options
    // The SDK's remaining checkout time depends on the real clock, so it must not affect the run.
    const timeoutMs = timeout > 5_000 ? 30_000 : 5_000
    const charge = parseCharge(request)
    const endWatch = charge && (await watchCharge(handle, charge))
    try {
      return await this.#send(request, timeoutMs)
    } finally {
      endWatch?.()
    }
  }

  async #send(request: ApiRequest, timeoutMs: number): Promise<Stripe.HttpClientResponse> {
    const { scheduler, handle, faults } = this.#options
    const { rng } = faults
    const enqueue = <R>(delayMs: number, then: () => R) =>
      scheduler.enqueue(handle, then, { delayMs })
    const timeOut = () => enqueue(timeoutMs, () => fail(Stripe.HttpClient.makeTimeoutError()))
    const state = faults.state()
    if (state !== 'up') faults.count(`provider ${state}`)
    if (state === 'down') {
      return enqueue(rng.between(10, timeoutMs), () => fail(new Error('connection broken')))
    }
    const picked =
      state === 'dropping responses' ? 'response lost' : pickCallOutcome(faults, timeoutMs)
    // Stripe rejects only payments without a specific reason.
    const callOutcome = picked === 'bad request' && !parseCharge(request) ? 'unavailable' : picked
    if (callOutcome) faults.count(callOutcome)
    if (callOutcome === 'request lost') return timeOut()
    if (callOutcome === 'request late') {
      const arrivalDelayMs = timeoutMs + rng.between(1, 20 * MINUTE_MS)
      scheduler.after(arrivalDelayMs, () => void this.#respond(request, undefined))
      return timeOut()
    }
    const rejection = callOutcome && rejections[callOutcome]
    if (rejection) {
      return enqueue(40, () => new SimulatedResponse(rejection.status, {}, rejection.body()))
    }
    // The request travels, is processed at once, and the response travels back.
    const response = await enqueue(rng.between(20, 400), () =>
      this.#respond(request, toStoredFault(callOutcome)),
    )
    if (callOutcome === 'response lost') return timeOut()
    const isAsleep = callOutcome === 'asleep'
    const responseMs = isAsleep ? rng.between(MINUTE_MS, 12 * MINUTE_MS) : rng.between(5, 60)
    return enqueue(responseMs, () => toHttpResponse(response, callOutcome === 'garbled'))
  }

  #respond(request: ApiRequest, fault: StoredFault): ApiResponse {
    try {
      return this.#options.api.respond(request, fault)
    } catch (error) {
      this.#options.report('simulation', String(error))
      throw error
    }
  }
}

/** Reaches the provider without network faults, to read its ledger after a run. */
export class DirectHttpClient extends SimulatedHttpClient {
  readonly #api: StripeApi

  constructor(api: StripeApi) {
    super()
    this.#api = api
  }

  override async send(request: ApiRequest): Promise<Stripe.HttpClientResponse> {
    return toHttpResponse(this.#api.respond({ ...request, key: undefined }), false)
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
  // Checkout requests retry in real time, so these outcomes are for background calls only.
  const isBackgroundOnly =
    callOutcome === 'too many' || callOutcome === 'locked' || callOutcome === 'asleep'
  return timeoutMs === 5_000 && isBackgroundOnly ? 'response lost' : callOutcome
}

function toStoredFault(callOutcome: CallOutcome | undefined): StoredFault {
  if (callOutcome === 'stored 500 before') return 'before'
  return callOutcome === 'stored 500 after' ? 'after' : undefined
}

function fail(error: Error): never {
  throw error
}
