import { eq, sql } from 'drizzle-orm'
import type { Insights } from '#contract/backoffice.ts'
import { type CalendarDate, cycleDate, dateIn } from '#contract/calendar.ts'
import type { SubscriptionNeed } from '#contract/listing.ts'
import type { Frequency } from '#contract/primitives.ts'
import type { SubscriptionStatus } from '#contract/subscriptions.ts'
import type { Db, DbOrTx } from '#server/db/client.ts'
import { statement } from '#server/db/statement.ts'
import { talliesFrom } from '#server/db/tallies.ts'
import { joinProducts, priceItems } from '#server/modules/catalog/index.ts'
import { products } from '#server/modules/catalog/tables.ts'
import type { Clock } from '#server/world.ts'
import { type Basket, subscriptionCounts, subscriptions } from '../tables.ts'
import { needing } from './needs.ts'

const MONTHS = 6

const perYear: Record<Frequency, number> = { weekly: 52, 'bi-weekly': 26, monthly: 12 }

type Recurring = Insights['recurring']
type FigureDeps = { db: Db; clock: Clock; timeZone: string }

/** How the recurring business stands: every figure of it is kept, or is one of few baskets. */
export async function recurringFigures(deps: FigureDeps, unpaid: number): Promise<Recurring> {
  const { db } = deps
  const counts = await keptCounts(db, {})
  const countOf = (...statuses: SubscriptionStatus[]) =>
    counts.reduce((sum, { status, n }) => sum + (statuses.includes(status) ? n : 0), 0)
  const active = counts.filter(({ status }) => status === 'active')
  return {
    active: countOf('active'),
    monthlyCents: monthlyCents(active, await priceList(db, {})),
    months: withStarts(await monthsBack(deps), countOf('active', 'paused', 'past_due')),
    failed: [
      { state: 'unpaid', count: unpaid },
      { state: 'past_due', count: countOf('past_due') },
    ],
  }
}

/** How many subscriptions there are, or in one state. */
export async function countSubscriptions(db: DbOrTx, status?: SubscriptionStatus): Promise<number> {
  const [found] = await db
    .select({ n: sql<number>`coalesce(sum(${subscriptionCounts.n}), 0)::int` })
    .from(subscriptionCounts)
    .where(status && eq(subscriptionCounts.status, status))
  return found?.n ?? 0
}

const needs = statement((db) => {
  const count = (need: SubscriptionNeed) =>
    sql<number>`(select count(*)::int from ${subscriptions} where ${needing(need)})`
  return db
    .select({ held: count('held'), unpaid: count('unpaid'), uncharged: count('uncharged') })
    .from(sql`(values (1)) as one`)
})

/** Counted by the conditions that the list is filtered by. */
export async function subscriptionNeeds(db: Db): Promise<Record<SubscriptionNeed, number>> {
  return only(await needs(db, {}))
}

/** Not yet added up: PostgreSQL takes longer to compare baskets than they take to be priced. */
const keptCounts = statement((db) => db.select().from(subscriptionCounts))

const priceList = statement((db) =>
  db
    .select({ id: products.id, name: products.name, priceCents: products.priceCents })
    .from(products),
)

type Counted = { frequency: Frequency; basket: Basket; n: number }
type Price = { id: string; name: string; priceCents: number }

/** A twelfth of a year's; each basket is priced by the function that prices orders. */
function monthlyCents(counts: readonly Counted[], priceList: readonly Price[]): number {
  const yearly = counts.reduce((sum, { frequency, basket, n }) => {
    const items = Object.entries(basket).map(([productId, quantity]) => ({ productId, quantity }))
    const { totalCents } = priceItems(joinProducts(items, priceList), true)
    return sum + totalCents * n * perYear[frequency]
  }, 0)
  return Math.round(yearly / 12)
}

type Month = Omit<Recurring['months'][number], 'activeAtStart'> & { started: number }

async function monthsBack({ db, clock, timeZone }: FigureDeps): Promise<Month[]> {
  const thisMonth: CalendarDate = `${dateIn(timeZone, clock.now()).slice(0, 7)}-01`
  const firsts = Array.from({ length: MONTHS }, (_, n) =>
    cycleDate(thisMonth, 'monthly', n + 1 - MONTHS),
  )
  const names = ['brought', 'started', 'cancelled'] as const
  const tally = await talliesFrom(db, { names, from: firsts[0] ?? thisMonth })
  return firsts.map((first) => ({
    month: first.slice(0, 7),
    broughtCents: tally('brought', first).cents,
    started: tally('started', first).n,
    cancelled: tally('cancelled', first).n,
  }))
}

/** Back from today: who runs now, with those who left and without those who came. */
function withStarts(months: readonly Month[], runningNow: number): Recurring['months'] {
  let running = runningNow
  const told = months.toReversed().map(({ started, ...month }) => {
    running += month.cancelled - started
    return { ...month, activeAtStart: running }
  })
  return told.toReversed()
}

function only<Row>([row]: Row[]): Row {
  if (!row) throw new Error('counting gave no row')
  return row
}
