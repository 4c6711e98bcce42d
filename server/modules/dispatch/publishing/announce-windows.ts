import { and, eq, inArray, sql } from 'drizzle-orm'
import { shopInstant } from '#contract/dates/shop-calendar.ts'
import type { Tx } from '#server/db/client.ts'
import { queueEmail } from '#server/modules/mail/index.ts'
import { isPlannable } from '#server/modules/orders/index.ts'
import { orders } from '#server/modules/orders/tables.ts'
import type { StopRow } from '../board/deliveries.ts'
import { selectStops } from '../board/deliveries.ts'
import type { RouteRow } from '../board/lock-board.ts'
import { isOpenStopOn } from '../open-stops.ts'
import { announcedWindows, routes, schedules } from '../tables.ts'
import type { WriteDeps } from '../write-schedule.ts'
import { type AnnouncedWindow, toDedupeSuffix } from './window-emails.ts'

/** The stops of the route that are still to be made. */
export const selectOpenStops = (tx: Tx, route: { truckId: string; date: string }) =>
  selectStops(tx, isOpenStopOn(route))

/**
 * Emails each customer of the route when the truck comes, once per time. One whose delivery is on hold
 * gets the email when the route is published again after it was paid.
 */
export async function announceWindows(
  tx: Tx,
  deps: WriteDeps,
  route: RouteRow,
  stops: StopRow[],
): Promise<void> {
  const byOrder = new Map(
    stops.filter(({ delivery }) => !delivery.isOnHold).map((row) => [row.delivery.orderId, row]),
  )
  const announced = await readAnnounced(tx, [...byOrder.keys()])
  const changed: (AnnouncedWindow & { orderId: string; announcedAt: Date })[] = []
  for (const [orderId, { stop }] of byOrder) {
    const expectedAt = stop.plannedAt ?? typedTime(deps, stop)
    const before = announced.get(orderId)
    const isKnown =
      before?.date === route.date && before.expectedAt?.getTime() === expectedAt?.getTime()
    if (!isKnown)
      changed.push({ orderId, date: route.date, expectedAt, announcedAt: deps.clock.now() })
  }
  for (const { orderId, ...window } of changed) {
    await queueEmail(tx, deps, {
      kind: 'delivery_window',
      subjectId: orderId,
      dedupeSuffix: toDedupeSuffix(window, route.version),
    })
  }
  if (changed.length === 0) return
  await tx
    .insert(announcedWindows)
    .values(changed)
    .onConflictDoUpdate({
      target: announcedWindows.orderId,
      set: {
        date: sql`excluded.date`,
        expectedAt: sql`excluded.expected_at`,
        announcedAt: sql`excluded.told_at`,
        wrongSince: null,
      },
    })
}

/**
 * Emails the customers whose announced window is no longer valid: their delivery is on no published
 * route of the date any more.
 */
export async function withdrawLostWindows(tx: Tx, deps: WriteDeps, route: RouteRow): Promise<void> {
  const isOnRoute = sql`exists (select 1 from ${schedules} join ${routes}
    on ${routes.truckId} = ${schedules.truckId} and ${routes.date} = ${schedules.scheduledDate}
    where ${schedules.orderId} = ${announcedWindows.orderId} and ${routes.date} = ${route.date}
    and ${routes.status} in ('published', 'out') and ${schedules.status} <> 'cancelled')`
  const lost = await tx
    .select({ window: announcedWindows })
    .from(announcedWindows)
    .innerJoin(orders, eq(orders.id, announcedWindows.orderId))
    .where(
      and(
        eq(announcedWindows.date, route.date),
        // A delivery that was moved, cancelled or made has emails of its own.
        eq(orders.deliveryDate, route.date),
        eq(orders.deliveryStatus, 'scheduled'),
        isPlannable,
        sql`not ${isOnRoute}`,
      ),
    )
  for (const { window } of lost) {
    const { orderId } = window
    await queueEmail(tx, deps, {
      kind: 'delivery_window_withdrawn',
      subjectId: orderId,
      dedupeSuffix: toDedupeSuffix(window, route.version),
    })
    await tx.delete(announcedWindows).where(eq(announcedWindows.orderId, orderId))
  }
}

async function readAnnounced(tx: Tx, orderIds: string[]) {
  const rows = await tx
    .select()
    .from(announcedWindows)
    .where(orderIds.length > 0 ? inArray(announcedWindows.orderId, orderIds) : sql`false`)
  return new Map(rows.map((row) => [row.orderId, row]))
}

/** The time that staff typed, on the shop's clock. */
export function typedTime({ shop }: WriteDeps, stop: StopRow['stop']): Date | null {
  if (!stop.scheduledTime) return null
  const [hour = 0, minute = 0] = stop.scheduledTime.split(':').map(Number)
  return shopInstant(shop.calendar, stop.scheduledDate, hour + minute / 60)
}
