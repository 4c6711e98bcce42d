import { desc, eq } from 'drizzle-orm'
import { Failure } from '#contract/errors.ts'
import { centsToText } from '#contract/money.ts'
import { refundableLines } from '#contract/payments/refund-items.ts'
import type { OrderDetail } from '#contract/staff/backoffice.ts'
import type { Db } from '#server/db/client.ts'
import { auditHistory } from '#server/modules/audit/index.ts'
import { getRefundableOrder, refundedItems } from '#server/modules/deposits/index.ts'
import { getOrderSchedules } from '#server/modules/dispatch/index.ts'
import { emails } from '#server/modules/mail/tables.ts'
import {
  formatInvoiceNumber,
  getOrderWithDetails,
  isOrderStillDelivered,
  type OrderRow,
  refundedCents,
  refundReasonForStaff,
  toOrderView,
} from '#server/modules/orders/index.ts'
import { refunds } from '#server/modules/payments/tables.ts'
import { getOrderSubscription } from '#server/modules/subscriptions/index.ts'
import { orderDisputes } from './order-disputes.ts'
import { orderTenders } from './order-tenders.ts'

/** Returns everything about one order for the staff panel. */
export async function orderDetail(db: Db, id: string): Promise<OrderDetail> {
  const orderWithDetails = await getOrderWithDetails(db, id)
  if (!orderWithDetails) throw new Failure('not_found')
  const { order, payment } = orderWithDetails
  // Before the refundable amount: one that is pending here is read again.
  const refundRows = await listRefunds(db, id)
  const refundable = await getRefundableOrder(db, order, payment ?? undefined)
  const { totalCents, cardCents, tenderCents, creditCents, bottles } = refundable
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
    refunded: centsToText(refundedCents(payment)),
    refundable: centsToText(totalCents),
    refundableToCard: centsToText(cardCents),
    refundableAsTender: centsToText(tenderCents),
    refundableAsCredit: centsToText(creditCents),
    refundableItems: await listRefundableItems(db, order, bottles),
    isStillDelivered: await isOrderStillDelivered(db, id),
    refunds: refundRows,
    ...(await orderTenders(db, orderWithDetails)),
    ...(await orderDisputes(db, id)),
    schedules: await getOrderSchedules(db, id),
    emails: await listEmails(db, id),
    history: await auditHistory(db, id),
    subscription: await getOrderSubscription(db, order),
  }
}

async function listRefundableItems(
  db: Db,
  { id, priceLines }: OrderRow,
  depositBottles: number,
): Promise<OrderDetail['refundableItems']> {
  const lines = refundableLines(priceLines, await refundedItems(db, id))
  // The deposit of bottles that came back is settled.
  const open = lines.filter(({ isDeposit }) => !isDeposit || depositBottles > 0)
  return open.map(({ cents, refundedCents: refunded, isDeposit, ...line }) => ({
    ...line,
    amount: centsToText(cents),
    refunded: centsToText(refunded),
  }))
}

async function listRefunds(db: Db, orderId: string): Promise<OrderDetail['refunds']> {
  const rows = await db
    .select()
    .from(refunds)
    .where(eq(refunds.orderId, orderId))
    .orderBy(desc(refunds.createdAt))
  return rows.map(
    ({ id, amountCents, destination, items, reason, status, lastError, createdAt }) => ({
      id,
      amount: centsToText(amountCents),
      destination,
      items: toUnits(items),
      reason: refundReasonForStaff(reason),
      status,
      problem: lastError,
      createdAt: createdAt.toISOString(),
    }),
  )
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

/** The rest of items whose units another refund counts has none of its own. */
function toUnits(items: { label: string; quantity: number }[] | null) {
  const units = items?.flatMap(({ label, quantity }) => (quantity > 0 ? [{ label, quantity }] : []))
  return units?.length ? units : null
}
