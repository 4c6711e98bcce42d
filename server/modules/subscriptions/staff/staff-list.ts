import { and, asc, eq, getTableColumns, inArray, type SQL, sql } from 'drizzle-orm'
import type { ShopCalendar } from '#contract/dates/shop-calendar.ts'
import { shopDate } from '#contract/dates/shop-calendar.ts'
import { centsToText } from '#contract/money.ts'
import {
  type ListQuery,
  type ListSort,
  subscriptionAttentionReasons,
} from '#contract/staff/listing.ts'
import type { StaffSubscription } from '#contract/subscriptions/staff-subscriptions.ts'
import { SubscriptionStatus } from '#contract/subscriptions/subscriptions.ts'
import type { DbOrTx } from '#server/db/client.ts'
import {
  byCreatedAt,
  countUpTo,
  formatCappedCount,
  idIn,
  keyset,
  matchesText,
  type Sorts,
  toPage,
} from '#server/db/keyset.ts'
import { groupBy } from '#server/group-by.ts'
import { findProducts, priceItems } from '#server/modules/catalog/index.ts'
import { orderSearchText, searchViaOrders } from '#server/modules/orders/index.ts'
import { orders } from '#server/modules/orders/tables.ts'
import { findTaxes } from '#server/modules/tax/index.ts'
import type { Clock } from '#server/runtime.ts'
import { deliveryLines } from '../delivery-lines.ts'
import { openStatusList } from '../queries.ts'
import { cycles, subscriptionItems, subscriptions } from '../tables.ts'
import { subscriptionAttentionFilter } from './subscription-attention.ts'
import { countSubscriptions } from './subscription-metrics.ts'

export const subscriptionSorts = {
  ...byCreatedAt(subscriptions.createdAt),
  next: { by: sql`coalesce(${subscriptions.nextDate}, '9999-12-31'::date)`, type: 'date' },
} as const satisfies Sorts<ListSort<'subscriptions'>>

type ListDeps = {
  db: DbOrTx
  clock: Clock
  shop: { calendar: ShopCalendar; chargesTax: boolean }
}

/** The earliest of the next planned and the ordered deliveries; `least` ignores nulls. */
const upcomingDate = (today: string) => ({
  upcoming: sql<string | null>`least(${subscriptions.nextDate}, (
    select min(${cycles.date}) from ${cycles} where ${cycles.subscriptionId} = ${subscriptions.id}
      and ${cycles.status} in (${openStatusList}) and ${cycles.date} >= ${today}
  ))::text`,
})

/** A page of all subscriptions; the search matches the text of their first orders. */
export async function subscriptionsPage(deps: ListDeps, query: ListQuery, limit: number) {
  const { db, clock, shop } = deps
  const today = shopDate(shop.calendar, clock.now())
  const { key, orderBy, after } = keyset(subscriptionSorts, subscriptions.id, query)
  const ids = await searchIds(db, query)
  const joined = await db
    .select({
      ...getTableColumns(subscriptions),
      email: orders.customerEmail,
      ...upcomingDate(today),
      key,
    })
    .from(subscriptions)
    .innerJoin(orders, eq(orders.id, subscriptions.id))
    .where(and(idIn(subscriptions.id, ids) ?? toFilter(query), after))
    .orderBy(...orderBy)
    .limit(limit + 1)
  const { page, next } = toPage(joined, limit)
  const totals = await loadTotals(deps, page)
  const rows = page.map(
    ({ email, upcoming, ...subscription }): StaffSubscription => ({
      ...subscription,
      nextDate: upcoming,
      customerEmail: email,
      total: centsToText(totals.get(subscription.id) ?? 0),
      createdAt: subscription.createdAt.toISOString(),
    }),
  )
  return { rows, next, ...(ids && { total: formatCappedCount(ids.length) }) }
}

async function searchIds(db: DbOrTx, { q, ...others }: ListQuery): Promise<string[] | undefined> {
  if (!q) return undefined
  return searchViaOrders(
    db,
    q,
    (matches) => sql`select ${subscriptions.id} from ${subscriptions}
      join ${matches} on ${matches}.id = ${subscriptions.id} where ${toFilter(others) ?? sql`true`}`,
  )
}

/** Searches and attention filters are counted; other totals come from stored counts. */
export async function subscriptionsTotal(db: DbOrTx, query: ListQuery): Promise<string> {
  const { q, status, attention } = query
  const ids = await searchIds(db, query)
  if (ids) return formatCappedCount(ids.length)
  if (q || subscriptionAttentionReasons.some((reason) => reason === attention)) {
    // The sort makes PostgreSQL scan subscriptions, not the far larger orders table.
    return countUpTo(
      db,
      sql`select 1 from ${subscriptions} join ${orders} on ${orders.id} = ${subscriptions.id}
        where ${toFilter(query)} order by ${subscriptions.createdAt} desc`,
    )
  }
  return String(await countSubscriptions(db, SubscriptionStatus.safeParse(status).data))
}

function toFilter({ q, status, attention }: ListQuery): SQL | undefined {
  const reason = subscriptionAttentionReasons.find((known) => known === attention)
  const parsed = SubscriptionStatus.safeParse(status)
  return and(
    parsed.success ? eq(subscriptions.status, parsed.data) : undefined,
    reason && subscriptionAttentionFilter(reason),
    q ? matchesText(orderSearchText, q) : undefined,
  )
}

type PricedSubscription = typeof subscriptions.$inferSelect

/** The price of one delivery of each subscription with its tax, as its own page shows it. */
async function loadTotals(
  { db, clock, shop }: ListDeps,
  listed: readonly PricedSubscription[],
): Promise<Map<string, number>> {
  if (listed.length === 0) return new Map()
  const now = clock.now()
  const rows = await db
    .select()
    .from(subscriptionItems)
    .where(
      inArray(
        subscriptionItems.subscriptionId,
        listed.map(({ id }) => id),
      ),
    )
    .orderBy(asc(subscriptionItems.position))
  const productIds = [...new Set(rows.map(({ productId }) => productId))]
  const products = await findProducts(db, productIds, now)
  const { calendar } = shop
  const today = shopDate(calendar, now)
  const taxOn = await findTaxes(db, shop, listed)
  const byId = groupBy(rows, ({ subscriptionId }) => subscriptionId)
  const toCents = (subscription: PricedSubscription) => {
    const date = subscription.nextDate ?? today
    const { lines } = deliveryLines(byId.get(subscription.id) ?? [], products, {
      date,
      calendar,
      now,
    })
    return priceItems(lines, true, { tax: taxOn(subscription, date) }).totalCents
  }
  return new Map(listed.map((subscription) => [subscription.id, toCents(subscription)]))
}
