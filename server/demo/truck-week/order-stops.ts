import { groupBy } from '#server/group-by.ts'
import type { schedules } from '#server/modules/dispatch/tables.ts'
import type { DemoCalendar } from '../demo-calendar.ts'

const FIRST_HOUR = 8.5
const HOURS_PER_STOP = 0.4
const LAST_HOUR = 18

/** Puts the stops of each truck and day into an order, town by town, with the times of a plan. */
export function orderStops(
  { at }: DemoCalendar,
  rows: readonly (typeof schedules.$inferInsert)[],
  getZip: (orderId: string) => string,
): void {
  const assigned = rows.filter(({ truckId }) => truckId)
  const byRoute = groupBy(assigned, ({ truckId, scheduledDate }) => `${truckId} ${scheduledDate}`)
  for (const stops of byRoute.values()) {
    stops.sort((a, b) => getZip(a.orderId).localeCompare(getZip(b.orderId)))
    for (const [index, stop] of stops.entries()) {
      const hour = Math.min(FIRST_HOUR + index * HOURS_PER_STOP, LAST_HOUR)
      stop.position = index + 1
      stop.plannedAt = at(stop.scheduledDate, hour)
      if (stop.scheduledTime) stop.scheduledTime = timeText(hour)
    }
  }
}

/** 8.9 is '08:54' */
function timeText(hour: number): string {
  const minutes = Math.round(hour * 60)
  const pad = (value: number) => String(value).padStart(2, '0')
  return `${pad(Math.floor(minutes / 60))}:${pad(minutes % 60)}`
}
