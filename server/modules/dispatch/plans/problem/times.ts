import { type CalendarDate, instantIn } from '#contract/dates/calendar.ts'

/** Seconds of the day of '09:30' or '09:30:15'. */
export function parseSeconds(time: string): number {
  const [hours = 0, minutes = 0, seconds = 0] = time.split(':').map(Number)
  return hours * 3_600 + minutes * 60 + seconds
}

/** '09:30:15', the time of an instant by the shop's clock. */
export const formatTime = (timeZone: string, instant: Date): string =>
  instant.toLocaleTimeString('en-US', { timeZone, hourCycle: 'h23' })

/** The instant of a second of the day, by the shop's clock. */
export const toIsoInstant = (timeZone: string, date: CalendarDate, seconds: number): string =>
  instantIn(timeZone, date, Math.round(seconds) / 3_600).toISOString()
