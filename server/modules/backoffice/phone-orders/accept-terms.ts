import { addDays } from '#contract/dates/calendar.ts'
import { shopDate } from '#contract/dates/shop-calendar.ts'
import { Failure } from '#contract/errors.ts'
import type { Tx } from '#server/db/client.ts'
import { confirmPaidOrder, lockOrder, type OrderRow } from '#server/modules/orders/index.ts'
import {
  coverPayment,
  invoicePayment,
  lockPayment,
  type PaymentOrigin,
  type PaymentRow,
} from '#server/modules/payments/index.ts'
import { createSubscription, recordConsent } from '#server/modules/subscriptions/index.ts'
import { requireNetDays } from './apply-payment.ts'
import type { PhoneOrderDeps } from './deps.ts'

/**
 * Rule 39: the customer accepts the terms of a subscription on invoice. Stores the consent as at
 * checkout, invoices the first order and starts the subscription, without a card. Accepting again
 * changes nothing.
 */
export function acceptTerms(
  deps: PhoneOrderDeps,
  orderId: string,
  origin: PaymentOrigin,
): Promise<void> {
  return deps.db.transaction(async (tx) => {
    await deps.handlers.lock(tx, orderId)
    const order = await lockOrder(tx, orderId)
    const payment = await lockPayment(tx, orderId)
    if (!order || !payment) throw new Failure('not_found')
    if (!order.isRecurring || payment.netDays === null) throw new Failure('not_payable')
    if (payment.invoicedAt !== null || payment.paidAt !== null) return
    const isOver = payment.expiresAt !== null && payment.expiresAt <= deps.clock.now()
    if (order.status === 'cancelled' || payment.status !== 'pending' || isOver)
      throw new Failure('not_payable')
    await start(tx, deps, { order, payment }, origin)
  })
}

async function start(
  tx: Tx,
  deps: PhoneOrderDeps,
  { order, payment }: { order: OrderRow; payment: PaymentRow },
  origin: PaymentOrigin,
): Promise<void> {
  const { id, totalCents, customerId } = order
  if (!customerId) throw new Failure('not_payable')
  // A manager may have ended the customer's terms since.
  const netDays = await requireNetDays(tx, customerId)
  const consented = { id, details: order, price: { totalCents }, netDays }
  await recordConsent(tx, deps, consented, origin)
  if (payment.amountCents === 0) return coverPayment(tx, deps, id)
  const dueOn = addDays(shopDate(deps.shop.calendar, deps.clock.now()), netDays)
  await invoicePayment(tx, deps, payment, { netDays, dueOn })
  await confirmPaidOrder(tx, deps, id, (confirmed) => createSubscription(tx, deps, confirmed))
}
