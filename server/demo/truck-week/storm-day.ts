import type { schedules } from '#server/modules/dispatch/tables.ts'
import { type DemoCalendar, deliveryAfter } from '../demo-calendar.ts'

/** A day of the week ahead with a bad forecast, for the owner to close or move. */
export const stormDay = ({ today }: DemoCalendar) => deliveryAfter(today, 3)

/** The weather to expect in this month. */
const forecast = (date: string) =>
  ['11', '12', '01', '02', '03'].includes(date.slice(5, 7))
    ? 'Storm watch: a foot of snow by noon. Close the day?'
    : 'Storm watch: flooding on Route 28. Close the day?'

/** Notes the forecast on the first stop of each truck. */
export function noteStorm(
  calendar: DemoCalendar,
  rows: readonly (typeof schedules.$inferInsert)[],
): void {
  const date = stormDay(calendar)
  for (const row of rows)
    if (row.scheduledDate === date && row.truckId && row.position === 1) row.notes = forecast(date)
}
