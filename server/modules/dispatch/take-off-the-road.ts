import { and, eq, isNotNull } from 'drizzle-orm'
import type { Tx } from '#server/db/client.ts'
import { setDeliveryProgress } from '#server/modules/deliveries/index.ts'
import { lockOrder, type OrderDeps } from '#server/modules/orders/index.ts'
import { schedules } from './tables.ts'

/** Rule 49: a delivery that no truck is out with any more is unplanned. */
export async function takeOffTheRoad(tx: Tx, deps: OrderDeps, orderId: string): Promise<void> {
  const order = await lockOrder(tx, orderId)
  if (order?.deliveryStatus !== 'in-transit') return
  const [other] = await tx
    .select({ id: schedules.id })
    .from(schedules)
    .where(
      and(
        eq(schedules.orderId, orderId),
        eq(schedules.status, 'in-progress'),
        isNotNull(schedules.truckId),
      ),
    )
    .limit(1)
  if (other) return
  const progress = { deliveryStatus: 'scheduled', at: deps.clock.now(), isOld: true } as const
  await setDeliveryProgress(tx, deps, [{ orderId, ...progress }])
}
