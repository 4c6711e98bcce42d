import { addDays, type CalendarDate, FIRST_DATE, LAST_DATE } from '../dates/calendar.ts'
import { isClosed, type ShopCalendar } from '../dates/shop-calendar.ts'
import { servesDate, weekdayOf } from './route-days.ts'
import type { RouteDay } from './zones.ts'

/** A date on which a zone is not served although it is a route day, such as a day of storm. */
export type ZoneException = {
  date: CalendarDate
  kind: 'closed'
  /** Rule 48: the date that replaces it. */
  toDate?: CalendarDate | undefined
  /** Shown to customers, such as 'Storm'. */
  reason?: string | undefined
}

/** What decides on which dates a zone is served. */
export type ZoneCalendar = {
  routeDays: readonly RouteDay[]
  exceptions?: readonly ZoneException[]
}

/**
 * The calendar of an address. `zone` is undefined outside every zone and while _Route days only_ is
 * off: then dates are calendar dates.
 */
export type DeliveryCalendar = ShopCalendar & { zone: ZoneCalendar | undefined }

/** The calendar of each ZIP code's zone. */
export type ZoneCalendars = ReadonlyMap<string, ZoneCalendar>

/** ZIP+4 counts as its first five digits (rule 45). */
export const zoneFinder =
  (zones: ZoneCalendars) =>
  (zip: string): ZoneCalendar | undefined =>
    zones.get(zip.trim().slice(0, 5))

/** The part of the live shop that knows the calendar of an address. */
export type ZonedShop = {
  calendar: ShopCalendar
  /** Undefined unless _Route days only_ is on. Kept by the server alone. */
  zoneCalendar?: ((zip: string) => ZoneCalendar | undefined) | undefined
}

export const calendarFor = (shop: ZonedShop, zip: string): DeliveryCalendar => ({
  ...shop.calendar,
  zone: shop.zoneCalendar?.(zip),
})

/** A longer gap between two route days, in days, is a time in which the zone is not served. */
const MAX_GAP = 28
/** At the ends of such a time, dates within a week land on the route day. */
const MAX_DISTANCE_AT_END = 7

/**
 * Rule 47: the date on which a calendar date is delivered: the nearest open route day, the later of
 * two. It depends on nothing else, and a later calendar date never lands earlier. While the zone is
 * not served, calendar dates count.
 */
export function landedDate(calendar: DeliveryCalendar, date: CalendarDate): CalendarDate {
  // Cycles beyond the calendar's end all have its last date.
  if (!calendar.zone || date === LAST_DATE) return nextOpenIn(calendar, date)
  const before = findRouteDay(calendar, date, -1)
  const after = findRouteDay(calendar, date, 1)
  if (before !== undefined && after !== undefined && before + after <= MAX_GAP)
    return after <= before ? addDays(date, after) : addDays(date, -before)
  if (after !== undefined && after <= MAX_DISTANCE_AT_END) return addDays(date, after)
  if (before !== undefined && before <= MAX_DISTANCE_AT_END) return addDays(date, -before)
  const open = nextOpenIn(calendar, date)
  return open === date ? date : landedDate(calendar, open)
}

/** The first open route day from this date on. While the zone is not served, the next open date. */
export function nextRouteDay(calendar: DeliveryCalendar, date: CalendarDate): CalendarDate {
  const after = findRouteDay(calendar, date, 1)
  return after === undefined ? nextOpenIn(calendar, date) : addDays(date, after)
}

/** Days to the next open route day in this direction; undefined if it is too far away. */
function findRouteDay(
  calendar: DeliveryCalendar,
  date: CalendarDate,
  step: 1 | -1,
): number | undefined {
  const { zone } = calendar
  if (!zone) return undefined
  const weekday = weekdayOf(date)
  const end = step === 1 ? daysBetween(date, LAST_DATE) : daysBetween(FIRST_DATE, date)
  const lastDistance = Math.min(MAX_GAP, end)
  for (let distance = 0; distance <= lastDistance; distance += 1) {
    // Comparing weekdays first avoids most of the work, because this runs for every listed date.
    const wanted = (((weekday - 1 + step * distance) % 7) + 7) % 7
    const days = zone.routeDays.filter((day) => day.weekday - 1 === wanted)
    if (days.length === 0) continue
    const candidate = addDays(date, step * distance)
    const isServed = days.some((day) => servesDate(day, candidate))
    if (isServed && isOpenIn(calendar, candidate)) return distance
  }
  return undefined
}

const DAY_MS = 86_400_000

const daysBetween = (from: CalendarDate, to: CalendarDate): number =>
  (Date.parse(to) - Date.parse(from)) / DAY_MS

/** Whether the shop is open and the zone has no exception. */
export const isOpenIn = (calendar: DeliveryCalendar, date: CalendarDate): boolean =>
  !isClosed(calendar, date) && !calendar.zone?.exceptions?.some((other) => other.date === date)

function nextOpenIn(calendar: DeliveryCalendar, date: CalendarDate): CalendarDate {
  // AU1: every step uses up a closed date or an exception, and their number is limited.
  let open = date
  while (open < LAST_DATE && !isOpenIn(calendar, open)) open = addDays(open, 1)
  return open
}
