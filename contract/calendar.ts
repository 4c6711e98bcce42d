import type { Frequency } from './primitives.ts'

/**
 * Delivery dates are calendar dates ('YYYY-MM-DD') in the shop's time zone. They never pass through
 * a Date in the viewer's zone, so a chosen day is the same day everywhere.
 */
export type CalendarDate = string

const DAY_MS = 86_400_000

export function dateIn(zone: string, instant: Date): CalendarDate {
  const { year, month, day } = wallClock(zone, instant)
  return `${year}-${month}-${day}`
}

type WallClock = Record<'year' | 'month' | 'day' | 'hour' | 'minute' | 'second', string>

/** Making a formatter costs a hundred times what using it does, so each zone's is kept. */
const formatters = new Map<string, Intl.DateTimeFormat>()

/** What calendar and clock show in that zone at that instant. */
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
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false
  const time = Date.parse(`${text}T00:00:00Z`)
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text)
}

export function addDays(date: CalendarDate, days: number): CalendarDate {
  return new Date(Date.parse(`${date}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10)
}

/** Today's bottles are loaded already: the earliest delivery is tomorrow (decision 25). */
export function earliestDelivery(zone: string, now: Date): CalendarDate {
  return addDays(dateIn(zone, now), 1)
}

/** 'Thursday, March 5, 2026'. A date that cannot be read is shown as it came. */
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

/** With the hour, and the zone it is reckoned in: 'Wed, Mar 4, 8:00 AM EST'. */
export function formatMoment(zone: string, instant: Date): string {
  return new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    weekday: 'short',
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
  }).format(instant)
}

/** The instant at which a clock in that zone shows this date and hour. */
export function instantIn(zone: string, date: CalendarDate, hour: number): Date {
  const wall = Date.parse(`${date}T${String(hour).padStart(2, '0')}:00:00Z`)
  // The zone's offset at that moment is found by asking twice: once near it, once at it.
  const first = wall - offsetMs(zone, new Date(wall))
  return new Date(wall - offsetMs(zone, new Date(first)))
}

function offsetMs(zone: string, instant: Date): number {
  const { year, month, day, hour, minute, second } = wallClock(zone, instant)
  const shown = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`)
  return shown - Math.floor(instant.getTime() / 1000) * 1000
}

const DELIVERY_DAY_STARTS_AT = 8

/** Until then a delivery can be changed or called off: 24 hours before its day starts (decision 18). */
export function changeUntil(zone: string, deliveryDate: CalendarDate): Date {
  return new Date(instantIn(zone, deliveryDate, DELIVERY_DAY_STARTS_AT).getTime() - DAY_MS)
}

const CHARGED_FROM = 6

/** A later delivery is charged from then on, on its own date (decision 16). */
export function chargedFrom(zone: string, deliveryDate: CalendarDate): Date {
  return instantIn(zone, deliveryDate, CHARGED_FROM)
}

/** So many days before its date a later delivery gets its order, and the customer a reminder. */
export const ORDERED_DAYS_AHEAD = 3

/**
 * Decision 15: the date of cycle n is a function of the anchor, the frequency and n alone. A month
 * that is too short is clamped to its end, and the next one is not: the 31st does not drift.
 */
export function cycleDate(anchor: CalendarDate, frequency: Frequency, n: number): CalendarDate {
  if (frequency !== 'monthly') return addDays(anchor, n * (frequency === 'weekly' ? 7 : 14))
  const [year = 0, month = 0, day = 0] = anchor.split('-').map(Number)
  const lastOfMonth = new Date(Date.UTC(year, month + n, 0))
  lastOfMonth.setUTCDate(Math.min(day, lastOfMonth.getUTCDate()))
  return lastOfMonth.toISOString().slice(0, 10)
}
