import { dateIn } from '#contract/dates/calendar.ts'
import type { DriverRoute } from '#contract/driver/route.ts'

/** By the shop's calendar; false if the phone does not have its time zone. */
export function isOfEarlierDay(
  { date, timeZone }: Pick<DriverRoute, 'date' | 'timeZone'>,
  serverNow: number,
): boolean {
  if (timeZone === undefined) return false
  try {
    return date < dateIn(timeZone, new Date(serverNow))
  } catch {
    return false
  }
}
