import { sql } from 'drizzle-orm'
import { addDays, type CalendarDate } from '#contract/dates/calendar.ts'
import { shopDate } from '#contract/dates/shop-calendar.ts'
import { ScheduleStatus } from '#contract/dispatch.ts'
import type { Insights } from '#contract/staff/insights.ts'
import type { OrderAttentionReason } from '#contract/staff/listing.ts'
import type { Db } from '#server/db/client.ts'
import { countedUpTo, storedCounts } from '#server/db/keyset.ts'
import { type Params, preparedStatement } from '#server/db/prepared-statement.ts'
import { rollupsSince } from '#server/db/rollups.ts'
import { countOpenCases } from '#server/modules/cases/index.ts'
import { countOwedBottles } from '#server/modules/deliveries/index.ts'
import { depositLiability } from '#server/modules/deposits/index.ts'
import { isOnDeletedTruck } from '#server/modules/dispatch/index.ts'
import { schedules } from '#server/modules/dispatch/tables.ts'
import { selectMatching } from '#server/modules/orders/index.ts'
import {
  countSubscriptionAttention,
  subscriptionMetrics,
} from '#server/modules/subscriptions/index.ts'
import type { ShopClock } from '#server/runtime.ts'
import { type AttentionDates, attentionDates, orderAttentionFilters } from './order-attention.ts'

const DAYS_BACK = 30
const UPCOMING_DAYS = 14

type InsightDeps = { db: Db } & ShopClock

/**
 * Reads rollups and indexed counts only, so the cost does not grow with the number of orders. Only
 * a shop that charges a deposit reads the few orders that carried one.
 */
export async function insights({ db, clock, shop }: InsightDeps): Promise<Insights> {
  const now = clock.now()
  const today = shopDate(shop.calendar, now)
  const { unpaid, ...subscriptionsByReason } = await countSubscriptionAttention(db)
  return {
    days: await ordersByDay(db, today),
    deposits: await depositLiability(db),
    bottles: await upcomingBottles(db, today),
    deliveries: await deliveriesByState(db),
    needsAttention: {
      ...(await countOrderAttention(db, attentionDates(shop.calendar, now))),
      ...subscriptionsByReason,
      openCases: await countOpenCases(db),
    },
    recurring: await subscriptionMetrics({ db, clock, shop }, unpaid),
  }
}

async function ordersByDay(db: Db, today: CalendarDate): Promise<Insights['days']> {
  const first = addDays(today, 1 - DAYS_BACK)
  const rollup = await rollupsSince(db, { names: ['orders'], from: first })
  return daysFrom(first, DAYS_BACK).map((date) => {
    const { n, cents } = rollup('orders', date)
    return { date, orders: n, revenueCents: cents }
  })
}

/** The rollup leaves out cancelled orders: whether one is owed depends on its payment and refunds. */
async function upcomingBottles(db: Db, today: CalendarDate): Promise<Insights['bottles']> {
  const dates = daysFrom(today, UPCOMING_DAYS)
  const rollup = await rollupsSince(db, { names: ['bottles'], from: today })
  const owed = await countOwedBottles(db, dates)
  return dates.map((date) => ({
    date,
    bottles: rollup('bottles', date).n + (owed.get(date) ?? 0),
  }))
}

async function deliveriesByState(db: Db): Promise<Insights['deliveries']> {
  const counter = (status: ScheduleStatus) => `schedules:${status}` as const
  const count = await storedCounts(db, ScheduleStatus.options.map(counter))
  return ScheduleStatus.options.map((status) => ({ status, count: count(counter(status)) }))
}

/** Uses the filters of the lists, so that each count matches the list it links to. */
const attentionCounts = preparedStatement((db, param: Params<AttentionDates>) => {
  const days = {
    today: param('today'),
    dueBefore: param('dueBefore'),
    pastCutoffOn: param('pastCutoffOn'),
    owedSince: param('owedSince'),
  }
  const count = (reason: OrderAttentionReason) =>
    countedUpTo(selectMatching(orderAttentionFilters(reason, days)))
  return db
    .select({
      unscheduled: count('unscheduled'),
      failedDeliveries: count('failedDelivery'),
      failedPayments: count('failedPayment'),
      failedRefunds: count('failedRefund'),
      disputed: count('disputed'),
      fraudWarnings: count('fraudWarning'),
      overdueInvoices: count('overdueInvoice'),
      withoutTruck: countedUpTo(sql`select 1 from ${schedules} where ${isOnDeletedTruck}`),
    })
    .from(sql`(values (1)) as counted`)
})

async function countOrderAttention(db: Db, days: AttentionDates) {
  const [counts] = await attentionCounts(db, days)
  if (!counts) throw new Error('counting returned no row')
  return counts
}

const daysFrom = (first: CalendarDate, count: number) =>
  Array.from({ length: count }, (_, n) => addDays(first, n))
