import { instantIn } from '#contract/dates/calendar.ts'
import { hourText } from '#contract/dates/calendar-texts.ts'

/** Hours of the day that all lanes show, from and to, in the shop's time zone. */
export type TimeAxis = { from: number; to: number; midnight: number }

const HOUR_MS = 3_600_000
/** Shown even on a day with few stops, so that lanes look the same every day. */
const USUAL = { from: 7, to: 18 }

/** From the hour before the first stop to the hour after the last one. */
export function timeAxis(
  timeZone: string,
  date: string,
  times: readonly (string | null)[],
): TimeAxis {
  const midnight = instantIn(timeZone, date, 0).getTime()
  const hours = times
    .filter((time) => time !== null)
    .map((time) => (Date.parse(time) - midnight) / HOUR_MS)
    .filter((hour) => hour >= 0 && hour <= 30)
  return {
    midnight,
    from: Math.max(0, Math.min(USUAL.from, ...hours.map((hour) => Math.floor(hour)))),
    to: Math.max(USUAL.to, ...hours.map((hour) => Math.floor(hour) + 1)),
  }
}

/** How far along the axis an instant is, in percent. Undefined outside of it. */
export function percentOn({ from, to, midnight }: TimeAxis, instant: number): number | undefined {
  const hour = (instant - midnight) / HOUR_MS
  if (Number.isNaN(hour) || hour < from || hour > to) return undefined
  return ((hour - from) / (to - from)) * 100
}

export type AxisHour = { hour: number; percent: number; label: string }

/** The hours to label. Every second one is enough on a long day. */
export function axisHours({ from, to }: TimeAxis): AxisHour[] {
  const step = to - from > 12 ? 2 : 1
  const hours: AxisHour[] = []
  for (let hour = from; hour <= to; hour += step) {
    hours.push({ hour, percent: ((hour - from) / (to - from)) * 100, label: shortHour(hour) })
  }
  return hours
}

/** '8 AM' */
const shortHour = (hour: number) => hourText(hour).replace(':00', '')
