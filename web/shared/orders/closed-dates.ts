import { formatDate } from '#contract/dates/calendar.ts'
import { closedDateMessage } from '#contract/dates/date-limits.ts'
import { pageData } from '#web/api/page-data.ts'

const MAX_NAMED = 4

/** The message for a chosen date on which the shop is closed. A date field cannot disable it. */
export const closedDateError = (date: string | undefined): string | undefined =>
  date ? closedDateMessage(pageData().shop.calendar, date.slice(0, 10)) : undefined

/** Returns 'Closed on Nov 26, 2026 (Thanksgiving).', the next closed dates from this date on. */
export function closedDatesHint(from: string, to?: string): string | undefined {
  const closed = (pageData().shop.calendar.closedDates ?? []).filter(
    ({ date }) => date >= from && (!to || date <= to),
  )
  if (closed.length === 0) return undefined
  const named = closed
    .slice(0, MAX_NAMED)
    .map(({ date, name }) => `${formatDate(date, 'short')}${name && ` (${name})`}`)
  const list = new Intl.ListFormat('en-US', { type: 'conjunction' })
  return `Closed on ${list.format(named)}.`
}
