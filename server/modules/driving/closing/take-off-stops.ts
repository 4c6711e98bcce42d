import type { Tx } from '#server/db/client.ts'
import type { Actor } from '#server/modules/audit/index.ts'
import { setDeliveryProgress } from '#server/modules/deliveries/index.ts'
import {
  findOutOnTruck,
  isOpenStopOn,
  type RouteRow,
  type StopHandlers,
  setStopsProgress,
} from '#server/modules/dispatch/index.ts'
import { schedules } from '#server/modules/dispatch/tables.ts'
import { lockOrders, type OrderDeps, type OrderRow } from '#server/modules/orders/index.ts'

/** The stops of the route that have no outcome. */
export const findOpenStops = (tx: Tx, route: RouteRow) =>
  tx
    .select({ stopId: schedules.id, orderId: schedules.orderId })
    .from(schedules)
    .where(isOpenStopOn(route))

/**
 * Rule 49: a closed route is never changed again, so a stop that is still open leaves its truck, and
 * staff see the delivery as unplanned. The orders must be locked.
 */
export async function takeOffStops(
  tx: Tx,
  deps: OrderDeps & { stopHandlers: StopHandlers },
  actor: Actor,
  route: RouteRow,
  lockedIds: readonly string[],
): Promise<void> {
  // Read again under the locks. A stop that staff add in this moment stays theirs.
  const open = (await findOpenStops(tx, route)).filter(({ orderId }) => lockedIds.includes(orderId))
  const taken = { status: 'cancelled', outcome: null, outcomeAt: null, isOpenOnly: true } as const
  const stops = open.map(({ stopId }) => ({ stopId, ...taken }))
  await setStopsProgress(tx, deps, actor, stops)
  const orderIds = [...new Set(open.map(({ orderId }) => orderId))]
  if (orderIds.length === 0) return
  const onOtherTrucks = await findOutOnTruck(tx, orderIds)
  const orders = await lockOrders(tx, orderIds)
  // An erased customer has no address to plan for.
  const progress = orders
    .filter((order) => isComing(order) && !onOtherTrucks.has(order.id))
    .map((order) => ({
      orderId: order.id,
      deliveryStatus: order.customerId === null ? ('failed' as const) : ('scheduled' as const),
      at: deps.clock.now(),
      isOld: true,
    }))
  await setDeliveryProgress(tx, deps, progress)
}

const isComing = ({ deliveryStatus }: OrderRow) =>
  deliveryStatus === 'scheduled' || deliveryStatus === 'in-transit'
