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
    needsAHand: await countNeeds(db, today),
  }
}

async function ordersByDay(db: Db, today: string, timeZone: string): Promise<Insights['days']> {
  const first = addDays(today, 1 - DAYS_BACK)
  const since = instantIn(timeZone, first, 0)
  const { rows } = await db.execute<{ date: string; orders: number; revenue: number }>(sql`
    select to_char(o.created_at at time zone ${timeZone}, 'YYYY-MM-DD') as date,
      count(*)::int as orders,
      coalesce(sum(p.amount_cents - p.refunded_cents) filter (where p.paid_at is not null), 0)::int as revenue
    from orders o left join payments p on p.order_id = o.id
    where o.created_at >= ${since} group by 1`)
  const found = new Map(rows.map((row) => [row.date, row]))
  return daysFrom(first, DAYS_BACK).map((date) => ({
    date,
    orders: found.get(date)?.orders ?? 0,
    revenueCents: found.get(date)?.revenue ?? 0,
  }))
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
async function countNeeds(db: Db, today: string): Promise<Insights['needsAHand']> {
  const count = (need: OrderNeed) =>
    sql`(select count(*)::int from ${orders} where ${needsAHand(need, today)})`
  const { rows } = await db.execute<Insights['needsAHand']>(sql`
    select ${count('unscheduled')} as "unscheduled",
      ${count('failedDelivery')} as "failedDeliveries",
      ${count('failedPayment')} as "failedPayments",
      ${count('failedRefund')} as "failedRefunds",
      (select count(*)::int from ${schedules} where ${needsTruck}) as "withoutTruck"`)
  const [found] = rows
  if (!found) throw new Error('counting gave no row')
  return found
}

const daysFrom = (first: string, count: number) =>
  Array.from({ length: count }, (_, n) => addDays(first, n))
