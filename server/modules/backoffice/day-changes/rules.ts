import { addDays, type CalendarDate, formatDate } from '#contract/dates/calendar.ts'
import { assertOpenDate, farDateMessage, latestPlanDate } from '#contract/dates/date-limits.ts'
import { isClosed, nextOpenDate, type ShopCalendar } from '#contract/dates/shop-calendar.ts'
import { Failure } from '#contract/errors.ts'
import type { Frequency } from '#contract/primitives.ts'
import { MAX_CLOSED_DATES } from '#contract/staff/closed-dates.ts'
import type { DayChangeForm } from '#contract/zones/day-changes.ts'
import { nextRouteDay, type ZoneException } from '#contract/zones/landed-date.ts'
import type { TimeWindow } from '#contract/zones/time-window.ts'
import { isSameWindow } from '#contract/zones/window-text.ts'
import { toZoneCalendar, windowsOn } from '#contract/zones/zone-exceptions.ts'
import type { RouteDay } from '#contract/zones/zones.ts'

/** Rule 48, as pure functions of the form, the zones and the calendar. */

type Zone = { id: string; name: string; routeDays: RouteDay[]; exceptions: ZoneException[] }
type Zones = ReadonlyMap<string, Zone>
type Day = { calendar: ShopCalendar; today: CalendarDate; zones: Zones }

const invalid = (field: string, message: string) =>
  new Failure('invalid', message, { [field]: message })

/** The zones that the form names. All of them must exist. */
function selectedZones({ zoneIds }: DayChangeForm, zones: Zones): Zone[] {
  return [...new Set(zoneIds ?? [])].map((id) => {
    const zone = zones.get(id)
    if (!zone) throw invalid('zoneIds', 'One of these zones no longer exists')
    return zone
  })
}

const formatZoneNames = (zones: readonly Zone[]) => listFormat.format(zones.map(({ name }) => name))
const listFormat = new Intl.ListFormat('en-US')

const isExcepted = (zone: Zone, date: CalendarDate) =>
  zone.exceptions.some((exception) => exception.date === date)

/** Rejects a change that makes no sense, or that was made already. */
export function assertDayChange(form: DayChangeForm, { calendar, today, zones }: Day): void {
  const { date, kind, toDate } = form
  const latest = latestPlanDate(today)
  if (date < today) throw invalid('date', 'Choose a date from today on')
  if (date > latest) throw invalid('date', farDateMessage(latest))
  const selected = selectedZones(form, zones)
  if (isClosed(calendar, date))
    throw new Failure('day_changed', `The shop is already closed on ${formatDate(date)}.`)
  const changed = selected.filter((zone) => isExcepted(zone, date))
  if (changed.length > 0)
    throw new Failure(
      'day_changed',
      `${formatDate(date)} was already changed for ${formatZoneNames(changed)}.`,
    )
  if (!form.zoneIds && (calendar.closedDates?.length ?? 0) >= MAX_CLOSED_DATES)
    throw invalid('date', `You can close up to ${MAX_CLOSED_DATES} dates`)
  if (kind === 'moved' && toDate) assertNewDate({ date, toDate, latest, today, calendar }, selected)
}

type NewDate = Record<'date' | 'toDate' | 'latest' | 'today', CalendarDate> & {
  calendar: ShopCalendar
}

function assertNewDate(
  { date, toDate, latest, today, calendar }: NewDate,
  selected: readonly Zone[],
): void {
  if (toDate === date) throw invalid('toDate', 'Choose another date than the one you move')
  // Today's trucks are already loaded (rule 25).
  if (toDate <= today) throw invalid('toDate', 'Choose a date from tomorrow on')
  if (toDate > latest) throw invalid('toDate', farDateMessage(latest))
  assertOpenDate('toDate', toDate, calendar)
  const closed = selected.filter((zone) => isExcepted(zone, toDate))
  if (closed.length === 0) return
  const message = `${formatDate(toDate)} was already changed for ${formatZoneNames(closed)}. Choose another date.`
  throw new Failure('closed_date', message, { toDate: message })
}

/** The calendar after the change. Only a change of the whole shop closes the date in it. */
export function calendarAfter(
  { zoneIds, date, reason }: DayChangeForm,
  calendar: ShopCalendar,
): ShopCalendar {
  if (zoneIds) return calendar
  const closedDates = [...(calendar.closedDates ?? []), { date, name: reason.trim() }].sort(
    (a, b) => (a.date < b.date ? -1 : 1),
  )
  return { ...calendar, closedDates }
}

/** Finds the new date of a delivery by its zone; null means outside every zone. */
export function targetFinder(
  form: DayChangeForm,
  { calendar, zones }: Pick<Day, 'calendar' | 'zones'>,
): (zoneId: string | null) => CalendarDate {
  const { date, kind, toDate } = form
  const after = calendarAfter(form, calendar)
  const byZone = new Map<string | null, CalendarDate>()
  const find = (zoneId: string | null) => {
    if (kind === 'moved' && toDate) return toDate
    const zone = zoneId === null ? undefined : zones.get(zoneId)
    // Outside zones, and while a zone is not served, this is the next open date.
    return nextRouteDay({ ...after, zone: zone && toZoneCalendar(zone) }, addDays(date, 1))
  }
  return (zoneId) => {
    const known = byZone.get(zoneId) ?? find(zoneId)
    byZone.set(zoneId, known)
    return known
  }
}

/**
 * A delivery without an order stays between those before and after it, so that the deliveries of a
 * subscription keep their order. If it reaches one of them, the later one is skipped (rule 34).
 */
export function limitTarget(
  to: CalendarDate,
  { before, after }: { before: CalendarDate; after: CalendarDate },
): CalendarDate {
  if (to > after) return after
  return to < before ? before : to
}

/** The exception of each zone that the form names. */
export function toException({ date, kind, toDate, reason }: DayChangeForm): ZoneException {
  return {
    date,
    kind: 'closed',
    ...(kind === 'moved' && toDate && { toDate }),
    ...(reason.trim() && { reason: reason.trim() }),
  }
}

/** Rule 46: whether a delivery's chosen window does not exist on its new date. */
export function windowLossFinder(form: DayChangeForm, zones: Zones) {
  const changed = new Set(form.zoneIds)
  return (window: TimeWindow | null, zoneId: string | null, to: CalendarDate): boolean => {
    if (!window) return false
    const zone = zones.get(zoneId ?? '')
    if (!zone) return true
    const exceptions = changed.has(zone.id)
      ? [...zone.exceptions, toException(form)]
      : zone.exceptions
    return !windowsOn({ ...zone, exceptions }, to).some((offered) => isSameWindow(offered, window))
  }
}

const DAY_MS = 86_400_000

export const daysBetween = (from: CalendarDate, to: CalendarDate): number =>
  Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS)

type ExtraStops = { after: ShopCalendar; today: CalendarDate }

/**
 * Rule 48: the date of a delivery that gets an extra stop, from tomorrow on and before the date of
 * the others. A truck makes it on its own, so it need not be a route day.
 */
export function assertExtraStop(
  { date, to, changed }: Record<'date' | 'to' | 'changed', CalendarDate>,
  { after, today }: ExtraStops,
): void {
  if (date <= today) throw invalid('extraStops', 'Choose a date from tomorrow on for extra stops')
  if (date === changed || date >= to)
    throw invalid('extraStops', `Choose a date before ${formatDate(to)} for the extra stop`)
  assertOpenDate('extraStops', date, after)
}

/** The first open date after the changed one on which an extra stop is sooner than the new date. */
export function extraStopDate(
  { to, changed }: Record<'to' | 'changed', CalendarDate>,
  { after, today }: ExtraStops,
): CalendarDate | null {
  const date = nextOpenDate(after, addDays(changed > today ? changed : today, 1))
  return date < to ? date : null
}

const intervalDays: Record<Frequency, number> = { weekly: 7, 'bi-weekly': 14, monthly: 30 }

/** A customer's pace according to counted visits. */
type Pace = { bottlesPerDay: number; bottles: number; lastVisit: CalendarDate }

type Delay = {
  frequency: Frequency | null
  /** The delivery's date, and its new one. */
  date: CalendarDate
  to: CalendarDate
  today: CalendarDate
}

/**
 * Rule 48: whether a customer is likely to run out. Until the pace is known, a delay longer than a
 * quarter of the interval counts; then whether the bottles last until the new date.
 */
export function runsDry(delay: Delay, pace?: Pace): boolean {
  const { frequency, date, to } = delay
  const delayDays = daysBetween(date, to)
  if (delayDays <= 0) return false
  if (!pace) return frequency !== null && delayDays > intervalDays[frequency] / 4
  const days = daysBetween(lastFilled(delay, pace), to)
  return pace.bottles < pace.bottlesPerDay * days
}

/** If deliveries are still to come before this one, they leave as many bottles as the last visit. */
function lastFilled({ frequency, date, today }: Delay, { lastVisit }: Pace): CalendarDate {
  const before = frequency && addDays(date, -intervalDays[frequency])
  return before && before >= today ? before : lastVisit
}
