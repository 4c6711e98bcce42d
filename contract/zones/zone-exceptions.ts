import type { CalendarDate } from '../dates/calendar.ts'
import type { ShopCalendar } from '../dates/shop-calendar.ts'
import type { ZoneCalendar, ZoneException } from './landed-date.ts'
import { mergeWindows, servesDate, toWeekday } from './route-days.ts'
import type { TimeWindow } from './time-window.ts'
import type { RouteDay } from './zones.ts'

/**
 * Rule 48: the calendar of a zone with its exceptions. A date that replaces another one is a route
 * day of its own, with the windows and the capacity of the replaced one.
 */
export function toZoneCalendar({ routeDays, exceptions = [] }: ZoneCalendar): ZoneCalendar {
  const replacements = exceptions.flatMap((exception) => replacementDays(routeDays, exception))
  return { routeDays: [...routeDays, ...replacements], ownDays: routeDays, exceptions }
}

/** The calendar for code that only knows closed dates: an excepted date is closed. */
export function withExceptions(
  zone: ZoneCalendar,
  calendar: ShopCalendar,
): { routeDays: readonly RouteDay[]; calendar: ShopCalendar } {
  const { routeDays, exceptions = [] } = toZoneCalendar(zone)
  const closed = exceptions.map(({ date, reason = '' }) => ({ date, name: reason }))
  const closedDates = [...(calendar.closedDates ?? []), ...closed]
  return { routeDays, calendar: { ...calendar, closedDates } }
}

/** Rule 46: the time windows that a zone has on a date. */
export function windowsOn(zone: ZoneCalendar, date: CalendarDate): TimeWindow[] {
  return mergeWindows(routeDaysOn(zone, date))
}

/** The route days on which a zone is served on this date, unless the shop is closed. */
export function routeDaysOn(zone: ZoneCalendar, date: CalendarDate): RouteDay[] {
  const { routeDays, exceptions = [] } = toZoneCalendar(zone)
  if (exceptions.some((exception) => exception.date === date)) return []
  return routeDays.filter((day) => servesDate(day, date))
}

function replacementDays(
  routeDays: readonly RouteDay[],
  { date, toDate }: ZoneException,
): RouteDay[] {
  if (!toDate) return []
  const single = { weekday: toWeekday(toDate), everyWeeks: 1 as const, from: toDate }
  return routeDays
    .filter((day) => servesDate(day, date))
    .map((day) => ({
      ...day,
      ...single,
      validFrom: null,
      validUntil: toDate,
      lastOrderHour: null,
    }))
}
