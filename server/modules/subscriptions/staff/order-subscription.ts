import { eq } from 'drizzle-orm'
import type { OrderDetail } from '#contract/staff/backoffice.ts'
import type { DbOrTx } from '#server/db/client.ts'
import { isOnHold } from '#server/modules/deliveries/index.ts'
import type { OrderRow } from '#server/modules/orders/index.ts'
import { findCycleByOrder } from '../queries.ts'
import { subscriptions } from '../tables.ts'

/** The subscription that an order started or belongs to, and the state of that delivery. */
export async function getOrderSubscription(
  db: DbOrTx,
  order: Pick<OrderRow, 'id' | 'parentOrderId'>,
): Promise<OrderDetail['subscription']> {
  const id = order.parentOrderId ?? order.id
  const [subscription] = await db
    .select({
      id: subscriptions.id,
      status: subscriptions.status,
      deliveryNotes: subscriptions.deliveryNotes,
    })
    .from(subscriptions)
    .where(eq(subscriptions.id, id))
  if (!subscription) return null
  const row = order.parentOrderId ? await findCycleByOrder(db, order.id) : undefined
  const delivery = row && {
    status: row.status,
    reason: row.reason,
    isOnHold: isOnHold(row),
    nextAttemptAt: row.status === 'unpaid' ? (row.dueAt?.toISOString() ?? null) : null,
  }
  return { ...subscription, delivery: delivery ?? null }
}
