/**
 * Delivery dates are calendar dates ('YYYY-MM-DD') in the shop's time zone. They never pass through
 * a Date in the viewer's zone, so a chosen day is the same day everywhere.
 */
export type CalendarDate = string

const DAY_MS = 86_400_000

export function dateIn(zone: string, instant: Date): CalendarDate {
  const parts = dateParts(zone).formatToParts(instant)
  const part = (type: string) => parts.find((one) => one.type === type)?.value ?? ''
  return `${part('year')}-${part('month')}-${part('day')}`
}

/** Making a formatter costs a hundred times what using it does, so each zone's is kept. */
const formatters = new Map<string, Intl.DateTimeFormat>()

function dateParts(zone: string): Intl.DateTimeFormat {
  let formatter = formatters.get(zone)
  if (!formatter) {
    const fields = { year: 'numeric', month: '2-digit', day: '2-digit' } as const
    formatter = new Intl.DateTimeFormat('en-CA', { timeZone: zone, ...fields })
    formatters.set(zone, formatter)
  }
  return formatter
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
  const options: Intl.DateTimeFormatOptions =
    style === 'long'
      ? { weekday: 'long', year: 'numeric', month: 'long', day: 'numeric' }
      : { year: 'numeric', month: 'short', day: 'numeric' }
  return new Intl.DateTimeFormat('en-US', { ...options, timeZone: 'UTC' }).format(
    new Date(`${day}T00:00:00Z`),
  )
}
