import { dateIn, formatDate, isCalendarDate, formatMoment as momentIn } from '#contract/calendar.ts'
import { pageFacts } from '#web/api/page-facts.ts'

/** The day of a moment in the shop's zone: 'Mar 5, 2026'. What cannot be read is shown as it came. */
export function formatDay(moment: string | null | undefined, zone = shopZone()): string {
  if (!moment) return '–'
  if (isCalendarDate(moment)) return formatDate(moment, 'short')
  const time = Date.parse(moment)
  return isOnCalendar(time) ? formatDate(dateIn(zone, new Date(time)), 'short') : moment
}

/** A year has four digits, in any zone. */
const isOnCalendar = (time: number) =>
  time > Date.parse('0001-01-03') && time < Date.parse('9999-12-30')

/** With the hour, and the zone it is reckoned in: 'Wed, Mar 4, 8:00 AM EST'. */
export function formatMoment(moment: string, zone = shopZone()): string {
  const time = Date.parse(moment)
  if (Number.isNaN(time)) return moment
  return momentIn(zone, new Date(time))
}

function shopZone(): string {
  return pageFacts().shop.timeZone
}
