import { ApiError } from '#server/adapters/sandbox/api-error.ts'
import { DAY_MS } from './time.ts'

export type ApiAnswer = { status: number; body: string; isReplayed: boolean }

/** A fault of the provider's own whose answer it keeps for the key, before or after it acted. */
export type StoredFault = 'before' | 'after' | undefined

type Kept = { at: number; words: string; answer: ApiAnswer }

/** What was asked under each key: the same answer for 24 hours, and other words are refused. */
export class StripeKeys {
  /** Those that were used again after the provider had forgotten them, for the oracle. */
  readonly repeatedLate: string[] = []
  readonly #firstSeen = new Map<string, number>()
  readonly #kept = new Map<string, Kept>()
  readonly #now: () => number

  constructor(now: () => number) {
    this.#now = now
  }

  once(key: string, words: string, fault: StoredFault, act: () => object): ApiAnswer {
    const now = this.#now()
    const first = this.#firstSeen.get(key)
    if (first === undefined) this.#firstSeen.set(key, now)
    // What is only made moves no money; of several intents one is ever charged.
    else if (now - first >= DAY_MS && /^(charge|refund)-/.test(key)) this.repeatedLate.push(key)
    const kept = this.#kept.get(key)
    if (kept && now - kept.at < DAY_MS) {
      return kept.words === words ? { ...kept.answer, isReplayed: true } : otherWords(key)
    }
    const answer = answerOf(fault, act)
    this.#kept.set(key, { at: now, words, answer })
    return answer
  }
}

export function answerOf(fault: StoredFault, act: () => object): ApiAnswer {
  try {
    const done = fault === 'before' ? {} : act()
    if (fault) throw new ApiError(500, { type: 'api_error', message: 'An unknown error occurred' })
    return { status: 200, body: JSON.stringify(done), isReplayed: false }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return { status: error.status, body: error.body(), isReplayed: false }
  }
}

function otherWords(key: string): ApiAnswer {
  const message = `Keys for idempotent requests can only be used with the same parameters they were first used with (${key}).`
  const refusal = new ApiError(400, { type: 'idempotency_error', message })
  return { status: refusal.status, body: refusal.body(), isReplayed: false }
}
