import { addDays, type CalendarDate } from '#contract/dates/calendar.ts'
import { latestPlanDate } from '#contract/dates/date-limits.ts'
import { type ShopCalendar, shopDate, shopInstant } from '#contract/dates/shop-calendar.ts'
import { Failure } from '#contract/errors.ts'
import { type BooksQuery, MAX_BOOK_DAYS } from '#contract/staff/books.ts'
import type { Clock } from '#server/runtime.ts'

/** A day of the shop, from its midnight to the next one. */
export type ShopDay = { date: CalendarDate; from: Date; to: Date }

/** Years before this one have no orders; a date far away would only cost time. */
const EARLIEST: CalendarDate = '2000-01-01'

type DateDeps = { clock: Clock; shop: { calendar: ShopCalendar } }

/** Rejects a range that ends before it starts, or is too long or too far away. */
export function assertBookRange({ clock, shop }: DateDeps, { from, to }: BooksQuery): void {
  const reject = (field: string, message: string): never => {
    throw new Failure('invalid', message, { [field]: message })
  }
  if (from < EARLIEST) reject('from', 'Please choose a date after the year 1999')
  if (to > latestPlanDate(shopDate(shop.calendar, clock.now())))
    reject('to', 'Please choose an earlier date')
  if (to < from) reject('to', 'Please choose a date on or after the first date')
  if (to >= addDays(from, MAX_BOOK_DAYS))
    reject('to', `Please choose at most ${MAX_BOOK_DAYS} days`)
}

export function shopDays(calendar: ShopCalendar, { from, to }: BooksQuery): ShopDay[] {
  const days: ShopDay[] = []
  for (let date = from; date <= to; date = addDays(date, 1)) {
    const next = addDays(date, 1)
    days.push({
      date,
      from: shopInstant(calendar, date, 0),
      to: shopInstant(calendar, next, 0),
    })
  }
  return days
}

/** The instants between which the whole range lies. */
export function bookSpan(calendar: ShopCalendar, { from, to }: BooksQuery): [Date, Date] {
  return [shopInstant(calendar, from, 0), shopInstant(calendar, addDays(to, 1), 0)]
}
