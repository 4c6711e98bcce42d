/**
 * Delivery dates are calendar dates ('YYYY-MM-DD') in the shop's time zone. They never pass through
 * a Date in the viewer's zone, so the selected day is the same day everywhere.
 */
export type CalendarDate = string

const DAY_MS = 86_400_000

/** Dates outside this range are rejected: five-digit years do not sort correctly as text. */
export const FIRST_DATE: CalendarDate = '0001-01-01'
export const LAST_DATE: CalendarDate = '9999-12-31'

/** Returns the calendar date of a UTC midnight. */
function toDate(time: number): CalendarDate {
  const isInRange = time >= Date.parse(FIRST_DATE) && time <= Date.parse(LAST_DATE)
  if (!isInRange) throw new RangeError('this date is outside the years 1 to 9999')
  return new Date(time).toISOString().slice(0, 10)
}

/** Returns the UTC midnight of a calendar date. */
function toTime(date: CalendarDate): number {
  if (!isCalendarDate(date)) throw new RangeError('this is not a calendar date')
  return Date.parse(`${date}T00:00:00Z`)
}

/** The latest result per zone, because a request asks for today several times. */
const latestDates = new Map<string, { second: number; date: CalendarDate }>()

export function dateIn(zone: string, instant: Date): CalendarDate {
  // A date starts with a whole second in every zone.
  const second = Math.floor(instant.getTime() / 1000)
  const latest = latestDates.get(zone)
  if (latest?.second === second) return latest.date
  const { year, month, day } = wallClock(zone, instant)
  const date = `${year.padStart(4, '0')}-${month}-${day}`
  if (!isCalendarDate(date)) throw new RangeError('this date is outside the years 1 to 9999')
  latestDates.set(zone, { second, date })
  return date
}

type WallClock = Record<'year' | 'month' | 'day' | 'hour' | 'minute' | 'second', string>

/** Cached per zone: creating a formatter costs a hundred times more than using it. */
const formatters = new Map<string, Intl.DateTimeFormat>()

/** Returns the local date and time in the zone at that instant. */
function wallClock(zone: string, instant: Date): WallClock {
  let formatter = formatters.get(zone)
  if (!formatter) {
    const two = '2-digit'
    const date = { year: 'numeric', month: two, day: two } as const
    const time = { hour: two, minute: two, second: two, hourCycle: 'h23' } as const
    formatter = new Intl.DateTimeFormat('en-CA', { timeZone: zone, ...date, ...time })
    formatters.set(zone, formatter)
  }
  const parts = formatter.formatToParts(instant).map(({ type, value }) => [type, value])
  return Object.fromEntries(parts) as WallClock
}

export function isCalendarDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text) || text < FIRST_DATE) return false
  // February 31 is read as March 3.
  return new Date(`${text}T00:00:00Z`).getUTCDate() === Number(text.slice(8))
}

export function addDays(date: CalendarDate, days: number): CalendarDate {
  return toDate(toTime(date) + days * DAY_MS)
}

/** Like addDays, limited to the supported range; for dates that are only displayed. */
export function addDaysClamped(date: CalendarDate, days: number): CalendarDate {
  const time = toTime(date) + days * DAY_MS
  return toDate(Math.min(Math.max(time, Date.parse(FIRST_DATE)), Date.parse(LAST_DATE)))
}

/** Returns 'Thursday, March 5, 2026'. An invalid date is returned unchanged. */
export function formatDate(date: string, style: 'long' | 'short' = 'long'): string {
  const day = date.slice(0, 10)
  if (!isCalendarDate(day)) return date
  dayFormats[style] ??= new Intl.DateTimeFormat('en-US', { ...dayFields[style], timeZone: 'UTC' })
  return dayFormats[style].format(new Date(`${day}T00:00:00Z`))
}

const dayFormats: Partial<Record<'long' | 'short', Intl.DateTimeFormat>> = {}
const dayFields = {
  long: { weekday: 'long', year: 'numeric', month: 'long', day: 'numeric' },
  short: { year: 'numeric', month: 'short', day: 'numeric' },
} as const

/** Returns 'Wed, Mar 4, 8:00 AM EST'. */
export function formatDateTime(
  zone: string,
  instant: Date,
  { withZone = true }: { withZone?: boolean } = {},
): string {
  return new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    weekday: 'short',
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    ...(withZone ? { timeZoneName: 'short' } : {}),
  }).format(instant)
}

/** Returns the zone's short name, the same in summer and winter: 'ET'. */
export function zoneName(zone: string): string {
  const format = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'shortGeneric' })
  const name = format.formatToParts(new Date(0)).find(({ type }) => type === 'timeZoneName')
  return name?.value ?? zone
}

/**
 * Returns the instant at which a clock in the zone shows this date and hour. If the clock is put
 * forward over this hour, returns the hour after it, never one of the evening before.
 */
export function instantIn(zone: string, date: CalendarDate, hour: number): Date {
  const wall = toTime(date) + hour * 3_600_000
  // The first lookup uses an instant near the result, the second one the corrected instant.
  const first = wall - offsetMs(zone, new Date(wall))
  const second = wall - offsetMs(zone, new Date(first))
  const isShown = second + offsetMs(zone, new Date(second)) === wall
  return new Date(isShown ? second : Math.max(first, second))
}

/** The calendar repeats after 400 years. */
const CALENDAR_REPEATS_MS = 146_097 * DAY_MS
const NEAR_FIRST = Date.parse('0400-01-01')
const NEAR_LAST = Date.parse('9600-01-01')

function offsetMs(zone: string, instant: Date): number {
  let time = instant.getTime()
  // Near the limits the local date can fall outside years 1 to 9999, so the time is shifted.
  if (time < NEAR_FIRST) time += 4 * CALENDAR_REPEATS_MS
  if (time > NEAR_LAST) time -= CALENDAR_REPEATS_MS
  const { year, month, day, hour, minute, second } = wallClock(zone, new Date(time))
  const date = `${year.padStart(4, '0')}-${month}-${day}`
  const localTime = Date.parse(`${date}T${hour}:${minute}:${second}Z`)
  return localTime - Math.floor(time / 1000) * 1000
}

/** The maximum number of days in which a declined card is retried. */
export const RETRY_DAYS = 14

/** Same as `Frequency` in primitives.ts, which imports this file. */
type Frequency = 'weekly' | 'bi-weekly' | 'monthly'

/**
 * Rule 15: the date of cycle n depends only on the anchor, the frequency and n. In a short month
 * the 31st becomes the last day; the next month uses the 31st again, so dates never drift.
 */
export function cycleDate(anchor: CalendarDate, frequency: Frequency, n: number): CalendarDate {
  if (frequency !== 'monthly') return addDays(anchor, n * (frequency === 'weekly' ? 7 : 14))
  const start = new Date(toTime(anchor))
  const day = start.getUTCDate()
  // Day 0 of the following month is the last day of this month.
  const lastOfMonth = new Date(start)
  lastOfMonth.setUTCFullYear(start.getUTCFullYear(), start.getUTCMonth() + n + 1, 0)
  lastOfMonth.setUTCDate(Math.min(day, lastOfMonth.getUTCDate()))
  return toDate(lastOfMonth.getTime())
}

/** Returns the number of the first cycle that falls on or after `date`. */
export function cyclesUntil(
  anchor: CalendarDate,
  frequency: Frequency,
  date: CalendarDate,
): number {
  const days = (toTime(date) - toTime(anchor)) / DAY_MS
  if (frequency !== 'monthly') return Math.ceil(days / (frequency === 'weekly' ? 7 : 14))
  const [from, to] = [new Date(toTime(anchor)), new Date(toTime(date))]
  const years = to.getUTCFullYear() - from.getUTCFullYear()
  const months = years * 12 + to.getUTCMonth() - from.getUTCMonth()
  // The cycle of that month can still fall before the date.
  const lastDay = new Date(to)
  lastDay.setUTCFullYear(to.getUTCFullYear(), to.getUTCMonth() + 1, 0)
  return Math.min(from.getUTCDate(), lastDay.getUTCDate()) >= to.getUTCDate() ? months : months + 1
}
