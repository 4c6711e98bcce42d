import { eq, sql } from 'drizzle-orm'
import { type ShopCalendar, shopDate } from '#contract/dates/shop-calendar.ts'
import type { TenderMethod } from '#contract/payments/tenders.ts'
import type { Tx } from '#server/db/client.ts'
import type { Actor } from '#server/modules/audit/index.ts'
import type { PaymentDeps } from '../deps.ts'
import type { PaymentRow } from '../queries.ts'
import { transitionPayment } from '../settle/transition-payment.ts'
import { payments, refunds } from '../tables.ts'
import { tenders } from '../tenders/tables.ts'
import type { RefundedItem } from './refunded-item.ts'

export type TenderRefundDeps = Pick<PaymentDeps, 'clock' | 'random' | 'log' | 'handlers'> & {
  shop: { calendar: ShopCalendar }
}

type TenderRefund = {
  method: TenderMethod
  amountCents: number
  items: RefundedItem[] | undefined
  reason: string
}

/**
 * Rule 44: records money that staff paid back in cash, by check or by transfer, as a negative tender.
 * No provider has a part in it, so it is done at once. The caller has locked the payment and checked
 * the amount. Returns the refund's id.
 */
export async function refundAsTender(
  tx: Tx,
  deps: TenderRefundDeps,
  actor: Actor,
  payment: PaymentRow,
  { method, amountCents, items, reason }: TenderRefund,
): Promise<string> {
  const { orderId } = payment
  const id = deps.random.uuid()
  const now = deps.clock.now()
  const dates = { dueAt: now, createdAt: now, updatedAt: now }
  await tx.insert(refunds).values({
    id,
    orderId,
    destination: 'tender',
    method,
    amountCents,
    ...(items && { items }),
    reason,
    dedupeKey: `staff:${id}`,
    status: 'succeeded',
    ...dates,
  })
  await tx.insert(tenders).values({
    id: deps.random.uuid(),
    orderId,
    method,
    amountCents: -amountCents,
    receivedOn: shopDate(deps.shop.calendar, now),
    reference: '',
    refundId: id,
    staffId: actor.id,
    staffEmail: actor.email,
    createdAt: now,
  })
  await tx
    .update(payments)
    .set({ refundedCents: sql`${payments.refundedCents} + ${amountCents}` })
    .where(eq(payments.orderId, orderId))
  const paidCents = payment.amountCents + payment.creditCents
  const refundedCents = payment.refundedCents + payment.creditRefundedCents + amountCents
  if (refundedCents >= paidCents) await transitionPayment(tx, deps, payment, 'refunded')
  await deps.handlers.refunded(tx, orderId, { refundId: id })
  return id
}
