import { sql } from 'drizzle-orm'
import { type CalendarDate, cycleDate, dateIn, instantIn } from '#contract/calendar.ts'
import type { SubscriptionNeed } from '#contract/listing.ts'
import { priceOrder } from '#contract/pricing.ts'
import type { Frequency } from '#contract/primitives.ts'
import type { Insights } from '#contract/staff-desk.ts'
import type { Db } from '#server/db/client.ts'
import { type Given, statement } from '#server/db/statement.ts'
import { talliesFrom } from '#server/db/tallies.ts'
import type { Clock } from '#server/world.ts'
import { needing } from './needs.ts'
import { subscriptions } from './tables.ts'

const MONTHS = 6

/** How often it comes in a month, by a year's count. */
const perMonth: Record<Frequency, number> = { weekly: 52 / 12, 'bi-weekly': 26 / 12, monthly: 1 }

type Recurring = Insights['recurring']
type FigureDeps = { db: Db; clock: Clock; timeZone: string }

/** How the recurring business stands; months and states are kept, or stretches of an index each. */
export async function recurringFigures(deps: FigureDeps, unpaid: number): Promise<Recurring> {
  const { db } = deps
  const { active, running, pastDue } = only(await byState(db, {}))
  return {
    active,
    monthlyCents: await monthlyCents(db),
    months: withStarts(await monthsBack(deps), running),
    failed: [
      { state: 'unpaid', count: unpaid },
      { state: 'past_due', count: pastDue },
    ],
  }
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

const byState = statement((db) =>
  db
    .select({
      active: sql<number>`count(*) filter (where status = 'active')::int`,
      running: sql<number>`count(*)::int`,
      pastDue: sql<number>`count(*) filter (where status = 'past_due')::int`,
    })
    .from(subscriptions)
    .where(sql`status in ('active', 'paused', 'past_due')`),
)

/** Few baskets differ. */
const baskets = statement((db) =>
  db
    .select({
      frequency: sql<Frequency>`frequency`,
      cents: sql<number>`cents`,
      count: sql<number>`count(*)::int`,
    })
    .from(
      sql`(
        select s.frequency, sum(i.quantity * p.price_cents)::int as cents
        from subscriptions s join subscription_items i on i.subscription_id = s.id
          join products p on p.id = i.product_id
        where s.status = 'active' group by s.id
      ) as baskets`,
    )
    .groupBy(sql`1, 2`),
)

/** Each basket is priced once, by the function that prices orders. */
async function monthlyCents(db: Db): Promise<number> {
  const sum = (await baskets(db, {})).reduce((all, { frequency, cents, count }) => {
    const { totalCents } = priceOrder([{ priceCents: cents, quantity: 1 }], true)
    return all + totalCents * count * perMonth[frequency]
  }, 0)
  return Math.round(sum)
}

const comingAndGoing = statement(
  (db, given: Given<{ months: string[]; begins: string[]; ends: string[] }>) =>
    db
      .select({
        month: sql<string>`m.month`,
        started: sql<number>`(select count(*)::int from subscriptions
          where created_at >= m.begins and created_at < m.ends)`,
        cancelled: sql<number>`(select count(*)::int from subscriptions where status = 'cancelled'
          and cancelled_at >= m.begins and cancelled_at < m.ends)`,
      })
      .from(
        sql`unnest(${given('months')}::text[], ${given('begins')}::timestamptz[],
          ${given('ends')}::timestamptz[]) as m (month, begins, ends)`,
      )
      .orderBy(sql`m.month`),
)

type Month = Omit<Recurring['months'][number], 'activeAtStart'> & { started: number }

async function monthsBack({ db, clock, timeZone }: FigureDeps): Promise<Month[]> {
  const thisMonth: CalendarDate = `${dateIn(timeZone, clock.now()).slice(0, 7)}-01`
  const firsts = Array.from({ length: MONTHS + 1 }, (_, n) =>
    cycleDate(thisMonth, 'monthly', n + 1 - MONTHS),
  )
  const moments = firsts.map((first) => instantIn(timeZone, first, 0).toISOString())
  const months = firsts.slice(0, MONTHS).map((first) => first.slice(0, 7))
  const begins = moments.slice(0, MONTHS)
  const rows = await comingAndGoing(db, { months, begins, ends: moments.slice(1) })
  const brought = await talliesFrom(db, { name: 'brought', from: firsts[0] ?? thisMonth })
  const byMonth = new Map(brought.map(({ day, cents }) => [day.slice(0, 7), cents]))
  return rows.map((row) => ({ ...row, broughtCents: byMonth.get(row.month) ?? 0 }))
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
