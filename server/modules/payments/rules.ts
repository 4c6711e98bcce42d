import type { PaymentStatus, PaymentTerms } from '#contract/orders.ts'
import type { CardIntent } from './port.ts'

export const MAX_DECLINES = 3

/** A checkout's order that is still unpaid after this time is cancelled. */
export const UNPAID_LIFETIME_MS = 24 * 3_600_000

/** The provider drops an idempotency key after 24 hours; we stop using it an hour earlier (I4). */
export const KEY_LIFETIME_MS = 23 * 3_600_000

/**
 * A submit updates the intent's amount at the provider just before its own row is committed. A
 * mismatch that lasts longer than this is real, and the payment is refunded.
 */
export const MISMATCH_GRACE_MS = 2 * 60_000

/**
 * I9: the allowed transitions from each state. Not even staff can make others. Only the provider's
 * state moves a payment back: a dispute that was won, or an accepted refund that failed.
 */
const transitions: Record<PaymentStatus, readonly PaymentStatus[]> = {
  pending: ['processing', 'paid', 'failed', 'covered', 'due'],
  processing: ['paid', 'failed', 'pending'],
  paid: ['refunded', 'disputed'],
  failed: ['paid', 'processing'],
  refunded: ['paid'],
  disputed: ['paid', 'refunded'],
  // Paid with account credit alone (rule 43).
  covered: ['refunded'],
  // Paid with tenders, never by card (rule 39).
  due: [],
}

/** Rule 39: how an order that is paid with tenders is paid, now or later; null for cards. */
export const paymentTerms = (
  payment: { kind: string; netDays: number | null } | null | undefined,
): PaymentTerms | null => {
  if (!payment) return null
  if (payment.netDays !== null) return 'invoice'
  return payment.kind === 'tender' ? 'on_delivery' : null
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

/** I2, C3: a payment counts only if all of these fields match the order. */
export function findMismatches(
  expected: ExpectedPayment,
  actual: Pick<CardIntent, 'orderId' | 'amountCents' | 'currency' | 'livemode'>,
): Mismatch[] {
  return (['orderId', 'amountCents', 'currency', 'livemode'] as const)
    .filter((field) => expected[field] !== actual[field])
    .map((field) => ({
      what: field,
      expected: String(expected[field]),
      found: String(actual[field]),
    }))
}

const FRESH_MS = 10_000
const FRESH_FOR_BUYER_MS = 1_000
/** The buyer's five-second deadline: a provider read without a response by then has failed. */
const RESPONSE_TIMEOUT_MS = 5_000

/**
 * Whether a view of an order may start a provider read. Skipped if the last read is less than ten
 * seconds old, or one second for the browser that placed the order. A read in progress counts too,
 * so an unresponsive provider does not get one request per page view.
 */
export function isRefreshDue(
  { readStartedAt, checkedAt }: { readStartedAt: Date | null; checkedAt: Date | null },
  isBuyer: boolean,
  now: Date,
): boolean {
  if (!readStartedAt) return true
  const age = now.getTime() - readStartedAt.getTime()
  if (!isBuyer) return age >= FRESH_MS
  const isCompleted = checkedAt !== null && checkedAt >= readStartedAt
  return age >= (isCompleted ? FRESH_FOR_BUYER_MS : RESPONSE_TIMEOUT_MS)
}

/** Delays between attempts to apply a succeeded payment; after the last one it is set aside. */
const SETTLE_RETRY_DELAYS_MIN = [0, 1, 2, 5, 10, 20]

/** Returns undefined if the retries are exhausted. */
export function nextSettleAt(failures: number, now: Date): Date | undefined {
  const minutes = SETTLE_RETRY_DELAYS_MIN[failures - 1]
  return minutes === undefined ? undefined : new Date(now.getTime() + minutes * 60_000)
}

/** Whether applying this payment must wait for its next retry, or for staff. */
export function isSettleDeferred(
  payment: { settleRetryAt: Date | null; setAsideAt: Date | null },
  now: Date,
): boolean {
  const { settleRetryAt, setAsideAt } = payment
  return setAsideAt !== null || (settleRetryAt !== null && settleRetryAt > now)
}

/**
 * Status of a succeeded payment. If disputes were not requested, an open one stays open. An order
 * that credit paid in part is refunded when both parts are.
 */
export function statusAfterSuccess(
  intent: CardIntent,
  current: PaymentStatus,
  creditLeftCents = 0,
): 'paid' | 'refunded' | 'disputed' {
  const isRefunded = intent.refundedCents >= intent.amountCents && creditLeftCents <= 0
  if (isRefunded) return 'refunded'
  if (intent.disputes === null) return current === 'disputed' ? 'disputed' : 'paid'
  return intent.disputes.some(({ state }) => state !== 'won') ? 'disputed' : 'paid'
}

/**
 * Whether a reference stored for one account (`live:acct_1`) may be used with the current one.
 * Unknown parts count as equal: the provider then reports the object as missing.
 */
export function isSameAccount(stored: string | null, current: string | undefined): boolean {
  if (!stored || !current) return true
  const [storedMode, storedId] = stored.split(':')
  const [mode, id] = current.split(':')
  return storedMode === mode && (!storedId || !id || storedId === id)
}
