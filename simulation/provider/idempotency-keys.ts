import { ApiError } from '#server/adapters/sandbox/api/api-error.ts'
import { DAY_MS } from '../time.ts'

export type ApiResponse = { status: number; body: string; isReplayed: boolean }

/** A server error that is stored for the key, raised before or after the request was processed. */
export type StoredFault = 'before' | 'after' | undefined

type StoredResponse = { at: number; payload: string; response: ApiResponse }

/** Replays the response of a key for 24 hours and rejects the key with another payload. */
export class IdempotencyKeys {
  /** Keys used again after their expiry; read by the oracle. */
  readonly reusedAfterExpiry: string[] = []
  readonly #firstUsed = new Map<string, number>()
  readonly #stored = new Map<string, StoredResponse>()
  readonly #now: () => number

  constructor(now: () => number) {
    this.#now = now
  }

  once(key: string, payload: string, fault: StoredFault, act: () => object): ApiResponse {
    const now = this.#now()
    const first = this.#firstUsed.get(key)
    if (first === undefined) this.#firstUsed.set(key, now)
    // Other keys only create objects, which moves no money.
    else if (now - first >= DAY_MS && /^(charge|refund)-/.test(key))
      this.reusedAfterExpiry.push(key)
    const stored = this.#stored.get(key)
    if (stored && now - stored.at < DAY_MS) {
      return stored.payload === payload
        ? { ...stored.response, isReplayed: true }
        : parameterMismatch(key)
    }
    const response = toApiResponse(fault, act)
    this.#stored.set(key, { at: now, payload, response })
    return response
  }
}

export function toApiResponse(fault: StoredFault, act: () => object): ApiResponse {
  try {
    const result = fault === 'before' ? {} : act()
    if (fault) throw new ApiError(500, { type: 'api_error', message: 'An unknown error occurred' })
    return { status: 200, body: JSON.stringify(result), isReplayed: false }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return { status: error.status, body: error.body(), isReplayed: false }
  }
}

function parameterMismatch(key: string): ApiResponse {
  const message = `Keys for idempotent requests can only be used with the same parameters they were first used with (${key}).`
  const error = new ApiError(400, { type: 'idempotency_error', message })
  return { status: error.status, body: error.body(), isReplayed: false }
}
