import { addDays, type CalendarDate } from '#contract/dates/calendar.ts'
import type { ShopCalendar } from '#contract/dates/shop-calendar.ts'
import { chargeableFrom, shopDate, shopInstant } from '#contract/dates/shop-calendar.ts'

export const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000

export type DemoCalendar = {
  now: Date
  today: CalendarDate
  /** An instant of that day in the shop's zone; up to an hour off in the other half of the year. */
  at(date: CalendarDate, hour: number): Date
  /** Exact: no card is charged before it. */
  chargesFrom(date: CalendarDate): Date
}

/** The shop's days. Finding a zone's offset is expensive, so most dates share one lookup. */
export function createDemoCalendar(now: Date, calendar: ShopCalendar): DemoCalendar {
  const today = shopDate(calendar, now)
  const offset = shopInstant(calendar, today, 12).getTime() - Date.parse(`${today}T12:00:00Z`)
  const charges = new Map<CalendarDate, Date>()
  return {
    now,
    today,
    at: (date, hour) => new Date(Date.parse(`${date}T00:00:00Z`) + offset + hour * HOUR_MS),
    chargesFrom(date) {
      const known = charges.get(date) ?? chargeableFrom(calendar, date)
      charges.set(date, known)
      return known
    },
  }
}

/** Demand of a day relative to the average: summers are high, Sundays low, and the shop grows. */
export function demandFactor(date: CalendarDate, progress: number): number {
  const byMonth = [0.7, 0.7, 0.8, 0.9, 1.05, 1.3, 1.45, 1.4, 1.1, 0.95, 0.8, 0.75]
  const month = byMonth[Number(date.slice(5, 7)) - 1] ?? 1
  return month * (isSunday(date) ? 0.5 : 1) * (0.75 + progress / 2)
}

/** No one-time delivery is on a Sunday, though a monthly date may fall on one. */
export function deliveryAfter(date: CalendarDate, days: number): CalendarDate {
  const wanted = addDays(date, days)
  return isSunday(wanted) ? addDays(wanted, 1) : wanted
}

const isSunday = (date: CalendarDate) => new Date(`${date}T00:00:00Z`).getUTCDay() === 0
