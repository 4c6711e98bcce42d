import { desc, eq } from 'drizzle-orm'
import type { OrderDetail } from '#contract/backoffice.ts'
import { Failure } from '#contract/errors.ts'
import { centsToText } from '#contract/money.ts'
import type { Db } from '#server/db/client.ts'
import { historyOf } from '#server/modules/audit/index.ts'
import { schedulesOfOrder } from '#server/modules/dispatch/index.ts'
import { mails } from '#server/modules/mail/tables.ts'
import { invoiceNumberOf, toOrderView, wholeOrder } from '#server/modules/orders/index.ts'
import { refundableCents } from '#server/modules/payments/index.ts'
import { refunds } from '#server/modules/payments/tables.ts'
import { subscriptionOfOrder } from '#server/modules/subscriptions/index.ts'
import { disputesOfOrder } from './disputes-of-order.ts'

/** Everything about one order, for whoever has the customer on the phone. */
export async function orderDetail(db: Db, id: string): Promise<OrderDetail> {
  const whole = await wholeOrder(db, id)
  if (!whole) throw new Failure('not_found')
  const { order, payment } = whole
  const paid =
    payment?.paidAt && payment.intentId
      ? {
          at: payment.paidAt.toISOString(),
          amount: centsToText(payment.amountCents),
          intentId: payment.intentId,
        }
      : null
  return {
    order: toOrderView(whole, true),
    invoiceNumber: invoiceNumberOf(order),
    paid,
    refunded: centsToText(payment?.refundedCents ?? 0),
    refundable: centsToText(await refundableCents(db, payment ?? undefined)),
    refunds: await refundsOf(db, id),
    ...(await disputesOfOrder(db, id)),
    schedules: await schedulesOfOrder(db, id),
    mails: await mailsAbout(db, id),
    history: await historyOf(db, id),
    subscription: await subscriptionOfOrder(db, order),
  }
}

async function refundsOf(db: Db, orderId: string): Promise<OrderDetail['refunds']> {
  const rows = await db
    .select()
    .from(refunds)
    .where(eq(refunds.orderId, orderId))
    .orderBy(desc(refunds.createdAt))
  return rows.map(({ id, amountCents, reason, status, lastError, createdAt }) => ({
    id,
    amount: centsToText(amountCents),
    reason,
    status,
    problem: lastError,
    createdAt: createdAt.toISOString(),
  }))
}

async function mailsAbout(db: Db, orderId: string): Promise<OrderDetail['mails']> {
  const rows = await db
    .select()
    .from(mails)
    .where(eq(mails.subjectId, orderId))
    .orderBy(desc(mails.createdAt))
  return rows.map(({ id, kind, status, createdAt, sentAt }) => ({
    id,
    kind,
    status,
    createdAt: createdAt.toISOString(),
    sentAt: sentAt?.toISOString() ?? null,
  }))
}
