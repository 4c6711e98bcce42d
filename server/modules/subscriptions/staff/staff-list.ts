import { and, asc, eq, getTableColumns, inArray, type SQL, sql } from 'drizzle-orm'
import { dateIn } from '#contract/calendar.ts'
import { type ListQuery, type ListSort, subscriptionNeeds } from '#contract/listing.ts'
import { centsToText } from '#contract/money.ts'
import type { StaffSubscription } from '#contract/staff-subscriptions.ts'
import { SubscriptionStatus } from '#contract/subscriptions.ts'
import type { DbOrTx } from '#server/db/client.ts'
import {
  amongFew,
  byAge,
  contain,
  countedText,
  countUpTo,
  keyset,
  type Sorts,
  toStretch,
} from '#server/db/keyset.ts'
import { groupBy } from '#server/group-by.ts'
import { priceItems } from '#server/modules/catalog/index.ts'
import { products } from '#server/modules/catalog/tables.ts'
import { orderWords, searchThroughOrders } from '#server/modules/orders/index.ts'
import { orders } from '#server/modules/orders/tables.ts'
import type { Clock } from '#server/world.ts'
import { cycles, subscriptionItems, subscriptions } from '../tables.ts'
import { needing } from './needs.ts'
import { countSubscriptions } from './recurring-figures.ts'

export const subscriptionSorts = {
  ...byAge(subscriptions.createdAt),
  next: { by: sql`coalesce(${subscriptions.nextDate}, '9999-12-31'::date)`, type: 'date' },
} as const satisfies Sorts<ListSort<'subscriptions'>>

type ListDeps = { db: DbOrTx; clock: Clock; shop: { timeZone: string } }

/** What has its order already comes before what is next to get one; `least` passes over nothing. */
const comingIn = (today: string) => ({
  comes: sql<string | null>`least(${subscriptions.nextDate}, (
    select min(${cycles.date}) from ${cycles} where ${cycles.subscriptionId} = ${subscriptions.id}
      and ${cycles.status} in ('ordered', 'charging', 'unpaid') and ${cycles.date} >= ${today}
  ))::text`,
})

/** A stretch of all subscriptions, newest first, searched as their first orders are. */
export async function subscriptionsPage(
  { db, clock, shop }: ListDeps,
  query: ListQuery,
  limit: number,
) {
  const today = dateIn(shop.timeZone, clock.now())
  const { key, orderBy, after } = keyset(subscriptionSorts, subscriptions.id, query)
  const ids = await searched(db, query)
  const found = await db
    .select({
      ...getTableColumns(subscriptions),
      email: orders.customerEmail,
      ...comingIn(today),
      key,
    })
    .from(subscriptions)
    .innerJoin(orders, eq(orders.id, subscriptions.id))
    .where(and(amongFew(subscriptions.id, ids) ?? filterOf(query), after))
    .orderBy(...orderBy)
    .limit(limit + 1)
  const { page, next } = toStretch(found, limit)
  const totals = await totalsOf(
    db,
    page.map(({ id }) => id),
  )
  const rows = page.map(
    ({ email, comes, ...subscription }): StaffSubscription => ({
      ...subscription,
      nextDate: comes,
      customerEmail: email,
      total: centsToText(totals.get(subscription.id) ?? 0),
      createdAt: subscription.createdAt.toISOString(),
    }),
  )
  return { rows, next, ...(ids && { total: countedText(ids.length) }) }
}

async function searched(db: DbOrTx, { q, ...others }: ListQuery): Promise<string[] | undefined> {
  if (!q) return undefined
  return searchThroughOrders(
    db,
    q,
    (found) => sql`select ${subscriptions.id} from ${subscriptions}
      join ${found} on ${found}.id = ${subscriptions.id} where ${filterOf(others) ?? sql`true`}`,
  )
}

/** What was searched for, or needs a hand, is counted; the rest is kept. */
export async function subscriptionsTotal(db: DbOrTx, query: ListQuery): Promise<string> {
  const { q, status, needs } = query
  const ids = await searched(db, query)
  if (ids) return countedText(ids.length)
  if (q || subscriptionNeeds.some((one) => one === needs)) {
    // Along the list, or PostgreSQL goes through orders of which few are subscriptions.
    return countUpTo(
      db,
      sql`select 1 from ${subscriptions} join ${orders} on ${orders.id} = ${subscriptions.id}
        where ${filterOf(query)} order by ${subscriptions.createdAt} desc`,
    )
  }
  return String(await countSubscriptions(db, SubscriptionStatus.safeParse(status).data))
}

function filterOf({ q, status, needs }: ListQuery): SQL | undefined {
  const need = subscriptionNeeds.find((one) => one === needs)
  const known = SubscriptionStatus.safeParse(status)
  return and(
    known.success ? eq(subscriptions.status, known.data) : undefined,
    need && needing(need),
    q ? contain(orderWords, q) : undefined,
  )
}

/** What each delivery costs at today's prices. */
export async function totalsOf(db: DbOrTx, ids: string[]): Promise<Map<string, number>> {
  if (ids.length === 0) return new Map()
  const items = await db
    .select({
      id: subscriptionItems.subscriptionId,
      quantity: subscriptionItems.quantity,
      product: { id: products.id, name: products.name, priceCents: products.priceCents },
    })
    .from(subscriptionItems)
    .innerJoin(products, eq(products.id, subscriptionItems.productId))
    .where(inArray(subscriptionItems.subscriptionId, ids))
    .orderBy(asc(subscriptionItems.position))
  const byId = groupBy(items, ({ id }) => id)
  return new Map([...byId].map(([id, lines]) => [id, priceItems(lines, true).totalCents]))
}
