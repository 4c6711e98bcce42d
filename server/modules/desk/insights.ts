import { sql } from 'drizzle-orm'
import { addDays, dateIn, instantIn } from '#contract/calendar.ts'
import { ScheduleStatus } from '#contract/delivery.ts'
import type { OrderNeed } from '#contract/listing.ts'
import type { Insights } from '#contract/staff-desk.ts'
import type { Db } from '#server/db/client.ts'
import { keptCount } from '#server/db/keyset.ts'
import { needsTruck } from '#server/modules/delivery/index.ts'
import { schedules } from '#server/modules/delivery/tables.ts'
import { needsAHand } from '#server/modules/orders/index.ts'
import { orders } from '#server/modules/orders/tables.ts'
import { recurringFigures, subscriptionNeeds } from '#server/modules/subscriptions/index.ts'
import type { Clock } from '#server/world.ts'

const DAYS_BACK = 30
const DAYS_AHEAD = 14

type InsightDeps = { db: Db; clock: Clock; timeZone: string }

/** Each figure reads a bounded stretch of an index, however long the shop has been open. */
export async function insights({ db, clock, timeZone }: InsightDeps): Promise<Insights> {
  const today = dateIn(timeZone, clock.now())
  const deliveries = await Promise.all(
    ScheduleStatus.options.map(async (status) => ({
      status,
      count: Number(await keptCount(db, `schedules:${status}`)),
    })),
  )
  return {
    days: await ordersByDay(db, today, timeZone),
    bottles: await bottlesAhead(db, today),
    deliveries,
    needsAHand: await countNeeds({ db, clock, timeZone }),
    recurring: await recurringFigures({ db, clock, timeZone }),
  }
}

/**
 * Day after day, each a stretch of the index by age, and each payment by its key: the planner would
 * rather read all payments of all years, and reckoning a day out of every moment takes longer still.
 */
async function ordersByDay(db: Db, today: string, timeZone: string): Promise<Insights['days']> {
  const days = daysFrom(addDays(today, 1 - DAYS_BACK), DAYS_BACK + 1)
  const begins = days.map((date) => instantIn(timeZone, date, 0).toISOString())
  const stretches = sql.join(
    days
      .slice(0, -1)
      .map((date, n) => sql`(${date}, ${begins[n]}::timestamptz, ${begins[n + 1]}::timestamptz)`),
    sql`, `,
  )
  const { rows } = await db.execute<Insights['days'][number]>(sql`
    select day.date, found.orders, found.revenue as "revenueCents"
    from (values ${stretches}) as day (date, begins, ends)
    cross join lateral (
      select count(*)::int as orders, coalesce(sum(paid.cents), 0)::int as revenue
      from orders o left join lateral (
        select amount_cents - refunded_cents as cents from payments
        where order_id = o.id and paid_at is not null offset 0
      ) as paid on true
      where o.created_at >= day.begins and o.created_at < day.ends
    ) as found
    order by day.date`)
  return rows
}

async function bottlesAhead(db: Db, today: string): Promise<Insights['bottles']> {
  const { rows } = await db.execute<{ date: string; bottles: number }>(sql`
    select o.delivery_date::text as date, sum(i.quantity)::int as bottles
    from orders o join order_items i on i.order_id = o.id
    where o.delivery_date between ${today} and ${addDays(today, DAYS_AHEAD - 1)}
      and o.status in ('confirmed', 'pending') and o.delivery_status = 'scheduled'
    group by 1`)
  const found = new Map(rows.map((row) => [row.date, row.bottles]))
  return daysFrom(today, DAYS_AHEAD).map((date) => ({ date, bottles: found.get(date) ?? 0 }))
}

/** Counted by the conditions that the lists are filtered by, so that each figure leads to its rows. */
async function countNeeds({ db, clock, timeZone }: InsightDeps): Promise<Insights['needsAHand']> {
  const now = clock.now()
  const { held, uncharged } = await subscriptionNeeds(db)
  const count = (need: OrderNeed) =>
    sql`(select count(*)::int from ${orders} where ${needsAHand(need, timeZone, now)})`
  const { rows } = await db.execute<Omit<Insights['needsAHand'], 'held' | 'uncharged'>>(sql`
    select ${count('unscheduled')} as "unscheduled",
      ${count('failedDelivery')} as "failedDeliveries",
      ${count('failedPayment')} as "failedPayments",
      ${count('failedRefund')} as "failedRefunds",
      (select count(*)::int from ${schedules} where ${needsTruck}) as "withoutTruck"`)
  const [found] = rows
  if (!found) throw new Error('counting gave no row')
  return { ...found, held, uncharged }
}

const daysFrom = (first: string, count: number) =>
  Array.from({ length: count }, (_, n) => addDays(first, n))
