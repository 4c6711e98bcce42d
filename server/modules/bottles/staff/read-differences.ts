import {
  type AnyColumn,
  and,
  asc,
  desc,
  eq,
  gte,
  inArray,
  isNull,
  type SQL,
  sql,
} from 'drizzle-orm'
import type { RouteDifference } from '#contract/bottles/staff-bottles.ts'
import type { Db } from '#server/db/client.ts'
import { drivers, trucks } from '#server/modules/fleet/tables.ts'
import { bottleEvents, bottleMovements, bottleRoutes } from '../tables.ts'

export const MAX_LISTED = 100
const MAX_ROUTES = 20

export const sum = (value: SQL) => sql<number>`coalesce(sum(${value}), 0)::int`

/**
 * Sizes are not netted against each other: missing bottles of one size count, however many of the other
 * were found.
 * Negative if bottles were only found.
 */
function bySize(bottles: SQL) {
  const nets = bottleRoutes.kind.enumValues.map(
    (kind) => sql`coalesce(sum(${bottles}) filter (where ${bottleRoutes.kind} = ${kind}), 0)`,
  )
  const missing = nets.map((net) => sql`greatest(0, ${net})`)
  return sql<number>`coalesce(nullif(${sql.join(missing, sql` + `)}, 0), ${sql.join(nets, sql` + `)})::int`
}

const difference = sql`${bottleRoutes.loaded} - ${bottleRoutes.left} + ${bottleRoutes.taken} - ${bottleRoutes.returned}`

/** Whether the truck of a route was counted back from its last trip, as its driver reported. */
export type IsBack = (routeId: AnyColumn) => SQL

type Period = { since: string; today: string; isBack: IsBack }

/** A truck that was not counted is taken to be back the next day. */
export const hasReturned = ({ today, isBack }: Omit<Period, 'since'>) =>
  sql`(min(${bottleRoutes.date}) < ${today} or ${isBack(bottleRoutes.routeId)})`

/**
 * Routes that have come back, each with one driver: if it was handed over, the one whose size was loaded
 * most.
 */
const returnedRoutes = (db: Db, { since, ...period }: Period) =>
  db
    .select({
      routeId: bottleRoutes.routeId,
      driverId: sql<string | null>`(array_agg(${bottleRoutes.driverId}
        order by ${bottleRoutes.driverId} is null, ${bottleRoutes.loaded} desc, ${bottleRoutes.kind}))[1]`.as(
        'route_driver_id',
      ),
    })
    .from(bottleRoutes)
    .where(gte(bottleRoutes.date, since))
    .groupBy(bottleRoutes.routeId)
    .having(hasReturned(period))
    .as('returned_routes')

/** With the latest booking of each difference that was not reversed. */
export async function listDifferences(db: Db, period: Period): Promise<RouteDifference[]> {
  const returned = returnedRoutes(db, period)
  const left = bySize(sql`${difference} - ${bottleRoutes.corrected}`)
  const rows = await db
    .select({
      routeId: bottleRoutes.routeId,
      date: bottleRoutes.date,
      truckName: sql<string>`coalesce(${trucks.name}, 'Unknown')`,
      driverName: drivers.name,
      loaded: sum(sql`${bottleRoutes.loaded}`),
      left: sum(sql`${bottleRoutes.left}`),
      taken: sum(sql`${bottleRoutes.taken}`),
      returned: sum(sql`${bottleRoutes.returned}`),
      difference: bySize(difference),
      corrected: sql<number>`${bySize(difference)} - ${left}`,
    })
    .from(bottleRoutes)
    .innerJoin(returned, eq(returned.routeId, bottleRoutes.routeId))
    .leftJoin(trucks, eq(trucks.id, bottleRoutes.truckId))
    .leftJoin(drivers, eq(drivers.id, returned.driverId))
    .groupBy(bottleRoutes.routeId, bottleRoutes.date, trucks.name, drivers.name)
    .having(sql`${bySize(difference)} <> 0`)
    .orderBy(desc(bottleRoutes.date), bottleRoutes.routeId)
    .limit(MAX_LISTED)
  const booked = await findBookings(
    db,
    rows.map(({ routeId }) => routeId),
  )
  return rows.map((row) => ({ ...row, booked: booked.get(row.routeId) ?? null }))
}

async function findBookings(db: Db, routeIds: string[]) {
  if (routeIds.length === 0) return new Map<string, NonNullable<RouteDifference['booked']>>()
  const rows = await db
    .select({
      routeId: bottleMovements.routeId,
      eventId: bottleMovements.eventId,
      reason: bottleMovements.reason,
      staffEmail: bottleMovements.staffEmail,
    })
    .from(bottleMovements)
    .innerJoin(bottleEvents, eq(bottleEvents.id, bottleMovements.eventId))
    .where(
      and(
        inArray(bottleMovements.routeId, routeIds),
        eq(bottleMovements.cause, 'correction'),
        isNull(bottleMovements.reverses),
        isNull(bottleEvents.reversedAt),
      ),
    )
    .orderBy(asc(bottleMovements.id))
  return new Map(
    rows.map(({ routeId, eventId, reason, staffEmail }) => [
      routeId ?? '',
      { eventId, reason: reason ?? '', staffEmail: staffEmail ?? '' },
    ]),
  )
}

/** Rule 61: bottles that did not come back, by driver, by route and by month. */
export const readShrinkages = async (db: Db, period: Period) => ({
  byDriver: await readShrinkage(db, period, sql`coalesce(${drivers.name}, 'No driver')`),
  byRoute: await readShrinkage(db, period, routeName, { isLargestFirst: true }),
  byMonth: await readShrinkage(db, period, sql`to_char(${bottleRoutes.date}, 'YYYY-MM')`),
})

/** A truck has one route on a date. */
const routeName = sql`${bottleRoutes.date}::text || ', ' || coalesce(${trucks.name}, 'Unknown')`

function readShrinkage(
  db: Db,
  period: Period,
  name: SQL,
  { isLargestFirst = false }: { isLargestFirst?: boolean } = {},
) {
  const returned = returnedRoutes(db, period)
  const missing = bySize(difference)
  return db
    .select({
      name: sql<string>`${name}`.as('name'),
      routes: sql<number>`count(distinct ${bottleRoutes.routeId})::int`,
      difference: missing,
    })
    .from(bottleRoutes)
    .innerJoin(returned, eq(returned.routeId, bottleRoutes.routeId))
    .leftJoin(drivers, eq(drivers.id, returned.driverId))
    .leftJoin(trucks, eq(trucks.id, bottleRoutes.truckId))
    .groupBy(sql`1`)
    .having(isLargestFirst ? sql`${missing} <> 0` : undefined)
    .orderBy(...(isLargestFirst ? [sql`abs(${missing}) desc`] : []), sql`1`)
    .limit(isLargestFirst ? MAX_ROUTES : MAX_LISTED)
}
