import { formatDate } from '#contract/dates/calendar.ts'
import type { Subscription } from '#contract/subscriptions/subscriptions.ts'

/** 'Thursday, March 5, 2026' for one date, 'March 5, March 12 and March 19' for several. */
export function formatDateList(dates: readonly string[]): string {
  const [first = '', ...others] = dates
  if (others.length === 0) return formatDate(first)
  const days = dates.map((date) => monthAndDay.format(new Date(`${date.slice(0, 10)}T00:00:00Z`)))
  return `${days.slice(0, -1).join(', ')} and ${days.at(-1)}`
}

const monthAndDay = new Intl.DateTimeFormat('en-US', {
  month: 'long',
  day: 'numeric',
  timeZone: 'UTC',
})

/** Describes the deliveries a pause skips: one or two dates, or a count and a range. */
export function droppedDatesText(dates: readonly string[]): string {
  const [first = '', last = ''] = [dates[0], dates.at(-1)]
  if (dates.length < 3) return `No delivery on ${formatDateList(dates)}.`
  return `We'll skip ${dates.length} deliveries from ${formatDate(first)} to ${formatDate(last)}.`
}

/** Upcoming dates of `before` that `after` no longer has, in date order. */
export function droppedDates(before: Subscription, after: Subscription): string[] {
  const remaining = new Set(upcomingDates(after))
  // Later dates are missing only because the calendar ends there.
  const firstRemaining = upcomingDates(after)[0]
  return upcomingDates(before).filter(
    (date) => !remaining.has(date) && (!firstRemaining || date < firstRemaining),
  )
}

const upcomingDates = ({ calendar }: Subscription) =>
  calendar.filter(({ status }) => status !== 'skipped' && status !== 'void').map(({ date }) => date)
