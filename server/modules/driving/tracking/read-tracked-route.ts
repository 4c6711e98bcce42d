import { and, asc, eq, inArray, isNotNull, ne, or, sql } from 'drizzle-orm'
import { shopInstant } from '#contract/dates/shop-calendar.ts'
import { activeEvents } from '#contract/driver/fold.ts'
import type { Shop } from '#contract/shop.ts'
import type { DbOrTx } from '#server/db/client.ts'
import { isOnHold } from '#server/modules/deliveries/index.ts'
import { toDoor } from '#server/modules/dispatch/index.ts'
import { announcedWindows, routes, schedules } from '#server/modules/dispatch/tables.ts'
import { orders } from '#server/modules/orders/tables.ts'
import { cycles } from '#server/modules/subscriptions/tables.ts'
import { driverEvents, stopStates } from '../tables.ts'
import { nearEmailChoices, nearEmailCustomers } from './tables.ts'
import type { TrackedRoute, TrackedStop } from './tracked-route.ts'

export const wantsNearEmail = sql<boolean>`coalesce(${nearEmailChoices.isWanted},
  ${nearEmailCustomers.customerId} is not null)`

export const onRoute = and(
  eq(routes.truckId, schedules.truckId),
  eq(routes.date, schedules.scheduledDate),
)
/** Cancelled stops are left out, unless the driver was there. */
export const isMade = or(ne(schedules.status, 'cancelled'), isNotNull(schedules.outcome))

/** Two statements for any number of stops and customers. Undefined if the route has no stops. */
export async function readTrackedRoute(
  db: DbOrTx,
  { shop }: { shop: Shop },
  routeId: string,
): Promise<TrackedRoute | undefined> {
  const rows = await selectStops(db, routeId)
  const route = rows[0]?.route
  if (!route) return undefined
  const events = (await selectEvents(db, routeId)).map(({ id, ...event }) => ({
    ...event,
    eventId: id,
  }))
  const active = activeEvents(events)
  const latest = (found: readonly { effectiveAt: Date }[]) =>
    found.reduce<Date | null>(
      (last, { effectiveAt }) => (last && last >= effectiveAt ? last : effectiveAt),
      null,
    )
  const arrivals = new Map(
    active
      .filter(({ type }) => type === 'arrived')
      .map(({ stopId, effectiveAt }) => [stopId, effectiveAt]),
  )
  const departures = active.filter(({ type }) => type === 'departed')
  return {
    ...route,
    departures: new Map(departures.map(({ trip, effectiveAt }) => [trip, effectiveAt])),
    lastEventAt: latest(events),
    stops: rows.map((row) => toStop(shop, row, arrivals.get(row.stop.id) ?? null)),
  }
}

type StopRow = Awaited<ReturnType<typeof selectStops>>[number]

function toStop(shop: Shop, row: StopRow, arrivedAt: Date | null): TrackedStop {
  const { stop, order, state, cycle, announcedAt, wantsEmail } = row
  return {
    orderId: order.id,
    trip: stop.trip,
    door: toDoor(order),
    progress: toProgress(row),
    isOut: stop.status === 'in-progress' || (state?.isOut ?? false),
    isOnHold: cycle !== null && isOnHold(cycle),
    bottles: order.bottles,
    plannedAt: stop.plannedAt,
    windowAt: announcedAt ?? stop.plannedAt ?? typedTime(shop, stop),
    arrivedAt,
    doneAt: stop.outcomeAt,
    isUntracked: order.deliveryDate !== stop.scheduledDate || order.deliveryStatus === 'delivered',
    wantsEmail,
  }
}

/**
 * Staff may complete a stop or a delivery by hand, without any event. A stop that was planned after
 * its delivery was made brings the rest, or takes it there again.
 */
function toProgress({ stop, order, state }: StopRow): TrackedStop['progress'] {
  if (stop.outcome === 'failed') return 'failed'
  const isMadeBefore =
    order.deliveryStatus === 'delivered' && stop.createdAt <= (order.deliveredAt ?? stop.createdAt)
  if (stop.status === 'completed' || isMadeBefore) return 'done'
  return state?.progress === 'arrived' || state?.progress === 'skipped' ? state.progress : 'pending'
}

/** The time that staff typed, on the shop's clock. */
function typedTime(
  { calendar }: Shop,
  { scheduledDate, scheduledTime }: { scheduledDate: string; scheduledTime: string | null },
): Date | null {
  const [hour, minute] = (scheduledTime ?? '').split(':').map(Number)
  if (!Number.isInteger(hour) || !Number.isInteger(minute)) return null
  return shopInstant(calendar, scheduledDate, (hour ?? 0) + (minute ?? 0) / 60)
}

const selectStops = (db: DbOrTx, routeId: string) =>
  db
    .select({
      route: { id: routes.id, date: routes.date, status: routes.status, leftAt: routes.leftAt },
      stop: {
        id: schedules.id,
        trip: schedules.trip,
        status: schedules.status,
        outcome: schedules.outcome,
        outcomeAt: schedules.outcomeAt,
        plannedAt: schedules.plannedAt,
        createdAt: schedules.createdAt,
        scheduledDate: schedules.scheduledDate,
        scheduledTime: schedules.scheduledTime,
      },
      order: {
        id: orders.id,
        deliveryAddress: orders.deliveryAddress,
        deliveryZip: orders.deliveryZip,
        deliveryDate: orders.deliveryDate,
        deliveryStatus: orders.deliveryStatus,
        deliveredAt: orders.deliveredAt,
        bottles: orders.bottles,
      },
      state: { progress: stopStates.progress, isOut: stopStates.isOut },
      cycle: { status: cycles.status, holdAt: cycles.holdAt, releasedAt: cycles.releasedAt },
      announcedAt: announcedWindows.expectedAt,
      wantsEmail: wantsNearEmail,
    })
    .from(routes)
    .innerJoin(schedules, onRoute)
    .innerJoin(orders, eq(orders.id, schedules.orderId))
    // Events of the stop's former truck say nothing about this route.
    .leftJoin(
      stopStates,
      and(eq(stopStates.stopId, schedules.id), eq(stopStates.routeId, routes.id)),
    )
    .leftJoin(cycles, eq(cycles.orderId, orders.id))
    .leftJoin(
      announcedWindows,
      and(eq(announcedWindows.orderId, orders.id), eq(announcedWindows.date, routes.date)),
    )
    .leftJoin(nearEmailChoices, eq(nearEmailChoices.orderId, orders.id))
    .leftJoin(nearEmailCustomers, eq(nearEmailCustomers.customerId, orders.customerId))
    .where(and(eq(routes.id, routeId), isMade))
    .orderBy(
      asc(schedules.trip),
      sql`${schedules.position} asc nulls last`,
      asc(schedules.createdAt),
      asc(schedules.id),
    )

const selectEvents = (db: DbOrTx, routeId: string) =>
  db
    .select({
      id: driverEvents.id,
      deviceId: driverEvents.deviceId,
      deviceSeq: driverEvents.deviceSeq,
      type: driverEvents.type,
      supersedes: driverEvents.supersedes,
      trip: driverEvents.trip,
      stopId: driverEvents.stopId,
      effectiveAt: driverEvents.effectiveAt,
    })
    .from(driverEvents)
    .where(and(eq(driverEvents.routeId, routeId), eq(driverEvents.state, 'counted')))

/** The routes that these orders are on, by the order's id. One statement for any number of them. */
export async function findRoutes(
  db: DbOrTx,
  orderIds: readonly string[],
): Promise<Map<string, string>> {
  const rows = await db
    .select({ orderId: schedules.orderId, routeId: routes.id })
    .from(schedules)
    .innerJoin(orders, eq(orders.id, schedules.orderId))
    .innerJoin(routes, onRoute)
    .where(
      and(
        inArray(schedules.orderId, [...orderIds]),
        eq(schedules.scheduledDate, orders.deliveryDate),
        isMade,
      ),
    )
    // The last row of an order wins: an open stop before one that has ended.
    .orderBy(
      sql`${schedules.status} in ('pending', 'in-progress')`,
      asc(schedules.createdAt),
      asc(schedules.id),
    )
  return new Map(rows.map(({ orderId, routeId }) => [orderId, routeId]))
}
