import { and, eq, gt, sql } from 'drizzle-orm'
import { DAY_CHANGE_UNDO_MS } from '#contract/zones/day-changes.ts'
import type { DbOrTx } from '#server/db/client.ts'
import { orders } from '#server/modules/orders/tables.ts'
import { dayChangeCycles, dayChangeMoves, dayChanges } from '../tables.ts'

/** Subscriptions with a delivery whose day change can still be undone. */
export async function findUndoable(db: DbOrTx, now: Date): Promise<Set<string>> {
  const isUndoable = and(
    eq(dayChanges.status, 'applied'),
    gt(dayChanges.appliedAt, new Date(now.getTime() - DAY_CHANGE_UNDO_MS)),
  )
  const moved = await db
    .selectDistinct({ id: sql<string>`coalesce(${orders.parentOrderId}, ${orders.id})` })
    .from(dayChangeMoves)
    .innerJoin(dayChanges, eq(dayChanges.id, dayChangeMoves.dayChangeId))
    .innerJoin(orders, eq(orders.id, dayChangeMoves.orderId))
    .where(isUndoable)
  const planned = await db
    .selectDistinct({ id: dayChangeCycles.subscriptionId })
    .from(dayChangeCycles)
    .innerJoin(dayChanges, eq(dayChanges.id, dayChangeCycles.dayChangeId))
    .where(isUndoable)
  return new Set([...moved, ...planned].map(({ id }) => id))
}
