import { formatDate } from '#contract/dates/calendar.ts'
import type { Subscription } from '#contract/subscriptions/subscriptions.ts'

/** 'Thursday, March 5, 2026', 'A and B', 'A, B and C'. */
export function formatDateList(dates: readonly string[]): string {
  const [last, ...rest] = dates.map((date) => formatDate(date)).reverse()
  if (rest.length === 0) return last ?? ''
  return `${rest.reverse().join('; ')} and ${last}`
}

/** What a pause leaves out: each date, or how many where they are many. */
export function droppedDatesText(dates: readonly string[]): string {
  const [first = '', last = ''] = [dates[0], dates.at(-1)]
  if (dates.length < 3) return `Nothing comes on ${formatDateList(dates)}.`
  return `${dates.length} deliveries are left out, from ${formatDate(first)} to ${formatDate(last)}.`
}

/** Dates that come now and would not any more, in their order. */
export function droppedDates(before: Subscription, after: Subscription): string[] {
  const left = new Set(upcomingDates(after))
  const horizon = upcomingDates(after)[0]
  return upcomingDates(before).filter((date) => !left.has(date) && (!horizon || date < horizon))
}

const upcomingDates = ({ calendar }: Subscription) =>
  calendar.filter(({ status }) => status !== 'skipped' && status !== 'void').map(({ date }) => date)
