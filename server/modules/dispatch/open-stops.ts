import { and, eq, inArray } from 'drizzle-orm'
import { schedules } from './tables.ts'

/** Stops that are still to be made. */
export const isOpenStop = inArray(schedules.status, ['pending', 'in-progress'])

/** Open stops of a route. */
export const isOpenStopOn = ({ truckId, date }: { truckId: string; date: string }) =>
  and(eq(schedules.truckId, truckId), eq(schedules.scheduledDate, date), isOpenStop)
