import { and, eq, inArray, or } from 'drizzle-orm'
import type { DbOrTx } from '#server/db/client.ts'
import { isPlannableAfterCancel } from '#server/modules/orders/index.ts'
import { orders } from '#server/modules/orders/tables.ts'
import { dispatchedStatuses } from './rules.ts'

/** Includes the remaining delivery of a cancelled subscription (rule 17). */
export const isToDeliver = or(
  inArray(orders.status, ['pending', 'confirmed']),
  isPlannableAfterCancel,
)

/** A delivery that is still to be made and not yet out. */
export const isOpenDelivery = and(isToDeliver, eq(orders.deliveryStatus, 'scheduled'))

export async function hasOpenDelivery(db: DbOrTx, orderId: string): Promise<boolean> {
  return (await db.$count(orders, and(eq(orders.id, orderId), isOpenDelivery))) > 0
}

/** The same as `isDispatched`. */
export const dispatched = inArray(orders.deliveryStatus, [...dispatchedStatuses])
