import { addDays, type CalendarDate } from '#contract/dates/calendar.ts'
import { PRICE_NOTICE_DAYS } from '#contract/subscriptions/consent.ts'

/** An email earlier than this would be forgotten by the time it matters. */
const MAX_NOTICE_DAYS = 30

type Increase = {
  /** The first date on which the new price counts. */
  from: CalendarDate
  /** The date from which another price counts instead. */
  until: CalendarDate | null
}

/**
 * Rule 32: the first delivery at a new price, if its email is due today: 14 to 30 days ahead. A
 * delivery that is nearer keeps the old price, and the next one is the first.
 */
export function firstAffectedDate(
  upcoming: readonly CalendarDate[],
  { from, until }: Increase,
  today: CalendarDate,
): CalendarDate | undefined {
  const earliest = addDays(today, PRICE_NOTICE_DAYS)
  const first = upcoming.find((date) => date >= from && date >= earliest)
  if (!first || (until !== null && first >= until)) return undefined
  return first <= addDays(today, MAX_NOTICE_DAYS) ? first : undefined
}
