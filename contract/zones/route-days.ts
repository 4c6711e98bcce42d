import { addDays, type CalendarDate } from '../dates/calendar.ts'
import { isClosed, type ShopCalendar, shopDate, shopInstant } from '../dates/shop-calendar.ts'
import type { TimeWindow } from './time-window.ts'
import type { RouteDay } from './zones.ts'

/** Rule 46: dates that are listed for a ZIP code. */
export const SUGGESTED_DATES = 6

/** Range in which dates are searched: with one route day every second week, six are in twelve weeks. */
const SEARCH_DAYS = 120

const DAY_MS = 86_400_000

const epochDays = (date: CalendarDate): number => Date.parse(date) / DAY_MS

/** Monday is 1. 1970-01-01 was a Thursday. */
export const toWeekday = (date: CalendarDate): number => ((((epochDays(date) + 3) % 7) + 7) % 7) + 1

/** Weeks since the week of 1970-01-05; a week starts on Monday. Unlike ISO weeks they never restart. */
const weekNumber = (date: CalendarDate): number => Math.floor((epochDays(date) + 3) / 7)

/** Rule 45: whether this route day serves the date. Closed dates are checked elsewhere. */
export function servesDate(day: RouteDay, date: CalendarDate): boolean {
  const { weekday, everyWeeks, from, validFrom, validUntil } = day
  if (toWeekday(date) !== weekday || date < from) return false
  if (validFrom && date < validFrom) return false
  if (validUntil && date > validUntil) return false
  return (weekNumber(date) - weekNumber(from)) % everyWeeks === 0
}

export type ServedDate = { date: CalendarDate; windows: TimeWindow[]; capacity: number | null }

/**
 * Rule 46: the next dates on which a zone is served and that can still be ordered, with the time
 * windows of their route days.
 */
export function nextServedDates(
  routeDays: readonly RouteDay[],
  calendar: ShopCalendar,
  now: Date,
  limit = SUGGESTED_DATES,
): ServedDate[] {
  const today = shopDate(calendar, now)
  const served: ServedDate[] = []
  for (let ahead = 1; ahead <= SEARCH_DAYS && served.length < limit; ahead++) {
    const date = addDays(today, ahead)
    const days = openRouteDays(routeDays, date, calendar, now)
    if (days.length > 0)
      served.push({ date, windows: mergeWindows(days), capacity: totalCapacity(days) })
  }
  return served
}

/** Rule 46: the route days that serve this date, if it can still be ordered. */
export function openRouteDays(
  routeDays: readonly RouteDay[],
  date: CalendarDate,
  calendar: ShopCalendar,
  now: Date,
): RouteDay[] {
  if (isClosed(calendar, date)) return []
  const today = shopDate(calendar, now)
  return routeDays.filter(
    (day) => servesDate(day, date) && isStillOpen(day, { calendar, now, date, today }),
  )
}

/** The bottles of all trucks that serve a date. Null means no limit. */
export const totalCapacity = (days: readonly RouteDay[]): number | null =>
  days.some(({ capacity }) => capacity == null)
    ? null
    : days.reduce((sum, { capacity }) => sum + (capacity ?? 0), 0)

type Ordering = { calendar: ShopCalendar; now: Date; date: CalendarDate; today: CalendarDate }

/** The last ordering hour concerns the next day alone. */
function isStillOpen(
  { lastOrderHour }: RouteDay,
  { calendar, now, date, today }: Ordering,
): boolean {
  if (lastOrderHour == null || date > addDays(today, 1)) return true
  return now < shopInstant(calendar, today, lastOrderHour)
}

/** Two trucks may serve a zone on one date; equal windows are offered once. */
export function mergeWindows(days: readonly RouteDay[]): TimeWindow[] {
  const byText = new Map(
    days.flatMap(({ windows }) => windows ?? []).map((window) => [windowText(window), window]),
  )
  return [...byText].sort(([left], [right]) => (left < right ? -1 : 1)).map(([, window]) => window)
}

const windowText = ({ from, to }: TimeWindow) => `${from}–${to}`
