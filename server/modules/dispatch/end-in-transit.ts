import { and, eq, inArray, isNotNull } from 'drizzle-orm'
import type { Tx } from '#server/db/client.ts'
import { setDeliveryProgress } from '#server/modules/deliveries/index.ts'
import { lockOrder, type OrderDeps } from '#server/modules/orders/index.ts'
import { schedules } from './tables.ts'

/** Filters the orders that a truck is out with. */
export async function findOutOnTruck(tx: Tx, orderIds: readonly string[]): Promise<Set<string>> {
  const rows = await tx
    .select({ orderId: schedules.orderId })
    .from(schedules)
    .where(
      and(
        inArray(schedules.orderId, [...orderIds]),
        eq(schedules.status, 'in-progress'),
        isNotNull(schedules.truckId),
      ),
    )
  return new Set(rows.map(({ orderId }) => orderId))
}

/** Rule 49: a delivery that no truck is out with any more is unplanned. */
export async function endInTransit(tx: Tx, deps: OrderDeps, orderId: string): Promise<void> {
  const order = await lockOrder(tx, orderId)
  if (order?.deliveryStatus !== 'in-transit') return
  if ((await findOutOnTruck(tx, [orderId])).has(orderId)) return
  const progress = { deliveryStatus: 'scheduled', at: deps.clock.now(), isOld: true } as const
  await setDeliveryProgress(tx, deps, [{ orderId, ...progress }])
}
