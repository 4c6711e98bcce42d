import type { PaymentStatus } from '#contract/orders.ts'
import type { CardIntent } from './port.ts'

export const MAX_DECLINES = 3

/** A checkout's order that is still unpaid after this long is given up. */
export const UNPAID_LIFETIME_MS = 24 * 3_600_000

/** An idempotency key is forgotten after 24 hours; we stop relying on it an hour earlier (I4). */
export const KEY_LIFETIME_MS = 23 * 3_600_000

/**
 * A submit raises the intent's amount at the provider a moment before its own row is committed, so
 * a sum that differs gets this long to come right before the money is sent back.
 */
export const MISMATCH_GRACE_MS = 2 * 60_000

/**
 * I9: where a payment may go from each state. Nothing else, staff included, moves it. Only the
 * provider's word leads back: a dispute that was won, a refund that failed after it was accepted.
 */
const transitions: Record<PaymentStatus, readonly PaymentStatus[]> = {
  pending: ['processing', 'paid', 'failed'],
  processing: ['paid', 'failed', 'pending'],
  paid: ['refunded', 'disputed'],
  failed: ['paid', 'processing'],
  refunded: ['paid'],
  disputed: ['paid', 'refunded'],
}

export const canTransition = (from: PaymentStatus, to: PaymentStatus) =>
  transitions[from].includes(to)

export type ExpectedPayment = {
  orderId: string
  amountCents: number
  currency: string
  livemode: boolean
}

export type Mismatch = { what: string; expected: string; found: string }

/** I2, C3: what was paid must be what was agreed, in every respect. */
export function findMismatches(
  agreed: ExpectedPayment,
  found: Pick<CardIntent, 'orderId' | 'amountCents' | 'currency' | 'livemode'>,
): Mismatch[] {
  return (['orderId', 'amountCents', 'currency', 'livemode'] as const)
    .filter((what) => agreed[what] !== found[what])
    .map((what) => ({ what, expected: String(agreed[what]), found: String(found[what]) }))
}

const FRESH_MS = 10_000
const FRESH_FOR_BUYER_MS = 1_000
/** The buyer's five seconds at the provider: after that a question without an answer has failed. */
const RESPONSE_TIMEOUT_MS = 5_000

/**
 * Whether a reader of an order may have the provider asked. An answer younger than ten seconds is
 * good enough, or than one second for the browser that placed the order; so is a question that is
 * still under way, and a provider that does not answer is not asked by everybody who comes.
 */
export function isRefreshDue(
  { readStartedAt, checkedAt }: { readStartedAt: Date | null; checkedAt: Date | null },
  isBuyer: boolean,
  now: Date,
): boolean {
  if (!readStartedAt) return true
  const age = now.getTime() - readStartedAt.getTime()
  if (!isBuyer) return age >= FRESH_MS
  const isAnswered = checkedAt !== null && checkedAt >= readStartedAt
  return age >= (isAnswered ? FRESH_FOR_BUYER_MS : RESPONSE_TIMEOUT_MS)
}

/** Minutes until a payment that could not be applied is tried again; after the last it is set aside. */
const SETTLE_RETRY_DELAYS_MIN = [0, 1, 2, 5, 10, 20]

/** The next try after so many failures, or nothing when there is to be none. */
export function nextSettleAt(failures: number, now: Date): Date | undefined {
  const minutes = SETTLE_RETRY_DELAYS_MIN[failures - 1]
  return minutes === undefined ? undefined : new Date(now.getTime() + minutes * 60_000)
}

/** Not to be tried at this moment, whoever asks. */
export function isSettleDeferred(
  payment: { settleRetryAt: Date | null; setAsideAt: Date | null },
  now: Date,
): boolean {
  const { settleRetryAt, setAsideAt } = payment
  return setAsideAt !== null || (settleRetryAt !== null && settleRetryAt > now)
}

/** What the ledger says of money that did arrive; an answer that is silent on disputes ends none. */
export function statusAfterSuccess(
  intent: CardIntent,
  current: PaymentStatus,
): 'paid' | 'refunded' | 'disputed' {
  if (intent.refundedCents >= intent.amountCents) return 'refunded'
  if (intent.disputes === null) return current === 'disputed' ? 'disputed' : 'paid'
  return intent.disputes.some(({ state }) => state !== 'won') ? 'disputed' : 'paid'
}

/**
 * Whether something kept for an account (`live:acct_1`) may be used with another. What is not known
 * of either does not set them apart: the provider itself says then what it does not have.
 */
export function isSameAccount(kept: string | null, present: string | undefined): boolean {
  if (!kept || !present) return true
  const [keptMode, keptId] = kept.split(':')
  const [mode, id] = present.split(':')
  return keptMode === mode && (!keptId || !id || keptId === id)
}
