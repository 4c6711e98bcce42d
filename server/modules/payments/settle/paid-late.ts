import type { Tx } from '#server/db/client.ts'
import type { PaymentDeps } from '../deps.ts'
import type { CardIntent } from '../port.ts'
import type { IntentRow, PaymentRow } from '../queries.ts'

/** The reason of a refund, which its email puts into words. */
export const PAID_LATE = 'paid after the link had ended'

/**
 * Rule 39: a page that was open when its link ended, or a confirmation by the bank that took too long.
 * The provider's time counts, so a late webhook takes nothing from someone who paid in time. A saved
 * card is charged by staff, without a network.
 */
export function isPaidLate(
  { chargedAt }: CardIntent,
  { expiresAt }: PaymentRow,
  { network }: IntentRow,
): boolean {
  return network !== null && expiresAt !== null && chargedAt !== null && chargedAt > expiresAt
}

/** Cancels the order as the job would have done. One that staff confirmed in the meantime takes the money. */
export async function cancelLate(tx: Tx, deps: PaymentDeps, orderId: string): Promise<boolean> {
  await deps.handlers.paymentCancelled(tx, orderId, 'expired')
  return (await deps.handlers.lock(tx, orderId)).isCancelled
}
