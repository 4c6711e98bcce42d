import { desc, eq } from 'drizzle-orm'
import { Failure } from '#contract/errors.ts'
import { centsToText } from '#contract/money.ts'
import type { OrderDetail } from '#contract/staff/backoffice.ts'
import type { Db } from '#server/db/client.ts'
import { auditHistory } from '#server/modules/audit/index.ts'
import { getOrderSchedules } from '#server/modules/dispatch/index.ts'
import { emails } from '#server/modules/mail/tables.ts'
import {
  formatInvoiceNumber,
  getOrderWithDetails,
  toOrderView,
} from '#server/modules/orders/index.ts'
import { refundableCents } from '#server/modules/payments/index.ts'
import { refunds } from '#server/modules/payments/tables.ts'
import { getOrderSubscription } from '#server/modules/subscriptions/index.ts'
import { orderDisputes } from './order-disputes.ts'

/** Returns everything about one order for the staff panel. */
export async function orderDetail(db: Db, id: string): Promise<OrderDetail> {
  const orderWithDetails = await getOrderWithDetails(db, id)
  if (!orderWithDetails) throw new Failure('not_found')
  const { order, payment } = orderWithDetails
  const paid =
    payment?.paidAt && payment.intentId
      ? {
          at: payment.paidAt.toISOString(),
          amount: centsToText(payment.amountCents),
          intentId: payment.intentId,
        }
      : null
  return {
    order: toOrderView(orderWithDetails, true),
    invoiceNumber: formatInvoiceNumber(order),
    paid,
    refunded: centsToText(payment?.refundedCents ?? 0),
    refundable: centsToText(await refundableCents(db, payment ?? undefined)),
    refunds: await listRefunds(db, id),
    ...(await orderDisputes(db, id)),
    schedules: await getOrderSchedules(db, id),
    emails: await listEmails(db, id),
    history: await auditHistory(db, id),
    subscription: await getOrderSubscription(db, order),
  }
}

async function listRefunds(db: Db, orderId: string): Promise<OrderDetail['refunds']> {
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

async function listEmails(db: Db, orderId: string): Promise<OrderDetail['emails']> {
  const rows = await db
    .select()
    .from(emails)
    .where(eq(emails.subjectId, orderId))
    .orderBy(desc(emails.createdAt))
  return rows.map(({ id, kind, status, createdAt, sentAt }) => ({
    id,
    kind,
    status,
    createdAt: createdAt.toISOString(),
    sentAt: sentAt?.toISOString() ?? null,
  }))
}
