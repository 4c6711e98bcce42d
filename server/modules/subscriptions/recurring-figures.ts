import { sql } from 'drizzle-orm'
import { type CalendarDate, cycleDate, dateIn, instantIn } from '#contract/calendar.ts'
import type { SubscriptionNeed } from '#contract/listing.ts'
import { priceOrder } from '#contract/pricing.ts'
import type { Frequency } from '#contract/primitives.ts'
import type { Insights } from '#contract/staff-desk.ts'
import type { Db } from '#server/db/client.ts'
import { talliesFrom } from '#server/db/tallies.ts'
import type { Clock } from '#server/world.ts'
import { needing } from './needs.ts'
import { subscriptions } from './tables.ts'

const MONTHS = 6

/** How often it comes in a month, by a year's count. */
const perMonth: Record<Frequency, number> = { weekly: 52 / 12, 'bi-weekly': 26 / 12, monthly: 1 }

type Recurring = Insights['recurring']
type FigureDeps = { db: Db; clock: Clock; timeZone: string }

/** How the recurring business stands; months and states are stretches of an index each. */
export async function recurringFigures(deps: FigureDeps): Promise<Recurring> {
  const { db } = deps
  const { active, running, pastDue } = await counts(db)
  return {
    active,
    monthlyCents: await monthlyCents(db),
    months: withStarts(await monthsBack(deps), running),
    failed: [
      { state: 'unpaid', count: (await subscriptionNeeds(db)).unpaid },
      { state: 'past_due', count: pastDue },
    ],
  }
}

/** Counted by the conditions that the list is filtered by. */
export async function subscriptionNeeds(db: Db): Promise<Record<SubscriptionNeed, number>> {
  const count = (need: SubscriptionNeed) =>
    sql`(select count(*)::int from ${subscriptions} where ${needing(need)})`
  return oneRow(
    await db.execute<Record<SubscriptionNeed, number>>(sql`
      select ${count('held')} as "held", ${count('unpaid')} as "unpaid",
        ${count('uncharged')} as "uncharged"`),
  )
}

async function counts(db: Db) {
  return oneRow(
    await db.execute<{ active: number; running: number; pastDue: number }>(sql`
      select count(*) filter (where status = 'active')::int as active, count(*)::int as running,
        count(*) filter (where status = 'past_due')::int as "pastDue"
      from ${subscriptions} where status in ('active', 'paused', 'past_due')`),
  )
}

/** Few baskets differ, so each is priced once by the function that prices orders. */
async function monthlyCents(db: Db): Promise<number> {
  const { rows } = await db.execute<{ frequency: Frequency; cents: number; count: number }>(sql`
    select frequency, cents, count(*)::int as count from (
      select s.frequency, sum(i.quantity * p.price_cents)::int as cents
      from subscriptions s join subscription_items i on i.subscription_id = s.id
        join products p on p.id = i.product_id
      where s.status = 'active' group by s.id
    ) as baskets group by 1, 2`)
  const sum = rows.reduce((all, { frequency, cents, count }) => {
    const { totalCents } = priceOrder([{ priceCents: cents, quantity: 1 }], true)
    return all + totalCents * count * perMonth[frequency]
  }, 0)
  return Math.round(sum)
}

type Month = Omit<Recurring['months'][number], 'activeAtStart'> & { started: number }

async function monthsBack({ db, clock, timeZone }: FigureDeps): Promise<Month[]> {
  const first: CalendarDate = `${dateIn(timeZone, clock.now()).slice(0, 7)}-01`
  const begin = (ahead: number) => cycleDate(first, 'monthly', ahead)
  const stretches = Array.from({ length: MONTHS }, (_, n) => {
    const [from, to] = [begin(n + 1 - MONTHS), begin(n + 2 - MONTHS)]
    const at = (date: string) => sql`${instantIn(timeZone, date, 0).toISOString()}::timestamptz`
    return sql`(${from.slice(0, 7)}, ${at(from)}, ${at(to)})`
  })
  const { rows } = await db.execute<Omit<Month, 'broughtCents'>>(sql`
    select m.month,
      (select count(*)::int from subscriptions
        where created_at >= m.begins and created_at < m.ends) as started,
      (select count(*)::int from subscriptions where status = 'cancelled'
        and cancelled_at >= m.begins and cancelled_at < m.ends) as cancelled
    from (values ${sql.join(stretches, sql`, `)}) as m (month, begins, ends)
    order by m.month`)
  const brought = await talliesFrom(db, { name: 'brought', from: begin(1 - MONTHS) })
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

function oneRow<Row>({ rows }: { rows: Row[] }): Row {
  const [row] = rows
  if (!row) throw new Error('counting gave no row')
  return row
}
