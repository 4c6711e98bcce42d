import { sql } from 'drizzle-orm'
import { addDays, dateIn } from '#contract/calendar.ts'
import { ScheduleStatus } from '#contract/delivery.ts'
import type { OrderNeed } from '#contract/listing.ts'
import type { Insights } from '#contract/staff-desk.ts'
import type { Db } from '#server/db/client.ts'
import { keptCount } from '#server/db/keyset.ts'
import { talliesFrom } from '#server/db/tallies.ts'
import { needsTruck } from '#server/modules/delivery/index.ts'
import { schedules } from '#server/modules/delivery/tables.ts'
import { needsAHand } from '#server/modules/orders/index.ts'
import { orders } from '#server/modules/orders/tables.ts'
import { recurringFigures, subscriptionNeeds } from '#server/modules/subscriptions/index.ts'
import type { Clock } from '#server/world.ts'

const DAYS_BACK = 30
const DAYS_AHEAD = 14

type InsightDeps = { db: Db; clock: Clock; timeZone: string }

/** Each figure is kept, or reads a bounded stretch of an index, however long the shop has been open. */
export async function insights({ db, clock, timeZone }: InsightDeps): Promise<Insights> {
  const today = dateIn(timeZone, clock.now())
  const deliveries = await Promise.all(
    ScheduleStatus.options.map(async (status) => ({
      status,
      count: Number(await keptCount(db, `schedules:${status}`)),
    })),
  )
  return {
    days: await ordersByDay(db, today),
    bottles: await bottlesAhead(db, today),
    deliveries,
    needsAHand: await countNeeds({ db, clock, timeZone }),
    recurring: await recurringFigures({ db, clock, timeZone }),
  }
}

async function ordersByDay(db: Db, today: string): Promise<Insights['days']> {
  const first = addDays(today, 1 - DAYS_BACK)
  const found = await talliesFrom(db, { name: 'orders', from: first })
  const byDay = new Map(found.map((tally) => [tally.day, tally]))
  return daysFrom(first, DAYS_BACK).map((date) => ({
    date,
    orders: byDay.get(date)?.n ?? 0,
    revenueCents: byDay.get(date)?.cents ?? 0,
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
