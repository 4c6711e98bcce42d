import { and, asc, eq, exists, isNotNull, sql } from 'drizzle-orm'
import { centsToText } from '#contract/money.ts'
import type { SetAsidePayment } from '#contract/payments/set-aside.ts'
import type { Db } from '#server/db/client.ts'
import { orders } from '#server/modules/orders/tables.ts'
import { disputes } from '#server/modules/payments/disputes/tables.ts'
import { payments } from '#server/modules/payments/tables.ts'

const MAX_LISTED = 200

export async function listSetAside(db: Db): Promise<SetAsidePayment[]> {
  const openDispute = db
    .select({ exists: sql`1` })
    .from(disputes)
    .where(and(eq(disputes.orderId, payments.orderId), eq(disputes.state, 'open')))
  const rows = await db
    .select({
      order: orders,
      payment: payments,
      isDisputed: sql<boolean>`${exists(openDispute)}`,
    })
    .from(payments)
    .innerJoin(orders, eq(orders.id, payments.orderId))
    .where(isNotNull(payments.setAsideAt))
    .orderBy(asc(payments.setAsideAt))
    .limit(MAX_LISTED)
  return rows.map(({ order, payment, isDisputed }) => ({
    orderId: order.id,
    customerName: order.customerName,
    amount: centsToText(payment.amountCents),
    refunded: centsToText(payment.refundedCents),
    isDisputed,
    isRecurring: order.isRecurring || order.parentOrderId !== null,
    reason: payment.settleError ?? 'An unexpected error.',
    attempts: payment.settleFailures,
    setAsideAt: (payment.setAsideAt ?? payment.updatedAt).toISOString(),
  }))
}
