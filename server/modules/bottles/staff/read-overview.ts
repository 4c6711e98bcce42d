import { and, desc, eq, gte, isNotNull, isNull, sql } from 'drizzle-orm'
import type { BottleOverview } from '#contract/bottles/staff-bottles.ts'
import { addDays } from '#contract/dates/calendar.ts'
import { assertPlanDateInRange } from '#contract/dates/date-limits.ts'
import { type ShopCalendar, shopDate } from '#contract/dates/shop-calendar.ts'
import type { Db } from '#server/db/client.ts'
import { trucks } from '#server/modules/fleet/tables.ts'
import { orderItems, orders } from '#server/modules/orders/tables.ts'
import type { Clock } from '#server/runtime.ts'
import { bottleBalances, bottleHolders, closedDeliveries } from '../tables.ts'
import {
  type IsBack,
  listDifferences,
  MAX_LISTED,
  readShrinkages,
  sum,
} from './read-differences.ts'

export type OverviewDeps = {
  db: Db
  clock: Clock
  shop: { calendar: ShopCalendar }
  isBack: IsBack
}

const WEEKS = 12

/** Rule 61: where the bottles are, and which routes did not come back with theirs. */
export async function readOverview(
  deps: OverviewDeps,
  { from }: { from?: string | undefined },
): Promise<BottleOverview> {
  const now = { calendar: deps.shop.calendar, now: deps.clock.now() }
  if (from) assertPlanDateInRange('from', from, now)
  const today = shopDate(now.calendar, now.now)
  const since = from ?? addDays(today, -7 * WEEKS)
  const { db, isBack } = deps
  const period = { since, today, isBack }
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
    differences: await listDifferences(db, period),
    shrinkage: await readShrinkages(db, period),
    uncounted: await listUncounted(db),
    beyondOrder: await listBeyondOrder(db, since),
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

const listUncounted = (db: Db) =>
  db
    .select({ orderId: closedDeliveries.orderId, customerName: orders.customerName })
    .from(closedDeliveries)
    .innerJoin(orders, eq(orders.id, closedDeliveries.orderId))
    .where(and(isNull(closedDeliveries.left), eq(orders.deliveryStatus, 'delivered')))
    .orderBy(desc(closedDeliveries.createdAt), closedDeliveries.orderId)
    .limit(MAX_LISTED)

/** Rule 59: bottles left beyond the order, by product. They are never charged. */
function listBeyondOrder(db: Db, since: string) {
  const ordered = sql`coalesce((select sum(${orderItems.quantity}) from ${orderItems}
    where ${orderItems.orderId} = ${closedDeliveries.orderId}
      and ${orderItems.productId} = counted."productId"), 0)`
  const counted = sql`jsonb_to_recordset(${closedDeliveries.left}) as counted ("productId" uuid, quantity int)`
  const beyond = sql<number>`(select coalesce(sum(greatest(0, bottles - ordered)), 0)::int from (
    select sum(counted.quantity) as bottles, ${ordered} as ordered from ${counted}
    group by counted."productId") products)`
  return db
    .select({
      orderId: closedDeliveries.orderId,
      customerName: orders.customerName,
      ordered: orders.bottles,
      beyond,
    })
    .from(closedDeliveries)
    .innerJoin(orders, eq(orders.id, closedDeliveries.orderId))
    .where(
      and(isNotNull(closedDeliveries.left), gte(orders.deliveryDate, since), sql`${beyond} > 0`),
    )
    .orderBy(desc(closedDeliveries.createdAt), closedDeliveries.orderId)
    .limit(MAX_LISTED)
}
