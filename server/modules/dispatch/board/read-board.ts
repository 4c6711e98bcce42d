import { and, asc, eq, gte, isNull, lte, sql } from 'drizzle-orm'
import { changeUntil, type ShopCalendar } from '#contract/dates/shop-calendar.ts'
import { Failure } from '#contract/errors.ts'
import type {
  AddedStop,
  Board,
  BoardDelivery,
  BoardRoute,
  BoardStop,
} from '#contract/routes/board.ts'
import { readPlanning } from '#contract/routes/planning-settings.ts'
import type { Db, DbOrTx } from '#server/db/client.ts'
import { pipelined } from '#server/db/pipelined.ts'
import { groupBy } from '#server/group-by.ts'
import { driverAbsences, drivers, nameKey, trucks } from '#server/modules/fleet/tables.ts'
import { readSettings } from '#server/modules/settings/index.ts'
import { zones } from '#server/modules/zones/tables.ts'
import type { Clock } from '#server/runtime.ts'
import { findDepot } from '../plans/find-depot.ts'
import { findBoardPlan } from '../plans/read-plan.ts'
import { listStanding } from '../plans/standing/read-standing.ts'
import type { RouteHandlers } from '../route-handlers.ts'
import { routes, schedules } from '../tables.ts'
import { type StopRow, selectStops, selectUnplanned } from './deliveries.ts'
import type { RouteRow } from './lock-board.ts'
import { boardTrip, groupByTrip, routeWarnings, stopsToLoad } from './rules.ts'

type BoardDeps = {
  db: Db
  clock: Clock
  shop: { calendar: ShopCalendar }
  routeHandlers: Pick<RouteHandlers, 'listAddedStops'>
}
type AddedStops = Awaited<ReturnType<RouteHandlers['listAddedStops']>>

/** The number of statements does not depend on the number of stops. */
export function readBoard(
  { db, clock, shop, routeHandlers }: BoardDeps,
  date: string,
): Promise<Board> {
  return db.transaction(async (tx) => {
    // One snapshot, so that each delivery is either on a truck or unplanned.
    await tx.execute(sql`set transaction isolation level repeatable read read only`)
    const [stops, unplanned, surroundings, added, zoneRows] = await pipelined(
      selectStops(tx, eq(schedules.scheduledDate, date)),
      selectUnplanned(tx, date),
      readBoardContext(tx, date),
      routeHandlers.listAddedStops(tx, date),
      tx
        .select({ id: zones.id, name: zones.name })
        .from(zones)
        .where(isNull(zones.archivedAt))
        .orderBy(asc(sql`lower(${zones.name})`), asc(zones.id)),
    )
    return {
      date,
      publishFrom: changeUntil(shop.calendar, date).toISOString(),
      routes: toRoutes(date, surroundings, stops, added),
      unplanned,
      trucks: surroundings.trucks,
      drivers: surroundings.drivers
        .filter(({ isDisabled }) => !isDisabled)
        .map(({ id, name, isAbsent }) => ({ id, name, isAbsent })),
      zones: zoneRows,
      depot: await readDepot(tx, [...stops.map(({ delivery }) => delivery), ...unplanned]),
      standing: await listStanding(tx, date),
      planId: await findBoardPlan(tx, clock, date),
    }
  })
}

async function readDepot(tx: DbOrTx, deliveries: readonly { place: BoardDelivery['place'] }[]) {
  const { routing } = await readSettings(tx)
  return findDepot(tx, readPlanning(routing), deliveries)
}

/** One route with its stops, such as after a change. */
export async function readRoute(db: DbOrTx, id: string): Promise<BoardRoute> {
  const [row] = await db.select().from(routes).where(eq(routes.id, id))
  if (!row) throw new Failure('not_found')
  const { date, truckId } = row
  const stops = await selectStops(
    db,
    and(eq(schedules.scheduledDate, date), eq(schedules.truckId, truckId)),
  )
  const route = toRoutes(date, await readBoardContext(db, date), stops).find(
    (each) => each.id === id,
  )
  if (!route) throw new Failure('not_found')
  return route
}

/** A stop on a truck. */
export async function readStop(db: DbOrTx, id: string): Promise<BoardStop> {
  const [row] = await selectStops(db, eq(schedules.id, id))
  if (!row) throw new Failure('not_found')
  return toStop(row, row.stop.position ?? 1)
}

type BoardContext = Awaited<ReturnType<typeof readBoardContext>>

async function readBoardContext(db: DbOrTx, date: string) {
  const isAbsent = sql<boolean>`exists (${db
    .select({ one: sql`1` })
    .from(driverAbsences)
    .where(
      and(
        eq(driverAbsences.driverId, drivers.id),
        lte(driverAbsences.from, date),
        gte(driverAbsences.to, date),
      ),
    )})`
  const [routeRows, truckRows, driverRows] = await pipelined(
    db.select().from(routes).where(eq(routes.date, date)),
    db
      .select({
        id: trucks.id,
        name: trucks.name,
        capacity: trucks.capacity,
        status: trucks.status,
      })
      .from(trucks)
      .orderBy(asc(nameKey(trucks)), asc(trucks.id)),
    db
      .select({ id: drivers.id, name: drivers.name, isDisabled: drivers.isDisabled, isAbsent })
      .from(drivers)
      .orderBy(asc(nameKey(drivers)), asc(drivers.id)),
  )
  return { routes: routeRows, trucks: truckRows, drivers: driverRows }
}

/** In the order of the trucks; those of deleted trucks come last. */
function toRoutes(
  date: string,
  context: BoardContext,
  stops: StopRow[],
  added: AddedStops = [],
): BoardRoute[] {
  const byTruck = groupBy(stops, ({ stop }) => stop.truckId)
  const rank = new Map(context.trucks.map(({ id }, index) => [id, index]))
  const truckRank = ({ truckId }: { truckId: string }) => rank.get(truckId) ?? context.trucks.length
  const loaded = new Set<string>()
  const short = new Set(stops.filter((row) => row.isShort).map(({ stop }) => stop.orderId))
  return context.routes
    .toSorted((a, b) => truckRank(a) - truckRank(b) || a.id.localeCompare(b.id))
    .map((route) => {
      const groups = groupByTrip(byTruck.get(route.truckId) ?? [], ({ stop }) => stop.trip)
      const trips = groups.map((trip) => {
        const tripStops = trip.stops.map((row, index) => toStop(row, index + 1))
        const toLoad = stopsToLoad(tripStops, loaded, short)
        return { stops: tripStops, load: toLoad.reduce((sum, { bottles }) => sum + bottles, 0) }
      })
      const numbers = groups.map(({ number }) => number)
      const { id, truckId, driverId, status, version, isLocked, publishedAt, publishedVersion } =
        route
      const driver = context.drivers.find((each) => each.id === driverId)
      const isBusy = isDriven(route) && context.routes.some((other) => isSecond(route, other))
      const warnings = routeWarnings(trips, {
        date,
        truck: context.trucks.find((truck) => truck.id === truckId),
        driver: driver && { ...driver, isBusy },
      })
      return {
        id,
        truckId,
        driverId,
        status,
        version,
        isLocked,
        publishedAt: publishedAt?.toISOString() ?? null,
        hasUnpublishedChanges: publishedVersion !== null && publishedVersion !== version,
        trips,
        addedStops: added
          .filter(({ routeId }) => routeId === id)
          .map((row): AddedStop => ({ ...row, trip: boardTrip(numbers, row.trip) })),
        warnings,
      }
    })
}

const isDriven = ({ status }: Pick<BoardRoute, 'status'>) =>
  status === 'published' || status === 'out'

/** Rule 57: a withdrawn route that was driven is out, also if its driver got another one since. */
const isSecond = (route: RouteRow, other: RouteRow) =>
  other.id !== route.id && other.driverId === route.driverId && isDriven(other)

function toStop({ stop, delivery }: StopRow, position: number): BoardStop {
  const { id, version, status, pin, plannedAt, scheduledTime, outcome, outcomeAt } = stop
  return {
    ...delivery,
    id,
    position,
    version,
    status,
    pin,
    plannedAt: plannedAt?.toISOString() ?? null,
    scheduledTime,
    ...(outcome && { outcome }),
    ...(outcomeAt && { outcomeAt: outcomeAt.toISOString() }),
  }
}
