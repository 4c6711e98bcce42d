import { and, eq, inArray, isNotNull } from 'drizzle-orm'
import type { Tx } from '#server/db/client.ts'
import type { Actor } from '#server/modules/audit/index.ts'
import { isOpenStop, type StopHandlers, setStopsProgress } from '#server/modules/dispatch/index.ts'
import { schedules } from '#server/modules/dispatch/tables.ts'
import { orders } from '#server/modules/orders/tables.ts'
import type { Clock } from '#server/runtime.ts'
import { cases } from './tables.ts'

/**
 * Rule 66: where a truck has still to make a delivery whose outcome was undone, no other one is due.
 * Cancelling the stop of a redelivery opens its case again. The orders must be locked.
 */
export async function cancelRedeliveries(
  tx: Tx,
  deps: { clock: Clock; stopHandlers: StopHandlers },
  actor: Actor,
  undone: readonly { stopId: string; orderId: string | null }[],
): Promise<void> {
  const open = await selectOpenAgain(
    tx,
    undone.map(({ stopId }) => stopId),
  )
  if (open.length === 0) return
  const redeliveries = await tx
    .select({ orderId: cases.orderId, stopId: cases.scheduleId })
    .from(cases)
    .where(
      and(
        inArray(
          cases.orderId,
          open.map(({ orderId }) => orderId),
        ),
        eq(cases.outcome, 'redelivery'),
      ),
    )
  // A redelivery that is undone itself answers its own case, and no other.
  const isRedelivery = (id: string) => redeliveries.some(({ stopId }) => stopId === id)
  const orderIds = new Set(
    open.filter(({ stopId }) => !isRedelivery(stopId)).map(({ orderId }) => orderId),
  )
  const taken = { status: 'cancelled', outcome: null, outcomeAt: null, isOpenOnly: true } as const
  const stops = redeliveries.flatMap(({ orderId, stopId }) =>
    stopId && orderIds.has(orderId) ? [{ stopId, ...taken }] : [],
  )
  await setStopsProgress(tx, deps, actor, stops)
}

/** Not those that were deleted, reported by another truck as well, or made by another stop. */
const selectOpenAgain = (tx: Tx, stopIds: string[]) =>
  tx
    .select({ stopId: schedules.id, orderId: schedules.orderId })
    .from(schedules)
    .innerJoin(orders, eq(orders.id, schedules.orderId))
    .where(
      and(
        inArray(schedules.id, stopIds),
        isOpenStop,
        isNotNull(schedules.truckId),
        inArray(orders.deliveryStatus, ['scheduled', 'in-transit']),
      ),
    )
