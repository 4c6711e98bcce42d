import { sql } from 'drizzle-orm'
import type { Insights } from '#contract/backoffice.ts'
import { addDays, type CalendarDate, dateIn } from '#contract/calendar.ts'
import { ScheduleStatus } from '#contract/dispatch.ts'
import type { OrderNeed } from '#contract/listing.ts'
import type { Db } from '#server/db/client.ts'
import { keptCounts } from '#server/db/keyset.ts'
import { type Given, statement } from '#server/db/statement.ts'
import { talliesFrom } from '#server/db/tallies.ts'
import { needsTruck } from '#server/modules/dispatch/index.ts'
import { schedules } from '#server/modules/dispatch/tables.ts'
import { orders } from '#server/modules/orders/tables.ts'
import {
  type NeedDays,
  needDays,
  needsAHand,
  recurringFigures,
  subscriptionNeeds,
} from '#server/modules/subscriptions/index.ts'
import type { Clock } from '#server/world.ts'

const DAYS_BACK = 30
const DAYS_AHEAD = 14

type InsightDeps = { db: Db; clock: Clock; timeZone: string }

/** Each figure is kept, or counts what needs a hand along an index, however long the shop has been open. */
export async function insights({ db, clock, timeZone }: InsightDeps): Promise<Insights> {
  const now = clock.now()
  const today = dateIn(timeZone, now)
  const { held, unpaid, uncharged } = await subscriptionNeeds(db)
  return {
    days: await ordersByDay(db, today),
    bottles: await bottlesAhead(db, today),
    deliveries: await deliveriesByState(db),
    needsAHand: { ...(await countNeeds(db, needDays(timeZone, now))), held, uncharged },
    recurring: await recurringFigures({ db, clock, timeZone }, unpaid),
  }
}

async function ordersByDay(db: Db, today: CalendarDate): Promise<Insights['days']> {
  const first = addDays(today, 1 - DAYS_BACK)
  const tally = await talliesFrom(db, { names: ['orders'], from: first })
  return daysFrom(first, DAYS_BACK).map((date) => {
    const { n, cents } = tally('orders', date)
    return { date, orders: n, revenueCents: cents }
  })
}

async function bottlesAhead(db: Db, today: CalendarDate): Promise<Insights['bottles']> {
  const tally = await talliesFrom(db, { names: ['bottles'], from: today })
  return daysFrom(today, DAYS_AHEAD).map((date) => ({ date, bottles: tally('bottles', date).n }))
}

async function deliveriesByState(db: Db): Promise<Insights['deliveries']> {
  const counter = (status: ScheduleStatus) => `schedules:${status}` as const
  const count = await keptCounts(db, ScheduleStatus.options.map(counter))
  return ScheduleStatus.options.map((status) => ({ status, count: count(counter(status)) }))
}

/** Counted by the conditions that the lists are filtered by, so that each figure leads to its rows. */
const needs = statement((db, given: Given<NeedDays>) => {
  const days = { soon: given('soon'), comes: given('comes') }
  const count = (need: OrderNeed) =>
    sql<number>`(select count(*)::int from ${orders} where ${needsAHand(need, days)})`
  return db
    .select({
      unscheduled: count('unscheduled'),
      failedDeliveries: count('failedDelivery'),
      failedPayments: count('failedPayment'),
      failedRefunds: count('failedRefund'),
      disputed: count('disputed'),
      fraudWarnings: count('fraudWarning'),
      withoutTruck: sql<number>`(select count(*)::int from ${schedules} where ${needsTruck})`,
    })
    .from(sql`(values (1)) as one`)
})

async function countNeeds(db: Db, days: NeedDays) {
  const [found] = await needs(db, days)
  if (!found) throw new Error('counting gave no row')
  return found
}

const daysFrom = (first: CalendarDate, count: number) =>
  Array.from({ length: count }, (_, n) => addDays(first, n))
