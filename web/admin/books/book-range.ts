import { addDays, type CalendarDate, isCalendarDate } from '#contract/dates/calendar.ts'
import type { BooksQuery } from '#contract/staff/books.ts'

/** Both dates are included. */
export const MAX_RANGE_DAYS = 366

const firstOfMonth = (date: CalendarDate) => `${date.slice(0, 7)}-01`

export const thisMonth = (today: CalendarDate): BooksQuery => ({
  from: firstOfMonth(today),
  to: today,
})

export function lastMonth(today: CalendarDate): BooksQuery {
  const to = addDays(firstOfMonth(today), -1)
  return { from: firstOfMonth(to), to }
}

/** The range of the URL, or this month until today. */
export function readRange(search: string, today: CalendarDate): BooksQuery {
  const params = new URLSearchParams(search)
  const [from, to] = [params.get('from') ?? '', params.get('to') ?? '']
  return isCalendarDate(from) && isCalendarDate(to) ? { from, to } : thisMonth(today)
}

/** The error of a range, found before the request is sent. */
export function rangeError({ from, to }: BooksQuery): string | undefined {
  if (!isCalendarDate(from) || !isCalendarDate(to)) return 'Please enter both dates'
  if (to < from) return 'Please choose a date on or after the first date'
  if (to >= addDays(from, MAX_RANGE_DAYS)) return `Please choose at most ${MAX_RANGE_DAYS} days`
  return undefined
}
