import { and, eq, isNotNull, ne, or, type SQL, sql } from 'drizzle-orm'
import type { DbOrTx } from '#server/db/client.ts'
import { payments, refunds } from '#server/modules/payments/tables.ts'
import { orders } from '../tables.ts'

/** Since the subscription was cancelled, or with it. */
const isCancelledByStaff = sql`coalesce(${orders.deliveryCancelledAt} >= ${orders.cancelledAt}, false)`

/**
 * Rule 17: a subscription that is cancelled past the cut-off still gets its first delivery, unless all
 * of it is refunded.
 */
export const isOwedAfterCancel = and(
  eq(orders.status, sql`'cancelled'`),
  sql`${orders.isRecurring}`,
  sql`exists (select 1 from ${payments} where ${payments.orderId} = ${orders.id}
    and ${payments.status} in ('paid', 'covered')
    and ${payments.amountCents} + ${payments.creditCents} > (select coalesce(sum(${refunds.amountCents}), 0)
      from ${refunds} where ${refunds.orderId} = ${orders.id} and ${refunds.status} <> 'failed'))`,
  sql`not ${isCancelledByStaff}`,
)

/** An erased customer has no address to drive to. */
export const isPlannableAfterCancel = and(isOwedAfterCancel, isNotNull(orders.customerId))

export const isPlannable = or(ne(orders.status, 'cancelled'), isPlannableAfterCancel)

/** It was cancelled with its subscription, and the truck has yet to bring it. */
export const isStillDelivered = sql<boolean>`(${isPlannableAfterCancel}
  and ${orders.deliveryStatus} <> 'delivered')`

export const canPlanCancelled = (db: DbOrTx, orderId: string): Promise<boolean> =>
  matches(db, orderId, isPlannableAfterCancel)

export const isOrderStillDelivered = (db: DbOrTx, orderId: string): Promise<boolean> =>
  matches(db, orderId, isStillDelivered)

async function matches(db: DbOrTx, orderId: string, filter: SQL | undefined): Promise<boolean> {
  const [row] = await db
    .select({ id: orders.id })
    .from(orders)
    .where(and(eq(orders.id, orderId), filter))
  return row !== undefined
}
