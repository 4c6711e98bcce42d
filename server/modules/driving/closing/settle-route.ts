import { and, asc, count, eq, gt, inArray, lte, sql } from 'drizzle-orm'
import { addDays } from '#contract/dates/calendar.ts'
import { shopDate } from '#contract/dates/shop-calendar.ts'
import type { FailureReason } from '#contract/driver/events.ts'
import { calendarFor, nextRouteDay } from '#contract/zones/landed-date.ts'
import type { Tx } from '#server/db/client.ts'
import {
  type DeliveryHandlers,
  moveOrder,
  setDeliveryProgress,
} from '#server/modules/deliveries/index.ts'
import type { RouteRow } from '#server/modules/dispatch/index.ts'
import { schedules } from '#server/modules/dispatch/tables.ts'
import { lockOrder, lockOrders, type OrderRow } from '#server/modules/orders/index.ts'
import { cycles } from '#server/modules/subscriptions/tables.ts'
import type { EventDeps } from '../deps.ts'
import { stopStates } from '../tables.ts'
import { listGaps } from './list-gaps.ts'

type Deps = Omit<EventDeps, 'routeHandlers' | 'handlers'> & { deliveryHandlers: DeliveryHandlers }

/** Rule 58: tried once more by itself. All other reasons need a call. */
const retried: readonly FailureReason[] = [
  'nobody-home',
  'no-access',
  'dog',
  'closed',
  'no-bottles-left',
]

/** Rule 58: what becomes of failed deliveries once their driver can no longer undo them. */
export async function settleRoute(tx: Tx, deps: Deps, route: RouteRow): Promise<void> {
  await listGaps(tx, deps, route)
  const failed = await tx
    .select({ orderId: schedules.orderId, reason: stopStates.failureReason })
    .from(stopStates)
    .innerJoin(schedules, eq(schedules.id, stopStates.stopId))
    .where(and(eq(stopStates.routeId, route.id), eq(stopStates.progress, 'failed')))
    .orderBy(asc(schedules.orderId))
  const again = failed.filter(({ reason }) => retried.some((name) => name === reason))
  const orderIds = [...new Set(again.map(({ orderId }) => orderId))]
  await deps.orderHandlers.lockSubscriptionsOfOrders(tx, orderIds)
  await lockOrders(tx, orderIds)
  for (const orderId of orderIds) await retryDelivery(tx, deps, route, orderId)
}

/** The same delivery on the next route day, once. Otherwise it stays failed, for staff to call. */
async function retryDelivery(tx: Tx, deps: Deps, route: RouteRow, orderId: string): Promise<void> {
  const order = await lockOrder(tx, orderId)
  if (order?.deliveryStatus !== 'failed' || order.status === 'cancelled') return
  if (order.deliveryDate !== route.date || (await hasFailedBefore(tx, orderId))) return
  const now = deps.clock.now()
  const today = shopDate(deps.shop.calendar, now)
  const [, latest = today] = [today, route.date].sort()
  const from = addDays(latest, 1)
  const date = nextRouteDay(calendarFor(deps.shop, order.deliveryZip), from)
  if (await hasNextCycle(tx, order, route.date, date)) return
  await setDeliveryProgress(tx, deps, orderId, {
    deliveryStatus: 'scheduled',
    at: now,
    isOld: true,
  })
  await moveOrder(tx, deps, orderId, date)
}

async function hasFailedBefore(tx: Tx, orderId: string): Promise<boolean> {
  const [row] = await tx
    .select({ n: count() })
    .from(schedules)
    .where(and(eq(schedules.orderId, orderId), eq(schedules.outcome, 'failed')))
  return (row?.n ?? 0) > 1
}

/** Where the next delivery of the subscription comes by then, the failed one is given back instead. */
async function hasNextCycle(
  tx: Tx,
  { id, parentOrderId }: OrderRow,
  after: string,
  until: string,
): Promise<boolean> {
  const rows = await tx
    .select({ date: cycles.date })
    .from(cycles)
    .where(
      and(
        // Rule 14: the first order has the id of its subscription.
        eq(cycles.subscriptionId, parentOrderId ?? id),
        sql`${cycles.orderId} is distinct from ${id}`,
        gt(cycles.date, after),
        lte(cycles.date, until),
        inArray(cycles.status, ['planned', 'ordered', 'charging', 'unpaid', 'paid', 'invoiced']),
      ),
    )
    .limit(1)
  return rows.length > 0
}
