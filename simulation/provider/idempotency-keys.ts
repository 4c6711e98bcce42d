import { ApiError } from '#server/adapters/sandbox/api/api-error.ts'
import { DAY_MS } from '../time.ts'

export type ApiResponse = { status: number; body: string; isReplayed: boolean }

/** A fault of the provider's own whose answer it keeps for the key, before or after it acted. */
export type StoredFault = 'before' | 'after' | undefined

type StoredResponse = { at: number; payload: string; answer: ApiResponse }

/** What was asked under each key: the same answer for 24 hours, and other payload are refused. */
export class IdempotencyKeys {
  /** Those that were used again after the provider had forgotten them, for the oracle. */
  readonly reusedAfterExpiry: string[] = []
  readonly #firstSeen = new Map<string, number>()
  readonly #kept = new Map<string, StoredResponse>()
  readonly #now: () => number

  constructor(now: () => number) {
    this.#now = now
  }

  once(key: string, payload: string, fault: StoredFault, act: () => object): ApiResponse {
    const now = this.#now()
    const first = this.#firstSeen.get(key)
    if (first === undefined) this.#firstSeen.set(key, now)
    // What is only made moves no money; of several intents one is ever charged.
    else if (now - first >= DAY_MS && /^(charge|refund)-/.test(key))
      this.reusedAfterExpiry.push(key)
    const kept = this.#kept.get(key)
    if (kept && now - kept.at < DAY_MS) {
      return kept.payload === payload
        ? { ...kept.answer, isReplayed: true }
        : parameterMismatch(key)
    }
    const answer = toApiResponse(fault, act)
    this.#kept.set(key, { at: now, payload, answer })
    return answer
  }
}

export function toApiResponse(fault: StoredFault, act: () => object): ApiResponse {
  try {
    const done = fault === 'before' ? {} : act()
    if (fault) throw new ApiError(500, { type: 'api_error', message: 'An unknown error occurred' })
    return { status: 200, body: JSON.stringify(done), isReplayed: false }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return { status: error.status, body: error.body(), isReplayed: false }
  }
}

function parameterMismatch(key: string): ApiResponse {
  const message = `Keys for idempotent requests can only be used with the same parameters they were first used with (${key}).`
  const refusal = new ApiError(400, { type: 'idempotency_error', message })
  return { status: refusal.status, body: refusal.body(), isReplayed: false }
}
