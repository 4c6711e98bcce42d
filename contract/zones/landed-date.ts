import { addDays, type CalendarDate, FIRST_DATE, LAST_DATE } from '../dates/calendar.ts'
import { isClosed, type ShopCalendar } from '../dates/shop-calendar.ts'
import { servesDate, toWeekday } from './route-days.ts'
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

/** The settings that decide on which dates a zone is served. */
export type ZoneCalendar = {
  routeDays: readonly RouteDay[]
  /** Without the dates that replace others (rule 48); missing if there are none. */
  ownDays?: readonly RouteDay[]
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

/** The part of the live shop that has the calendar of an address. */
export type ZonedShop = {
  calendar: ShopCalendar
  /** Undefined unless _Route days only_ is on. Kept by the server alone. */
  zoneCalendar?: ((zip: string) => ZoneCalendar | undefined) | undefined
}

export const calendarFor = (shop: ZonedShop, zip: string): DeliveryCalendar => ({
  ...shop.calendar,
  zone: shop.zoneCalendar?.(zip),
})

/** During a longer gap between two route days, in days, the zone is not served. */
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
  const own = calendar.zone.ownDays ?? calendar.zone.routeDays
  const isOpen = (day: CalendarDate) =>
    isOpenIn(calendar, day) || findReplacement(calendar, own, day) !== undefined
  const before = findRouteDay(own, isOpen, date, -1)
  const after = findRouteDay(own, isOpen, date, 1)
  const landOn = (day: CalendarDate) =>
    isOpenIn(calendar, day) ? day : (findReplacement(calendar, own, day) ?? day)
  if (before !== undefined && after !== undefined && before + after <= MAX_GAP)
    return landOn(addDays(date, after <= before ? after : -before))
  if (after !== undefined && after <= MAX_DISTANCE_AT_END) return landOn(addDays(date, after))
  if (before !== undefined && before <= MAX_DISTANCE_AT_END) return landOn(addDays(date, -before))
  const open = nextOpenIn(calendar, date)
  return open === date ? date : landedDate(calendar, open)
}

/**
 * Rule 48: the date to which a route day was moved. What is due on the moved day lands there, and
 * nothing else, so that the deliveries of other days stay. A date beyond the route day before or
 * after the moved one is left out, because a later calendar date never lands earlier.
 */
function findReplacement(
  calendar: DeliveryCalendar,
  own: readonly RouteDay[],
  date: CalendarDate,
): CalendarDate | undefined {
  const movedTo = (day: CalendarDate | undefined) =>
    calendar.zone?.exceptions?.find((exception) => exception.date === day)?.toDate
  const toDate = movedTo(date)
  if (!toDate || isClosed(calendar, date) || !isOpenIn(calendar, toDate)) return undefined
  const step = toDate > date ? 1 : -1
  const isOpen = (day: CalendarDate) => isOpenIn(calendar, day) || movedTo(day) !== undefined
  const distance = findRouteDay(own, isOpen, addDays(date, step), step)
  if (distance === undefined) return toDate
  const neighbor = addDays(date, step * (distance + 1))
  const isPast = (limit: CalendarDate) => (step === 1 ? toDate >= limit : toDate <= limit)
  return isPast(neighbor) || isPast(movedTo(neighbor) ?? neighbor) ? undefined : toDate
}

/** The first open route day from this date on. While the zone is not served, the next open date. */
export function nextRouteDay(calendar: DeliveryCalendar, date: CalendarDate): CalendarDate {
  const days = calendar.zone?.routeDays ?? []
  const after = findRouteDay(days, (day) => isOpenIn(calendar, day), date, 1)
  return after === undefined ? nextOpenIn(calendar, date) : addDays(date, after)
}

/** Days to the next open route day in this direction; undefined if there is none in reach. */
function findRouteDay(
  days: readonly RouteDay[],
  isOpen: (date: CalendarDate) => boolean,
  date: CalendarDate,
  step: 1 | -1,
): number | undefined {
  const weekday = toWeekday(date)
  const end = step === 1 ? daysBetween(date, LAST_DATE) : daysBetween(FIRST_DATE, date)
  const lastDistance = Math.min(MAX_GAP, end)
  for (let distance = 0; distance <= lastDistance; distance += 1) {
    // Comparing weekdays first avoids most of the work, because this runs for every listed date.
    const wanted = (((weekday - 1 + step * distance) % 7) + 7) % 7
    const served = days.filter((day) => day.weekday - 1 === wanted)
    if (served.length === 0) continue
    const candidate = addDays(date, step * distance)
    if (served.some((day) => servesDate(day, candidate)) && isOpen(candidate)) return distance
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
