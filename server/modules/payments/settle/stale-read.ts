import type { CardIntent } from '../port.ts'
import type { PaymentRow } from '../queries.ts'

/** What came back has shrunk since it was written down: an answer from before, or a failed refund. */
export class StaleReadError extends Error {
  readonly checkedAt: Date | null

  constructor(checkedAt: Date | null) {
    super('what came back has shrunk')
    this.checkedAt = checkedAt
  }
}

/**
 * An answer that is older than what is written down would turn the books back. One that was asked for
 * after that was written is newer, as long as nobody has written since: then a refund has failed.
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
