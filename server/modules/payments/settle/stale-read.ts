import type { CardIntent } from '../port.ts'
import type { PaymentRow } from '../queries.ts'

/** The refunded total is lower than the stored one: the response is stale, or a refund failed. */
export class StaleReadError extends Error {
  readonly checkedAt: Date | null

  constructor(checkedAt: Date | null) {
    super('the refunded total is lower than the stored one')
    this.checkedAt = checkedAt
  }
}

/**
 * Rejects a provider response that is older than the stored payment, so that refunds never shrink
 * by accident. If the response was read after our last write and nothing was written since, the
 * lower refund total is real: a refund failed.
 */
export function assertNotStale(
  intent: CardIntent,
  payment: PaymentRow | undefined,
  previous: StaleReadError | undefined,
): void {
  if (payment?.intentId !== intent.id || intent.refundedCents >= payment.refundedCents) return
  if (previous?.checkedAt?.getTime() === payment.checkedAt?.getTime()) return
  throw new StaleReadError(payment.checkedAt)
}
