import {
  dateIn,
  formatDate,
  formatDateTime as formatInZone,
  isCalendarDate,
  zoneName,
} from '#contract/dates/calendar.ts'
import { pageData } from '#web/api/page-data.ts'

/** Formats the day in the shop's time zone: 'Mar 5, 2026'. Invalid text is unchanged. */
export function formatDay(instant: string | null | undefined, zone = shopZone()): string {
  if (!instant) return '–'
  if (isCalendarDate(instant)) return formatDate(instant, 'short')
  const time = Date.parse(instant)
  return isOnCalendar(time) ? formatDate(dateIn(zone, new Date(time)), 'short') : instant
}

/** The year has four digits in every time zone. */
const isOnCalendar = (time: number) =>
  time > Date.parse('0001-01-03') && time < Date.parse('9999-12-30')

/** Returns 'Wed, Mar 4, 8:00 AM' in the shop's time zone, which the page's heading names. */
export function formatDateTime(instant: string, zone = shopZone()): string {
  const time = Date.parse(instant)
  return Number.isNaN(time) ? instant : formatInZone(zone, new Date(time), { withZone: false })
}

/** Includes the zone's name, for pages that show a single time. */
export function formatDateTimeWithZone(instant: string, zone = shopZone()): string {
  const time = Date.parse(instant)
  return Number.isNaN(time) ? instant : formatInZone(zone, new Date(time))
}

/** Returns 'ET', for the heading of pages that show times. */
export const shopZoneName = () => zoneName(shopZone())

function shopZone(): string {
  return pageData().shop.timeZone
}
