import { and, asc, count, eq, gt, inArray, isNull, lte, or, sql } from 'drizzle-orm'
import { addDays } from '#contract/dates/calendar.ts'
import { shopDate } from '#contract/dates/shop-calendar.ts'
import type { FailureReason } from '#contract/driver/events.ts'
import { calendarFor, nextRouteDay } from '#contract/zones/landed-date.ts'
import type { Tx } from '#server/db/client.ts'
import { type Actor, recordAuditEntry } from '#server/modules/audit/index.ts'
import {
  type DeliveryHandlers,
  moveOrder,
  setDeliveryProgress,
} from '#server/modules/deliveries/index.ts'
import { lockStopsOfOrders, type RouteRow } from '#server/modules/dispatch/index.ts'
import { schedules } from '#server/modules/dispatch/tables.ts'
import { queueEmail } from '#server/modules/mail/index.ts'
import { lockOrder, lockOrders, type OrderRow } from '#server/modules/orders/index.ts'
import { orders } from '#server/modules/orders/tables.ts'
import { cycles } from '#server/modules/subscriptions/tables.ts'
import type { EventDeps } from '../deps.ts'
import { stopStates } from '../tables.ts'
import { findOrdersToFinalize, recordFinalCounts } from './final-counts.ts'
import { listGaps } from './list-gaps.ts'
import { findOpenStops, takeOffStops } from './take-off-stops.ts'
import { GIVEN_UP, toDedupeSuffix } from './visit-emails.ts'

type Deps = Omit<EventDeps, 'routeHandlers' | 'handlers'> & { deliveryHandlers: DeliveryHandlers }

/** Rule 58: delivered again automatically, once. All other reasons need a call. */
const retried: readonly FailureReason[] = [
  'nobody-home',
  'no-access',
  'dog',
  'closed',
  'no-bottles-left',
]

/** Rule 58: what becomes of deliveries that were not made once their driver has come back. */
export async function finalizeRoute(
  tx: Tx,
  deps: Deps,
  route: RouteRow,
  actor: Actor,
): Promise<void> {
  await listGaps(tx, deps, route)
  const failed = await tx
    .select({ orderId: schedules.orderId, reason: stopStates.failureReason })
    .from(stopStates)
    .innerJoin(schedules, eq(schedules.id, stopStates.stopId))
    .innerJoin(orders, eq(orders.id, schedules.orderId))
    .where(
      and(
        eq(stopStates.routeId, route.id),
        // An outcome that was undone for an erased customer leaves the delivery failed.
        or(eq(stopStates.progress, 'failed'), isNull(orders.customerId)),
      ),
    )
    .orderBy(asc(schedules.orderId))
  const reasons = new Map(failed.map(({ orderId, reason }) => [orderId, reason ?? 'other']))
  const open = await findOpenStops(tx, route)
  const orderIds = [
    ...new Set([
      ...reasons.keys(),
      ...open.map(({ orderId }) => orderId),
      // Staff may mark a further stop as delivered in this moment.
      ...(await findOrdersToFinalize(tx, route)),
    ]),
  ]
  await deps.orderHandlers.lockSubscriptionsOfOrders(tx, orderIds)
  await lockOrders(tx, orderIds)
  await lockStopsOfOrders(tx, orderIds)
  await takeOffStops(tx, deps, actor, route, orderIds)
  const givenUp: string[] = []
  for (const [orderId, reason] of reasons) {
    const order = await lockOrder(tx, orderId)
    // Deliveries that staff have changed since no longer belong to this route.
    if (order?.deliveryStatus !== 'failed' || order.status === 'cancelled') continue
    if (order.deliveryDate !== route.date) continue
    const again = await tryAgain(tx, deps, route, order, reason)
    if (again === GIVEN_UP) givenUp.push(orderId)
    const dedupeSuffix = toDedupeSuffix(route.date, reason, again)
    await queueEmail(tx, deps, { kind: 'delivery_failed', subjectId: orderId, dedupeSuffix })
  }
  await recordFinalCounts(tx, deps, route, givenUp)
}

/** An erased customer has no address and no phone number: what was not left is refunded. */
async function tryAgain(
  tx: Tx,
  deps: Deps,
  route: RouteRow,
  order: OrderRow,
  reason: string,
): Promise<string | undefined> {
  if (order.customerId === null) return GIVEN_UP
  const isRetried = retried.some((name) => name === reason)
  return isRetried ? retryDelivery(tx, deps, route, order, reason) : undefined
}

/**
 * Plans the delivery for the next route day, once. Otherwise it stays failed, for staff to call. Returns
 * the new date, or that it is given up.
 */
async function retryDelivery(
  tx: Tx,
  deps: Deps,
  route: RouteRow,
  order: OrderRow,
  reason: string,
): Promise<string | undefined> {
  if (await hasFailedBefore(tx, order.id)) return undefined
  const now = deps.clock.now()
  const today = shopDate(deps.shop.calendar, now)
  const [, latest = today] = [today, route.date].sort()
  const date = nextRouteDay(calendarFor(deps.shop, order.deliveryZip), addDays(latest, 1))
  if (await hasNextCycle(tx, order, route.date, date)) return GIVEN_UP
  const progress = { deliveryStatus: 'scheduled', at: now, isOld: true } as const
  await setDeliveryProgress(tx, deps, [{ orderId: order.id, ...progress }])
  await moveOrder(tx, deps, order.id, date)
  await recordAuditEntry(
    tx,
    deps,
    { actor: 'system' },
    {
      action: 'order.moved',
      subjectId: order.id,
      before: { deliveryDate: route.date },
      after: { deliveryDate: date, notDelivered: reason.replaceAll('-', ' ') },
    },
  )
  return date
}

async function hasFailedBefore(tx: Tx, orderId: string): Promise<boolean> {
  const [row] = await tx
    .select({ n: count() })
    .from(schedules)
    .where(and(eq(schedules.orderId, orderId), eq(schedules.outcome, 'failed')))
  return (row?.n ?? 0) > 1
}

/** Where the next delivery of the subscription comes by then, the failed one is refunded instead. */
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
