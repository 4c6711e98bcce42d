import {
  dateIn,
  formatDate,
  formatDateTime as formatInZone,
  isCalendarDate,
  zoneName,
} from '#contract/dates/calendar.ts'
import { pageData } from '#web/api/page-data.ts'

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

/** With the shop's hour: 'Wed, Mar 4, 8:00 AM'. The page's heading names the zone once. */
export function formatDateTime(moment: string, zone = shopZone()): string {
  const time = Date.parse(moment)
  return Number.isNaN(time) ? moment : formatInZone(zone, new Date(time), { withZone: false })
}

/** The same with the zone's name, for a page that shows a single moment. */
export function formatDateTimeWithZone(moment: string, zone = shopZone()): string {
  const time = Date.parse(moment)
  return Number.isNaN(time) ? moment : formatInZone(zone, new Date(time))
}

/** 'ET', for the heading of a page that shows hours. */
export const shopZoneName = () => zoneName(shopZone())

function shopZone(): string {
  return pageData().shop.timeZone
}
