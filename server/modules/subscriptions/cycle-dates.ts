import {
  addDays,
  type CalendarDate,
  cycleDate,
  cyclesUntil,
  dateIn,
  FIRST_DATE,
  LAST_DATE,
} from '#contract/dates/calendar.ts'
import type { Frequency } from '#contract/primitives.ts'
import { isBeforeCutoff } from '#server/modules/deliveries/index.ts'

/** Which cycle falls on which date. Nothing here counts its way through dates one by one. */

export type Cadence = { anchor: CalendarDate; anchorCycle: number; frequency: Frequency }

/**
 * The date of a cycle before anybody moved it. Cycles beyond the calendar's end stand at its last
 * date, so that even an order placed for the year 9999 can be settled, read and refunded.
 */
export function cadenceDate({ anchor, anchorCycle, frequency }: Cadence, cycle: number) {
  const n = cycle - anchorCycle
  try {
    return cycleDate(anchor, frequency, n)
  } catch (err) {
    if (!(err instanceof RangeError)) throw err
    return n < 0 ? FIRST_DATE : LAST_DATE
  }
}

/** The first cycle from `from` on whose date is not before `date`. */
export const firstCycleOn = (cadence: Cadence, from: number, date: CalendarDate): number =>
  Math.max(from, cadence.anchorCycle + cyclesUntil(cadence.anchor, cadence.frequency, date))

type KnownCycle = { cycle: number; date: CalendarDate; status: string }

/**
 * The first cycle that is not decided and can still be changed, by its date as it was moved; not
 * before that date, where one is given.
 */
export function nextEditableCycle(
  subscription: Cadence & { nextCycle: number },
  rows: readonly KnownCycle[],
  zone: string,
  now: Date,
  notBefore = '',
): { nextCycle: number; nextDate: CalendarDate } {
  const tomorrow = addDays(dateIn(zone, now), 1)
  const from = notBefore > tomorrow ? notBefore : tomorrow
  const isRight = (date: CalendarDate) => date >= from && isBeforeCutoff(zone, date, now)
  const moved = new Map(rows.map(({ cycle, date }) => [cycle, date]))
  const dateOf = (cycle: number) => moved.get(cycle) ?? cadenceDate(subscription, cycle)
  const first = firstCycleOn(subscription, subscription.nextCycle, from)
  let nextCycle = first
  // Only a date that was moved, or tomorrow's past its cut-off, is passed over.
  const last = first + rows.length + 1
  while (nextCycle < last && !isRight(dateOf(nextCycle))) nextCycle += 1
  // One that was moved to a later date may come before it.
  const open = rows.filter((row) => row.status === 'planned' && row.cycle >= subscription.nextCycle)
  for (const { cycle, date } of open) if (isRight(date)) nextCycle = Math.min(nextCycle, cycle)
  return { nextCycle, nextDate: dateOf(nextCycle) }
}
