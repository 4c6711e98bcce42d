import { and, asc, eq, isNotNull, ne, sql } from 'drizzle-orm'
import { periodOn, type ShopCalendar } from '#contract/dates/shop-calendar.ts'
import { readPlanning } from '#contract/routes/planning-settings.ts'
import type { TimeWindow } from '#contract/zones/time-window.ts'
import type { DbOrTx } from '#server/db/client.ts'
import { driverAbsences, drivers, trucks } from '#server/modules/fleet/tables.ts'
import { orders } from '#server/modules/orders/tables.ts'
import { readPlaces } from '#server/modules/points/index.ts'
import { readSettings } from '#server/modules/settings/index.ts'
import { cycles } from '#server/modules/subscriptions/tables.ts'
import { stopOrder } from '../board/deliveries.ts'
import { routes, schedules } from '../tables.ts'
import { isUnplannedOn } from '../unplanned.ts'
import { findDepot } from './find-depot.ts'
import { findKnownTrucks } from './find-known-trucks.ts'
import type { DayDelivery, DayTruck, PlanDay } from './problem/day.ts'
import { formatTime } from './problem/times.ts'
import { readStanding } from './standing/read-standing.ts'
import { standingDoor, toDoor } from './standing/to-door.ts'

export type DayDeps = { shop: { calendar: ShopCalendar } }

const orderColumns = {
  id: orders.id,
  customerId: orders.customerId,
  deliveryAddress: orders.deliveryAddress,
  deliveryZip: orders.deliveryZip,
  deliveryStatus: orders.deliveryStatus,
  bottles: orders.bottles,
  deliveryWindow: orders.deliveryWindow,
  parentOrderId: orders.parentOrderId,
}

type OrderFields = {
  id: string
  customerId: string | null
  deliveryAddress: string | null
  deliveryZip: string
  deliveryStatus: string
  bottles: number
  deliveryWindow: TimeWindow | null
  parentOrderId: string | null
}

/** Reads everything that a plan of the date is made from, in as few statements at any size. */
export async function readDay(
  db: DbOrTx,
  { shop: { calendar } }: DayDeps,
  date: string,
): Promise<PlanDay> {
  const settings = readPlanning((await readSettings(db)).routing)
  const routeRows = await db.select().from(routes).where(eq(routes.date, date)).orderBy(routes.id)
  const stops = await selectStops(db, date)
  const unplanned = await selectUnplanned(db, date)
  const found = [...stops.map(({ order }) => order), ...unplanned.map(({ order }) => order)]
  const places = await readPlaces(db, found)
  const known = await findKnownTrucks(db, date, found)
  const promisedRoutes = new Set(
    routeRows.filter(({ publishedAt }) => publishedAt !== null).map(({ truckId }) => truckId),
  )
  const counted = findCounted(stops.map(({ stop }) => stop))
  const toDelivery = (order: OrderFields, isPromised: boolean, stopId?: string) =>
    toDayDelivery(order, {
      isPromised,
      isCounted: stopId === undefined || counted.get(order.id) === stopId,
      point: places.get(order.id),
      knownTruckId: known.get(order.id) ?? null,
      standingDoor: standingDoor(order),
    })
  const { timeZone } = periodOn(calendar, date)
  const day = {
    date,
    timeZone,
    settings,
    trucks: await readTrucks(db),
    routes: routeRows.map(({ id, truckId, version, status, isLocked }) => ({
      id,
      truckId,
      version,
      status,
      isLocked,
      stops: stops
        .filter(({ stop }) => stop.truckId === truckId)
        .map(({ stop, order }) => ({
          ...toDelivery(order, promisedRoutes.has(truckId), stop.id),
          stopId: stop.id,
          trip: stop.trip,
          position: stop.position,
          pin: stop.pin,
          scheduledTime: stop.scheduledTime,
          plannedTime:
            stop.pin === 'time' && stop.plannedAt ? formatTime(timeZone, stop.plannedAt) : null,
          status: stop.status === 'cancelled' ? ('pending' as const) : stop.status,
        })),
    })),
    unplanned: unplanned.map(({ order, stop }) => ({
      ...toDelivery(order, false),
      stopId: stop?.id ?? null,
      scheduledTime: stop?.scheduledTime ?? null,
    })),
    drivers: await countDrivers(db, date),
    standing: await readStanding(db, date),
  }
  const deliveries = [
    ...day.routes.flatMap((route): DayDelivery[] => route.stops),
    ...day.unplanned,
  ]
  return { ...day, depot: await findDepot(db, settings, deliveries) }
}

type Point = ReturnType<Awaited<ReturnType<typeof readPlaces>>['get']>

type DeliveryContext = Pick<DayDelivery, 'knownTruckId' | 'standingDoor'> & {
  isPromised: boolean
  isCounted: boolean
  point: Point
}

function toDayDelivery(
  order: OrderFields,
  { isPromised, isCounted, point, ...known }: DeliveryContext,
): Omit<DayDelivery, 'stopId' | 'scheduledTime'> {
  const bottles = isCounted ? order.bottles : 0
  const other = order.deliveryStatus === 'failed' ? 'failed_before' : 'other'
  return {
    orderId: order.id,
    door: toDoor(order),
    bottles,
    // A renewal's delivery collects the empty bottles of the one before.
    empties: order.parentOrderId ? bottles : 0,
    place: point?.place ?? null,
    window: order.deliveryWindow,
    hours: point?.windows ?? [],
    areHoursHard: point?.hoursAreHard ?? false,
    extraMinutes: point?.extraMinutes ?? 0,
    priority: isPromised ? 'promised' : other,
    ...known,
  }
}

/** By order, the stop whose bottles count: an order may have several, which are loaded once. */
function findCounted(stops: readonly (typeof schedules.$inferSelect)[]): Map<string, string> {
  // The last entry of an order stays, so one that is still to be made wins.
  const byProgress = [...stops].reverse().sort((a, b) => progressRank(b) - progressRank(a))
  return new Map(byProgress.map(({ orderId, id }) => [orderId, id]))
}

const progressRank = ({ status }: { status: string }): number => (status === 'pending' ? 0 : 1)

const selectStops = (db: DbOrTx, date: string) =>
  db
    .select({ stop: schedules, order: orderColumns })
    .from(schedules)
    .innerJoin(orders, eq(orders.id, schedules.orderId))
    .where(
      and(
        eq(schedules.scheduledDate, date),
        isNotNull(schedules.truckId),
        ne(schedules.status, 'cancelled'),
      ),
    )
    .orderBy(...stopOrder)

/** With the order's unassigned schedule, which a plan uses instead of adding one. */
async function selectUnplanned(db: DbOrTx, date: string) {
  const rows = await db
    .select({
      order: orderColumns,
      stop: { id: schedules.id, scheduledTime: schedules.scheduledTime },
    })
    .from(orders)
    .leftJoin(cycles, eq(cycles.orderId, orders.id))
    .leftJoin(
      schedules,
      and(
        eq(schedules.orderId, orders.id),
        eq(schedules.status, 'pending'),
        sql`${schedules.truckId} is null`,
      ),
    )
    .where(isUnplannedOn(date))
    .orderBy(asc(orders.deliveryZip), asc(orders.createdAt), asc(orders.id), asc(schedules.id))
  // The endpoint of the schedules page may have added several.
  return rows.filter(({ order }, index) => order.id !== rows[index - 1]?.order.id)
}

async function readTrucks(db: DbOrTx): Promise<DayTruck[]> {
  const rows = await db.select().from(trucks).orderBy(asc(trucks.name), asc(trucks.id))
  return rows.map(({ id, name, capacity, status, shift }) => ({
    id,
    name,
    capacity,
    isInMaintenance: status === 'maintenance',
    from: shift?.from ?? null,
    to: shift?.to ?? null,
    maxTrips: shift?.maxTrips ?? null,
    lunch: shift?.lunch ?? null,
  }))
}

async function countDrivers(db: DbOrTx, date: string): Promise<PlanDay['drivers']> {
  const isAway = sql<boolean>`exists (select 1 from ${driverAbsences}
    where ${driverAbsences.driverId} = ${drivers.id}
    and ${date}::date between ${driverAbsences.from} and ${driverAbsences.to})`
  const rows = await db.select({ isAway }).from(drivers).where(eq(drivers.isDisabled, false))
  return { total: rows.length, absent: rows.filter((row) => row.isAway).length }
}
