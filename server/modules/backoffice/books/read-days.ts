import { type SQL, sql } from 'drizzle-orm'
import type { CalendarDate } from '#contract/dates/calendar.ts'
import { type BookColumn, bookColumns } from '#contract/staff/books.ts'
import type { Db } from '#server/db/client.ts'
import { creditEntries } from '#server/modules/credit/tables.ts'
import { depositOpenings } from '#server/modules/deposits/tables.ts'
import { orders } from '#server/modules/orders/tables.ts'
import { balanceTransactions } from '#server/modules/payments/balance/tables.ts'
import { payments } from '#server/modules/payments/tables.ts'
import { tenders } from '#server/modules/payments/tenders/tables.ts'
import type { ShopDay } from './book-dates.ts'
import { matchedOrder, matchedPayment, sumOfLines } from './order-lines.ts'

export type DayCents = { date: CalendarDate } & Record<BookColumn, number>

type BookDeps = { db: Db; account?: string }

/** The columns that are read; the others are their sums. */
type ReadColumn = Exclude<BookColumn, 'unmatched' | 'balanceChange'>

/**
 * Rule 65: the figures of the given days. Each source is read once for all of them, with an index on
 * its time.
 */
export async function readDays(deps: BookDeps, days: readonly ShopDay[]): Promise<DayCents[]> {
  const byDate = new Map(days.map(({ date }) => [date, emptyDay(date)]))
  const sources = [cardDays, coveredDays, onAccountDays, tenderDays, creditDays, openingDays]
  for (const source of sources) {
    const { rows } = await deps.db.execute<Record<string, string>>(source(deps, daysTable(days)))
    for (const { date = '', ...columns } of rows) {
      const day = byDate.get(date)
      if (!day) continue
      for (const [name, cents] of Object.entries(columns))
        day[name as ReadColumn] += Number(cents ?? 0)
    }
  }
  return [...byDate.values()].map(addSums)
}

function emptyDay(date: CalendarDate): DayCents {
  const zeros = Object.fromEntries(bookColumns.map((name) => [name, 0]))
  return { date, ...(zeros as Record<BookColumn, number>) }
}

function addSums(day: DayCents): DayCents {
  const lines =
    day.products +
    day.discounts +
    day.otherLines +
    day.deposits +
    day.tax +
    day.creditUsed +
    day.onAccount
  const unmatched = day.cardPayments - lines
  const balanceChange =
    day.cardPayments + day.cardRefunds + day.disputes + day.fees + day.adjustments + day.payouts
  return { ...day, unmatched, balanceChange }
}

/** One parameter, because a year has as many rows as days. */
const daysTable = (days: readonly ShopDay[]): SQL =>
  sql`json_to_recordset(${JSON.stringify(days)}::json)
    as day(date date, "from" timestamptz, "to" timestamptz)`

const isWithin = (at: SQL | typeof payments.paidAt) => sql`${at} >= day."from" and ${at} < day."to"`

function cardDays({ account = '' }: BookDeps, days: SQL): SQL {
  const t = balanceTransactions
  const amount = (categories: string) =>
    sql`sum(case when ${t.category} in (${sql.raw(categories)}) then ${t.amountCents} end)`
  const known = `'charge', 'refund', 'refund_failure', 'dispute', 'dispute_reversal', 'fee', 'payout', 'payout_reversal'`
  return sql`select day.date::text as date, ${sumOfLines(sql`1`)},
      ${amount(`'charge'`)} as "cardPayments",
      ${amount(`'refund', 'refund_failure'`)} as "cardRefunds",
      ${amount(`'dispute', 'dispute_reversal'`)} as disputes,
      coalesce(${amount(`'fee'`)}, 0) - sum(${t.amountCents} - ${t.netCents}) as fees,
      sum(case when ${t.category} not in (${sql.raw(known)}) then ${t.amountCents} end) as adjustments,
      ${amount(`'payout', 'payout_reversal'`)} as payouts
    from ${days}
    join ${t} on ${isWithin(sql`${t.createdAt}`)} and ${t.account} = ${account}
      and ${t.currency} = 'usd'
    left join ${payments} on ${matchedPayment}
    left join ${orders} on ${matchedOrder}
    group by day.date`
}

/** Orders that account credit paid in full have no charge. */
const coveredDays = (_: BookDeps, days: SQL): SQL =>
  sql`select day.date::text as date, ${sumOfLines(sql`1`)}
    from ${days}
    join ${payments} on ${isWithin(payments.paidAt)} and ${payments.amountCents} = 0
      and ${payments.kind} <> 'tender'
    join ${orders} on ${orders.id} = ${payments.orderId}
    group by day.date`

/** Orders on invoice or paid on delivery are sold when they are confirmed, and not when cancelled. */
const onAccountDays = (_: BookDeps, days: SQL): SQL =>
  sql`select day.date::text as date, ${sumOfLines(sql`sale.sign`)},
      sum(-sale.sign * ${payments.amountCents}) as "onAccount"
    from ${payments}
    join ${orders} on ${orders.id} = ${payments.orderId}
    cross join lateral (values (1, ${orders.confirmedAt}), (-1, case when ${orders.status} = 'cancelled'
      and ${orders.confirmedAt} is not null then ${orders.cancelledAt} end)) as sale(sign, at)
    join ${days} on ${isWithin(sql`sale.at`)}
    where ${payments.kind} = 'tender'
    group by day.date`

const tenderDays = (_: BookDeps, days: SQL): SQL => {
  const received = (method: string) =>
    sql`sum(case when ${tenders.method} = ${method} then ${tenders.amountCents} end)`
  return sql`select day.date::text as date, ${received('cash')} as cash,
      ${received('check')} as checks, ${received('transfer')} as transfers
    from ${days} join ${tenders} on ${tenders.receivedOn} = day.date
    group by day.date`
}

const creditDays = (_: BookDeps, days: SQL): SQL => {
  const added = (kinds: string) =>
    sql`sum(case when ${creditEntries.kind} in (${sql.raw(kinds)}) then ${creditEntries.cents} end)`
  return sql`select day.date::text as date, ${added(`'refund'`)} as "creditRefunds",
      ${added(`'deposit_returned'`)} as "depositReturns",
      ${added(`'goodwill', 'missed_delivery'`)} as "creditGiven",
      ${added(`'forfeited'`)} as "creditForfeited"
    from ${days} join ${creditEntries} on ${isWithin(sql`${creditEntries.createdAt}`)}
    group by day.date`
}

/** Rule 67: a liability that came with imported customers; the money was received elsewhere. */
const openingDays = (_: BookDeps, days: SQL): SQL =>
  sql`select day.date::text as date, sum(${depositOpenings.cents}) as "depositOpenings"
    from ${days} join ${depositOpenings} on ${isWithin(sql`${depositOpenings.at}`)}
    group by day.date`
