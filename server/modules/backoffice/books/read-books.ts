import { and, eq, gte, lt, lte, sql } from 'drizzle-orm'
import { addDays } from '#contract/dates/calendar.ts'
import type { ShopCalendar } from '#contract/dates/shop-calendar.ts'
import { centsToText } from '#contract/money.ts'
import {
  type BookColumn,
  type BookDay,
  type Books,
  type BooksQuery,
  bookColumns,
} from '#contract/staff/books.ts'
import type { Db } from '#server/db/client.ts'
import { balanceTransactions, payouts } from '#server/modules/payments/balance/tables.ts'
import { findDifferences, lastBalanceRun } from '#server/modules/payments/index.ts'
import type { Clock } from '#server/runtime.ts'
import type { DayRow } from './book-columns.ts'
import { bookSpan, shopDays } from './book-dates.ts'
import { type DayCents, readDays } from './read-days.ts'

export type BooksDeps = {
  db: Db
  clock: Clock
  account?: string
  livemode: boolean
  shop: { calendar: ShopCalendar }
}

const MAX_DIFFERENCES = 100

/** Days that are read at once: enough for a page of an export, few enough for a short query. */
const CHUNK_DAYS = 31

/** A part of the daily summary, starting at `cursor`, with the balance at the end of each day. */
export async function dayPage(
  deps: BooksDeps,
  { from, to }: BooksQuery,
  cursor: string | undefined,
): Promise<{ rows: DayRow[]; next: string | undefined }> {
  const [start = from, opening] = cursor?.split(' ') ?? []
  const last = addDays(start, CHUNK_DAYS - 1)
  const end = last < to ? last : to
  const days = await readDays(deps, shopDays(deps.shop.calendar, { from: start, to: end }))
  let balance = opening === undefined ? await balanceBefore(deps, start) : Number(opening)
  const rows = days.map((day) => {
    balance += day.balanceChange
    return { ...day, balance }
  })
  return { rows, next: end < to ? `${addDays(end, 1)} ${balance}` : undefined }
}

/** What was left at the provider when the day started. */
async function balanceBefore({ db, account = '', shop }: BooksDeps, date: string): Promise<number> {
  const [from] = bookSpan(shop.calendar, { from: date, to: date })
  const t = balanceTransactions
  const [row] = await db
    .select({ cents: sql<string>`coalesce(sum(${t.netCents}), 0)` })
    .from(t)
    .where(and(eq(t.account, account), eq(t.currency, 'usd'), lt(t.createdAt, from)))
  return Number(row?.cents ?? 0)
}

/** The page of the books: totals, days, payouts and what does not add up. */
export async function readBooks(deps: BooksDeps, query: BooksQuery): Promise<Books> {
  const days: DayRow[] = []
  let cursor: string | undefined
  do {
    const page = await dayPage(deps, query, cursor)
    days.push(...page.rows)
    cursor = page.next
  } while (cursor)
  const [from, to] = bookSpan(deps.shop.calendar, query)
  const opening = (days[0]?.balance ?? 0) - (days[0]?.balanceChange ?? 0)
  const totals = sumDays(days)
  const readUntil = await lastBalanceRun(deps)
  return {
    ...query,
    readUntil: readUntil?.toISOString() ?? null,
    openingBalance: centsToText(opening),
    closingBalance: centsToText(opening + totals.balanceChange),
    totals: toTexts(totals),
    days: days.filter(isBusy).map(toBookDay),
    payouts: await listPayouts(deps, query),
    differences: (await findDifferences(deps, { from, to }, MAX_DIFFERENCES)).slice(
      0,
      MAX_DIFFERENCES,
    ),
  }
}

type Amounts = Record<BookColumn, number>

function sumDays(days: readonly DayCents[]): Amounts {
  const sum = (name: BookColumn) => days.reduce((total, day) => total + day[name], 0)
  return Object.fromEntries(bookColumns.map((name) => [name, sum(name)])) as Amounts
}

const toTexts = (amounts: Amounts) =>
  Object.fromEntries(bookColumns.map((name) => [name, centsToText(amounts[name])])) as Record<
    BookColumn,
    string
  >

const isBusy = (day: DayCents) => bookColumns.some((name) => day[name] !== 0)

const toBookDay = (day: DayRow): BookDay => ({
  date: day.date,
  balance: centsToText(day.balance),
  ...toTexts(day),
})

async function listPayouts({ db, account = '' }: BooksDeps, { from, to }: BooksQuery) {
  const rows = await db
    .select()
    .from(payouts)
    .where(
      and(eq(payouts.account, account), gte(payouts.arrivesOn, from), lte(payouts.arrivesOn, to)),
    )
    .orderBy(payouts.arrivesOn, payouts.id)
  return rows.map(({ id, amountCents, status, arrivesOn }) => ({
    id,
    amount: centsToText(amountCents),
    status,
    arrivesOn,
  }))
}
