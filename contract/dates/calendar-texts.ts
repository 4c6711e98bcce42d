import { addDaysClamped, type CalendarDate, FIRST_DATE, formatDate } from './calendar.ts'
import { type CalendarPeriod, periodOn, type ShopCalendar } from './shop-calendar.ts'

const words = ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine']

/** Returns 'three days' or '14 days'. */
export function daysText(days: number): string {
  return `${words[days] ?? days} ${days === 1 ? 'day' : 'days'}`
}

/** Returns '8:00 AM'. */
export function hourText(hour: number): string {
  return `${((hour + 11) % 12) + 1}:00 ${hour % 24 < 12 ? 'AM' : 'PM'}`
}

/** The cut-off's hour, and how many days before the delivery it is, on a day without clock change. */
function cutoffTime({ dayStartHour, cutoffHours }: CalendarPeriod) {
  const daysBefore = Math.max(0, Math.ceil((cutoffHours - dayStartHour) / 24))
  return { daysBefore, hour: dayStartHour - cutoffHours + daysBefore * 24 }
}

/** Returns '8:00 AM the day before', to be followed by 'a delivery'. */
export function cutoffText(period: CalendarPeriod): string {
  const { daysBefore, hour } = cutoffTime(period)
  if (daysBefore === 0) return `${hourText(hour)} on the day of`
  return `${hourText(hour)} ${daysBefore === 1 ? 'the day' : daysText(daysBefore)} before`
}

/** Returns '8:00 AM on Wednesday, March 4, 2026', the cut-off of one delivery. */
export function cutoffOn(calendar: ShopCalendar, deliveryDate: CalendarDate): string {
  const { hour } = cutoffTime(periodOn(calendar, deliveryDate))
  return `${hourText(hour)} on ${formatDate(cutoffDate(calendar, deliveryDate))}`
}

/** The day of a delivery's cut-off. */
export function cutoffDate(calendar: ShopCalendar, deliveryDate: CalendarDate): CalendarDate {
  return addDaysClamped(deliveryDate, -cutoffTime(periodOn(calendar, deliveryDate)).daysBefore)
}

/** Returns 'from Dec 1, 2026: America/New_York, start 8:00 AM, …' with every rule of the period. */
export function periodText(period: CalendarPeriod): string {
  const { from, timeZone, dayStartHour, cutoffHours, chargeHour, reminderDays } = period
  const rules = [
    timeZone,
    `start ${hourText(dayStartHour)}`,
    `changes until ${cutoffHours} hours before`,
    `charges at ${hourText(chargeHour)}`,
    `reminder ${daysText(reminderDays)} before`,
  ].join(', ')
  return from === FIRST_DATE ? rules : `from ${formatDate(from, 'short')}: ${rules}`
}

/** Returns 'Nov 26, 2026 (Thanksgiving); Dec 25, 2026', every closed date. */
export const closedDatesText = ({ closedDates = [] }: ShopCalendar): string =>
  closedDates
    .map(({ date, name }) => `${formatDate(date, 'short')}${name && ` (${name})`}`)
    .join('; ')
