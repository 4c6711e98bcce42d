import { queueEmail } from '#server/modules/mail/index.ts'
import { getOrderWithItems, lockOrder } from '#server/modules/orders/index.ts'
import { cancelPayment, getPayment } from '#server/modules/payments/index.ts'
import { type ChargeResult, chargeOrder } from '#server/modules/renewals/index.ts'
import { findConsentedCard } from '#server/modules/subscriptions/index.ts'
import type { PhoneOrderDeps } from './deps.ts'
import { dropLinkAfterCharge } from './link-after-charge.ts'

/**
 * Charges the saved card. A declined order waits for its pay link. If its cut-off has passed, there
 * is no time for that, and it is cancelled.
 */
export async function chargePhoneOrder(
  deps: PhoneOrderDeps,
  orderId: string,
): Promise<ChargeResult | null> {
  const payment = await getPayment(deps.db, orderId)
  // Account credit paid for all of it.
  if (payment?.status === 'covered') return null
  const placed = await getOrderWithItems(deps.db, orderId)
  const customerId = placed?.order.customerId
  if (!payment || !customerId) return 'unknown'
  const card = await findConsentedCard(deps.db, { customerId, account: deps.account })
  const { amountCents } = payment
  const result = card ? await chargeOrder(deps, { orderId, amountCents, card }) : 'declined'
  if (result === 'unknown') return result
  await deps.db.transaction((tx) => dropLinkAfterCharge(tx, orderId))
  if (result === 'paid') return result
  const { expiresAt, intentId } = (await getPayment(deps.db, orderId)) ?? payment
  if (expiresAt && expiresAt <= deps.clock.now()) {
    await cancelPayment(deps, { orderId, intentId, as: 'expired' })
    return result
  }
  await deps.db.transaction(async (tx) => {
    const order = await lockOrder(tx, orderId)
    if (order?.status !== 'pending') return
    await queueEmail(tx, deps, { kind: 'payment_link', subjectId: orderId })
  })
  return result
}
