import { and, desc, eq, gte, isNull, type SQL, sql } from 'drizzle-orm'
import type { BottleOverview } from '#contract/bottles/staff-bottles.ts'
import { addDays } from '#contract/dates/calendar.ts'
import { assertPlanDateInRange } from '#contract/dates/date-limits.ts'
import { type ShopCalendar, shopDate } from '#contract/dates/shop-calendar.ts'
import type { Db } from '#server/db/client.ts'
import { drivers, trucks } from '#server/modules/fleet/tables.ts'
import { orders } from '#server/modules/orders/tables.ts'
import type { Clock } from '#server/runtime.ts'
import { bottleBalances, bottleHolders, bottleRoutes, bottleSettlements } from '../tables.ts'

export type OverviewDeps = { db: Db; clock: Clock; shop: { calendar: ShopCalendar } }

const WEEKS = 12
const MAX_LISTED = 100

const sum = (value: SQL) => sql<number>`coalesce(sum(${value}), 0)::int`

/** Rule 61: where the bottles are, and which routes did not come back with theirs. */
export async function readOverview(
  deps: OverviewDeps,
  { from }: { from?: string | undefined },
): Promise<BottleOverview> {
  const now = { calendar: deps.shop.calendar, now: deps.clock.now() }
  if (from) assertPlanDateInRange('from', from, now)
  const since = from ?? addDays(shopDate(now.calendar, now.now), -7 * WEEKS)
  const { db } = deps
  const places = await readPlaces(db)
  const [customers] = await db
    .select({ bottles: sum(sql`${bottleHolders.bottles}`), holders: sql<number>`count(*)::int` })
    .from(bottleHolders)
    .where(and(eq(bottleHolders.holder, 'customer'), sql`${bottleHolders.bottles} > 0`))
  const total = (holder: 'lost' | 'scrapped') => {
    const place = places.find((row) => row.holder === holder)
    return place ? place.full + place.empty + place.damaged : 0
  }
  const { full = 0, empty = 0, damaged = 0 } = places.find((row) => row.holder === 'depot') ?? {}
  return {
    depot: { full, empty, damaged },
    trucks: places
      .filter(({ holder }) => holder === 'truck')
      .map(({ holder: _, name, holderId, ...counts }) => ({
        truckId: holderId,
        name: name ?? 'Unknown',
        ...counts,
      })),
    customers: customers ?? { bottles: 0, holders: 0 },
    lost: total('lost'),
    scrapped: total('scrapped'),
    differences: await listDifferences(db, since),
    shrinkage: {
      byDriver: await readShrinkage(db, since, sql`coalesce(${drivers.name}, 'No driver')`),
      byMonth: await readShrinkage(db, since, sql`to_char(${bottleRoutes.date}, 'YYYY-MM')`),
    },
    uncounted: await listUncounted(db),
  }
}

/** Depot, trucks and losses, all kinds together. Trucks that came back empty are left out. */
const readPlaces = (db: Db) =>
  db
    .select({
      holder: bottleBalances.holder,
      holderId: bottleBalances.holderId,
      name: trucks.name,
      full: sum(sql`${bottleBalances.full}`),
      empty: sum(sql`${bottleBalances.empty}`),
      damaged: sum(sql`${bottleBalances.damaged}`),
    })
    .from(bottleBalances)
    .leftJoin(trucks, eq(trucks.id, bottleBalances.holderId))
    .where(sql`${bottleBalances.holder} <> 'customer'`)
    .groupBy(bottleBalances.holder, bottleBalances.holderId, trucks.name)
    .having(
      sql`sum(abs(${bottleBalances.full}) + abs(${bottleBalances.empty}) + abs(${bottleBalances.damaged})) > 0`,
    )
    .orderBy(bottleBalances.holder, trucks.name, bottleBalances.holderId)

const difference = sql`${bottleRoutes.loaded} - ${bottleRoutes.left} + ${bottleRoutes.taken} - ${bottleRoutes.returned}`

/** A route that has returned nothing yet is still out. */
const hasReturned = sql`sum(${bottleRoutes.returned}) > 0`

const listDifferences = (db: Db, since: string) =>
  db
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
    .having(sql`${hasReturned} and sum(${difference}) <> 0`)
    .orderBy(desc(bottleRoutes.date), bottleRoutes.routeId)
    .limit(MAX_LISTED)

function readShrinkage(db: Db, since: string, name: SQL) {
  const perRoute = db
    .select({
      name: sql<string>`${name}`.as('name'),
      difference: sum(difference).as('difference'),
    })
    .from(bottleRoutes)
    .leftJoin(drivers, eq(drivers.id, bottleRoutes.driverId))
    .where(gte(bottleRoutes.date, since))
    .groupBy(bottleRoutes.routeId, sql`1`)
    .having(hasReturned)
    .as('per_route')
  return db
    .select({
      name: perRoute.name,
      routes: sql<number>`count(*)::int`,
      difference: sum(sql`${perRoute.difference}`),
    })
    .from(perRoute)
    .groupBy(perRoute.name)
    .orderBy(perRoute.name)
    .limit(MAX_LISTED)
}

const listUncounted = (db: Db) =>
  db
    .select({ orderId: bottleSettlements.orderId, customerName: orders.customerName })
    .from(bottleSettlements)
    .innerJoin(orders, eq(orders.id, bottleSettlements.orderId))
    .where(isNull(bottleSettlements.left))
    .orderBy(desc(bottleSettlements.createdAt), bottleSettlements.orderId)
    .limit(MAX_LISTED)
