import { eq, sql } from 'drizzle-orm'
import { type CalendarDate, cycleDate } from '#contract/dates/calendar.ts'
import { shopDate } from '#contract/dates/shop-calendar.ts'
import type { Frequency } from '#contract/primitives.ts'
import type { Insights } from '#contract/staff/insights.ts'
import type { SubscriptionAttentionReason } from '#contract/staff/listing.ts'
import type { SubscriptionStatus } from '#contract/subscriptions/subscriptions.ts'
import type { Db, DbOrTx } from '#server/db/client.ts'
import { preparedStatement } from '#server/db/prepared-statement.ts'
import { rollupsSince } from '#server/db/rollups.ts'
import { currentPrice, joinProducts, priceItems } from '#server/modules/catalog/index.ts'
import { products } from '#server/modules/catalog/tables.ts'
import type { ShopClock } from '#server/runtime.ts'
import { type ItemQuantities, subscriptions } from '../tables.ts'
import { subscriptionAttentionFilter } from './subscription-attention.ts'
import { subscriptionCounts } from './tables.ts'

const MONTHS = 6

const perYear: Record<Frequency, number> = { weekly: 52, 'bi-weekly': 26, monthly: 12 }

type Recurring = Insights['recurring']
type MetricsDeps = { db: Db } & ShopClock

/** Dashboard metrics of subscriptions, computed from stored counts and rollups. */
export async function subscriptionMetrics(deps: MetricsDeps, unpaid: number): Promise<Recurring> {
  const { db } = deps
  const counts = await storedCounts(db, {})
  const countWith = (...statuses: SubscriptionStatus[]) =>
    counts.reduce((sum, { status, n }) => sum + (statuses.includes(status) ? n : 0), 0)
  const active = counts.filter(({ status }) => status === 'active')
  return {
    active: countWith('active'),
    monthlyCents: monthlyCents(active, await priceList(db, { now: deps.clock.now() })),
    months: withActiveAtStart(await monthsBack(deps), countWith('active', 'paused', 'past_due')),
    failed: [
      { state: 'unpaid', count: unpaid },
      { state: 'past_due', count: countWith('past_due') },
    ],
  }
}

/** Number of subscriptions, in total or with one status. */
export async function countSubscriptions(db: DbOrTx, status?: SubscriptionStatus): Promise<number> {
  const [row] = await db
    .select({ n: sql<number>`coalesce(sum(${subscriptionCounts.n}), 0)::int` })
    .from(subscriptionCounts)
    .where(status && eq(subscriptionCounts.status, status))
  return row?.n ?? 0
}

const attentionCounts = preparedStatement((db) => {
  const count = (reason: SubscriptionAttentionReason) =>
    sql<number>`(select count(*)::int from ${subscriptions} where ${subscriptionAttentionFilter(reason)})`
  return db
    .select({
      onHold: count('onHold'),
      unpaid: count('unpaid'),
      uncharged: count('uncharged'),
      uninvoiced: count('uninvoiced'),
    })
    .from(sql`(values (1)) as one`)
})

export async function countSubscriptionAttention(
  db: Db,
): Promise<Record<SubscriptionAttentionReason, number>> {
  return only(await attentionCounts(db, {}))
}

/** Rows are not summed in SQL: grouping by JSON takes longer than pricing each row here. */
const storedCounts = preparedStatement((db) => db.select().from(subscriptionCounts))

const priceList = preparedStatement<{ now: Date }, Price[]>((db, param) => {
  const price = currentPrice(db, param('now'))
  return db
    .select({ id: products.id, name: products.name, priceCents: price.cents })
    .from(products)
    .innerJoinLateral(price, sql`true`)
})

type CountRow = { frequency: Frequency; itemQuantities: ItemQuantities; n: number }
type Price = { id: string; name: string; priceCents: number }

/** A twelfth of a year's revenue. Items are priced by the same function as orders. */
function monthlyCents(counts: readonly CountRow[], priceList: readonly Price[]): number {
  const yearly = counts.reduce((sum, { frequency, itemQuantities, n }) => {
    const items = Object.entries(itemQuantities).map(([productId, quantity]) => ({
      productId,
      quantity,
    }))
    const { totalCents } = priceItems(joinProducts(items, priceList), true)
    return sum + totalCents * n * perYear[frequency]
  }, 0)
  return Math.round(yearly / 12)
}

type Month = Omit<Recurring['months'][number], 'activeAtStart'> & { started: number }

async function monthsBack({ db, clock, shop }: MetricsDeps): Promise<Month[]> {
  const thisMonth: CalendarDate = `${shopDate(shop.calendar, clock.now()).slice(0, 7)}-01`
  const firsts = Array.from({ length: MONTHS }, (_, n) =>
    cycleDate(thisMonth, 'monthly', n + 1 - MONTHS),
  )
  const names = ['renewals', 'started', 'cancelled'] as const
  const rollup = await rollupsSince(db, { names, from: firsts[0] ?? thisMonth })
  return firsts.map((first) => ({
    month: first.slice(0, 7),
    revenueCents: rollup('renewals', first).cents,
    started: rollup('started', first).n,
    cancelled: rollup('cancelled', first).n,
  }))
}

/** Computes each month's opening count backward from the current one. */
function withActiveAtStart(months: readonly Month[], runningNow: number): Recurring['months'] {
  let running = runningNow
  const withCounts = months.toReversed().map(({ started, ...month }) => {
    running += month.cancelled - started
    return { ...month, activeAtStart: running }
  })
  return withCounts.toReversed()
}

function only<Row>([row]: Row[]): Row {
  if (!row) throw new Error('the count query returned no row')
  return row
}
