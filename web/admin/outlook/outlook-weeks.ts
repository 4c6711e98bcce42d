import { addDays, type CalendarDate } from '#contract/dates/calendar.ts'
import type { OutlookDay } from '#contract/zones/outlook.ts'

const dayFormat = new Intl.DateTimeFormat('en-US', {
  weekday: 'short',
  month: 'short',
  day: 'numeric',
  timeZone: 'UTC',
})

/** 'Thu, Mar 5'. */
export const dayLabel = (date: CalendarDate): string =>
  dayFormat.format(new Date(`${date}T00:00:00Z`))

export type OutlookWeek = {
  monday: CalendarDate
  dates: CalendarDate[]
  zones: { id: string; name: string; days: Map<CalendarDate, OutlookDay> }[]
}

/** 1970-01-01 was a Thursday. */
const toMonday = (date: CalendarDate): CalendarDate =>
  addDays(date, -((((Date.parse(date) / 86_400_000 + 3) % 7) + 7) % 7))

/** Weeks with the zones that have a route day or bottles in them. */
export function toWeeks(days: readonly OutlookDay[]): OutlookWeek[] {
  const weeks = new Map<CalendarDate, OutlookWeek>()
  const sorted = [...days].sort((left, right) => (left.date < right.date ? -1 : 1))
  for (const day of sorted) {
    const monday = toMonday(day.date)
    const week = weeks.get(monday) ?? {
      monday,
      dates: Array.from({ length: 7 }, (_, n) => addDays(monday, n)),
      zones: [],
    }
    weeks.set(monday, week)
    let zone = week.zones.find(({ id }) => id === day.zoneId)
    if (!zone) {
      zone = { id: day.zoneId, name: day.zoneName, days: new Map() }
      week.zones.push(zone)
    }
    zone.days.set(day.date, day)
  }
  for (const { zones } of weeks.values())
    zones.sort((left, right) => left.name.localeCompare(right.name, 'en-US'))
  return [...weeks.values()]
}
