import { clockTime } from './route/clock-time.ts'
import { useDriver } from './use-driver.ts'

/** Writes an instant as a time of day at the shop of the loaded route. */
export function useClockTime(): (instant: string) => string {
  const { saved, plannedRoute } = useDriver().state
  const timeZone = (saved?.route ?? plannedRoute)?.timeZone
  return (instant) => clockTime(instant, timeZone)
}
