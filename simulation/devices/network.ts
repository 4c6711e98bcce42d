import type { SentDriverEvent } from '#contract/driver/events.ts'
import { apiPaths } from '#contract/paths.ts'
import { type ApiResponse, type DriverApi, measureSkew } from '#web/driver/sending/driver-api.ts'
import type { DriverDatabase } from '#web/driver/storage/database.ts'
import type { Rng } from '../rng.ts'
import type { ProcessHandle } from '../scheduler.ts'
import { MINUTE_MS } from '../time.ts'
import type { DeviceDay } from './device-day.ts'
import type { Request, ServerResponse } from './request.ts'

/** The part of a phone that the network uses. */
export type NetworkPhone = {
  readonly cookies: Map<string, string>
  readonly clockOffMs: number
  isOffline(): boolean
}

/** After this time the app gives up. */
const TIMEOUT_MS = 30_000

/** Between phones and server: loses requests and responses, repeats requests, hours later too. */
export class Network {
  readonly #world: DeviceDay
  readonly #rng: Rng
  readonly #handle: ProcessHandle = {
    name: 'network',
    isKilled: false,
    callsLeft: Number.POSITIVE_INFINITY,
    cleanUp: async () => {},
  }
  /** The outcomes in the order in which the server received them. */
  readonly received: string[] = []

  constructor(world: DeviceDay) {
    this.#world = world
    this.#rng = world.rng.fork('network')
  }

  /** The network as the app of a phone sees it. */
  connect(phone: NetworkPhone, handle: ProcessHandle, db: DriverDatabase): DriverApi {
    const { mutant } = this.#world
    const send = (request: Request) => this.#request(phone, handle, request)
    const json = { 'content-type': 'application/json' }
    return {
      signIn: (token) =>
        send({
          method: 'POST',
          path: apiPaths.driverSignIn,
          headers: json,
          body: JSON.stringify({ token }),
        }),
      signInAgain: () => send({ method: 'POST', path: apiPaths.driverSignInAgain, headers: {} }),
      signOut: () => send({ method: 'POST', path: apiPaths.driverSignOut, headers: {} }),
      readRoute: (etag, takesOver = false) =>
        send({
          method: 'GET',
          path: `${apiPaths.driverRoute}${takesOver ? '?takeOver=true' : ''}`,
          headers: etag ? { 'if-none-match': etag } : {},
        }),
      sendEvents: async (uploadKey, body) => {
        await mutant?.beforeSending?.(db, body)
        return send({
          method: 'POST',
          path: apiPaths.driverEvents,
          headers: { ...json, 'x-upload-key': uploadKey },
          body,
        })
      },
      sendPhoto: (uploadKey, hash, bytes) =>
        send({
          method: 'PUT',
          path: apiPaths.driverPhoto.replace(':sha256', hash),
          headers: { 'content-type': 'image/jpeg', 'x-upload-key': uploadKey },
          body: bytes,
        }),
    }
  }

  async #request(
    phone: NetworkPhone,
    handle: ProcessHandle,
    request: Request,
  ): Promise<ApiResponse> {
    const { scheduler, mutant, isFaulty } = this.#world
    const fail = (delayMs: number) =>
      scheduler.enqueue<ServerResponse>(
        handle,
        () => {
          throw new TypeError('Failed to fetch')
        },
        { delayMs },
      )
    const startedAt = scheduler.now
    const delayMs = this.#rng.below(2_000)
    const serve = () => this.#world.slowly(() => this.#serve(phone, request))
    const random = isFaulty ? this.#rng.next() : 1
    // Cookies of a repeated login would be those of another device.
    const isRepeatable = !request.path.startsWith(apiPaths.driverSignIn)
    let served: ServerResponse
    if (phone.isOffline()) served = await fail(10)
    else if (random < 0.08) served = await fail(TIMEOUT_MS)
    else if (random < 0.18) {
      this.#world.count('response lost')
      scheduler.after(delayMs, () => void scheduler.enqueue(this.#handle, serve))
      served = await fail(TIMEOUT_MS)
    } else if (random < 0.21) {
      // A login page of a public network.
      served = { status: 200, body: undefined, etag: null, at: scheduler.now }
    } else {
      if (random < 0.35 && isRepeatable) this.#repeatLater(serve)
      served = await scheduler.enqueue(handle, serve, { delayMs })
    }
    const { at, ...response } = mutant?.response?.(request, served) ?? served
    const off = (time: number) => time + phone.clockOffMs
    const skewMs = measureSkew(new Date(at).toUTCString(), off(startedAt), off(scheduler.now))
    return { ...response, retryAfterMs: 0, skewMs }
  }

  /** A copy that was stuck somewhere arrives after others. */
  #repeatLater(serve: () => Promise<ServerResponse>): void {
    const { scheduler } = this.#world
    const delayMs = this.#rng.between(1, 240) * MINUTE_MS
    this.#world.count('request repeated')
    scheduler.after(delayMs, () => void scheduler.enqueue(this.#handle, serve))
  }

  async #serve(phone: NetworkPhone, request: Request): Promise<ServerResponse> {
    const { shop, scheduler, mutant } = this.#world
    const at = scheduler.now
    const isEvents = request.path === apiPaths.driverEvents
    const early = isEvents && mutant?.serve?.(String(request.body), this.#rng)
    if (early) return { status: 200, body: early, etag: null, at }
    shop.clock.set(new Date(at).toISOString())
    const { cookies } = phone
    const response = await fetch(`${shop.url}${request.path}`, {
      method: request.method,
      headers: {
        ...request.headers,
        cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
      },
      body: request.body ?? null,
    })
    for (const line of response.headers.getSetCookie()) {
      const [pair = ''] = line.split(';')
      cookies.set(pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1))
    }
    const text = await response.text()
    this.#world.count(`${request.method} ${response.status}`)
    if (isEvents && response.status === 200) this.#hear(String(request.body))
    if (response.status >= 500)
      this.#world.violate('rule 55', `${request.path} answered ${response.status}: ${text}`)
    const isJson = response.headers.get('content-type')?.includes('json')
    const body = isJson && text ? JSON.parse(text) : undefined
    return { status: response.status, body, etag: response.headers.get('etag'), at }
  }

  #hear(body: string): void {
    const { events } = JSON.parse(body) as { events: SentDriverEvent[] }
    for (const { eventId } of events)
      if (!this.received.includes(eventId)) this.received.push(eventId)
  }
}
