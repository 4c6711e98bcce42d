import { and, eq } from 'drizzle-orm'
import { shopDate } from '#contract/dates/shop-calendar.ts'
import { NEAR_STOPS, type Tracking } from '#contract/tracking/tracking.ts'
import type { Tx } from '#server/db/client.ts'
import { isOpenStop } from '#server/modules/dispatch/index.ts'
import { routes, schedules } from '#server/modules/dispatch/tables.ts'
import { queueEmail } from '#server/modules/mail/index.ts'
import { orders } from '#server/modules/orders/tables.ts'
import type { EventDeps } from '../deps.ts'
import { onRoute, readTrackedRoute, wantsNearEmail } from './read-tracked-route.ts'
import { nearEmailChoices, nearEmailCustomers } from './tables.ts'
import { trackRoute } from './track-route.ts'

/** The truck comes next, or after at most two others. */
export const isNear = (
  tracking: Tracking | undefined,
): tracking is Tracking & { stopsBefore: number; from: string; to: string } =>
  tracking?.state === 'underway' &&
  tracking.stopsBefore !== undefined &&
  tracking.stopsBefore <= NEAR_STOPS

/** Rule 63: one email per delivery and date, for customers who asked for it. */
export async function queueNearEmails(tx: Tx, deps: EventDeps, routeId: string): Promise<void> {
  const waiting = await selectWaiting(tx, routeId)
  if (waiting.length === 0) return
  const route = await readTrackedRoute(tx, deps, routeId)
  if (!route) return
  const now = deps.clock.now()
  const lines = trackRoute(route, now, shopDate(deps.shop.calendar, now))
  for (const { orderId } of waiting)
    if (isNear(lines.get(orderId)))
      await queueEmail(tx, deps, {
        kind: 'truck_near',
        subjectId: orderId,
        dedupeSuffix: route.date,
      })
}

const selectWaiting = (tx: Tx, routeId: string) =>
  tx
    .select({ orderId: orders.id })
    .from(routes)
    .innerJoin(schedules, onRoute)
    .innerJoin(orders, eq(orders.id, schedules.orderId))
    .leftJoin(nearEmailChoices, eq(nearEmailChoices.orderId, orders.id))
    .leftJoin(nearEmailCustomers, eq(nearEmailCustomers.customerId, orders.customerId))
    .where(and(eq(routes.id, routeId), isOpenStop, wantsNearEmail))
