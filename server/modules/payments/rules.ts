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
const steps: Record<PaymentStatus, readonly PaymentStatus[]> = {
  pending: ['processing', 'paid', 'failed'],
  processing: ['paid', 'failed', 'pending'],
  paid: ['refunded', 'disputed'],
  failed: ['paid', 'processing'],
  refunded: ['paid'],
  disputed: ['paid', 'refunded'],
}

export const canStep = (from: PaymentStatus, to: PaymentStatus) => steps[from].includes(to)

export type Agreed = { orderId: string; amountCents: number; currency: string; livemode: boolean }

export type Difference = { what: string; expected: string; found: string }

/** I2, C3: what was paid must be what was agreed, in every respect. */
export function differences(
  agreed: Agreed,
  found: Pick<CardIntent, 'orderId' | 'amountCents' | 'currency' | 'livemode'>,
): Difference[] {
  return (['orderId', 'amountCents', 'currency', 'livemode'] as const)
    .filter((what) => agreed[what] !== found[what])
    .map((what) => ({ what, expected: String(agreed[what]), found: String(found[what]) }))
}

/** What the ledger says of money that did arrive. */
export function statusOfSucceeded(intent: CardIntent): 'paid' | 'refunded' | 'disputed' {
  if (intent.refundedCents >= intent.amountCents) return 'refunded'
  return intent.disputes.some(({ state }) => state !== 'won') ? 'disputed' : 'paid'
}
