import { and, asc, desc, eq, gte, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import type { RouteDifference } from '#contract/bottles/staff-bottles.ts'
import type { Db } from '#server/db/client.ts'
import { drivers, trucks } from '#server/modules/fleet/tables.ts'
import { bottleEvents, bottleMovements, bottleRoutes } from '../tables.ts'

export const MAX_LISTED = 100
const MAX_ROUTES = 20

export const sum = (value: SQL) => sql<number>`coalesce(sum(${value}), 0)::int`

const difference = sql`${bottleRoutes.loaded} - ${bottleRoutes.left} + ${bottleRoutes.taken} - ${bottleRoutes.returned}`

type Period = { since: string; today: string }

/** A truck that returned nothing is counted nowhere, so the next day it counts as back as well. */
const hasReturned = (today: string) =>
  sql`(sum(${bottleRoutes.returned}) > 0 or min(${bottleRoutes.date}) < ${today})`

/** With the latest booking of each difference that was not taken back. */
export async function listDifferences(
  db: Db,
  { since, today }: Period,
): Promise<RouteDifference[]> {
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
      difference: sum(difference),
      corrected: sum(sql`${bottleRoutes.corrected}`),
    })
    .from(bottleRoutes)
    .leftJoin(trucks, eq(trucks.id, bottleRoutes.truckId))
    .leftJoin(drivers, eq(drivers.id, bottleRoutes.driverId))
    .where(gte(bottleRoutes.date, since))
    .groupBy(bottleRoutes.routeId, bottleRoutes.date, trucks.name, drivers.name)
    .having(sql`${hasReturned(today)} and sum(${difference}) <> 0`)
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
  { since, today }: Period,
  name: SQL,
  { isLargestFirst = false }: { isLargestFirst?: boolean } = {},
) {
  const perRoute = db
    .select({
      name: sql<string>`${name}`.as('name'),
      difference: sum(difference).as('difference'),
    })
    .from(bottleRoutes)
    .leftJoin(drivers, eq(drivers.id, bottleRoutes.driverId))
    .leftJoin(trucks, eq(trucks.id, bottleRoutes.truckId))
    .where(gte(bottleRoutes.date, since))
    .groupBy(bottleRoutes.routeId, sql`1`)
    .having(hasReturned(today))
    .as('per_route')
  return db
    .select({
      name: perRoute.name,
      routes: sql<number>`count(*)::int`,
      difference: sum(sql`${perRoute.difference}`),
    })
    .from(perRoute)
    .groupBy(perRoute.name)
    .having(isLargestFirst ? sql`sum(${perRoute.difference}) <> 0` : undefined)
    .orderBy(...(isLargestFirst ? [sql`abs(sum(${perRoute.difference})) desc`] : []), perRoute.name)
    .limit(isLargestFirst ? MAX_ROUTES : MAX_LISTED)
}
