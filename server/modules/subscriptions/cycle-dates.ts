import {
  addDays,
  type CalendarDate,
  cycleDate,
  cyclesUntil,
  FIRST_DATE,
  LAST_DATE,
} from '#contract/dates/calendar.ts'
import type { ShopCalendar } from '#contract/dates/shop-calendar.ts'
import { shopDate } from '#contract/dates/shop-calendar.ts'
import type { Frequency } from '#contract/primitives.ts'
import { isBeforeCutoff } from '#server/modules/deliveries/index.ts'

/** Maps cycles to dates. Dates are computed directly, never by stepping through the calendar. */

export type Cadence = { anchor: CalendarDate; anchorCycle: number; frequency: Frequency }

/**
 * The date of a cycle that was not moved. Cycles beyond the calendar's end get its last date, so
 * that an order placed for the year 9999 can still be settled, read and refunded.
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

/** The first cycle at or after `from` whose date is not before `date`. */
export const firstCycleOn = (cadence: Cadence, from: number, date: CalendarDate): number =>
  Math.max(from, cadence.anchorCycle + cyclesUntil(cadence.anchor, cadence.frequency, date))

type StoredCycle = { cycle: number; date: CalendarDate; status: string }

/**
 * The first undecided cycle that can still be changed. Moved dates count. `notBefore` excludes
 * earlier dates.
 */
export function nextEditableCycle(
  subscription: Cadence & { nextCycle: number },
  rows: readonly StoredCycle[],
  calendar: ShopCalendar,
  now: Date,
  notBefore = '',
): { nextCycle: number; nextDate: CalendarDate } {
  const tomorrow = addDays(shopDate(calendar, now), 1)
  const from = notBefore > tomorrow ? notBefore : tomorrow
  const isEligible = (date: CalendarDate) => date >= from && isBeforeCutoff(calendar, date, now)
  const moved = new Map(rows.map(({ cycle, date }) => [cycle, date]))
  const dateFor = (cycle: number) => moved.get(cycle) ?? cadenceDate(subscription, cycle)
  const first = firstCycleOn(subscription, subscription.nextCycle, from)
  let nextCycle = first
  // Only moved dates, and tomorrow's date after its cut-off, can be ineligible here.
  const last = first + rows.length + 1
  while (nextCycle < last && !isEligible(dateFor(nextCycle))) nextCycle += 1
  // An earlier cycle that was moved to a later date may still be open.
  const open = rows.filter((row) => row.status === 'planned' && row.cycle >= subscription.nextCycle)
  for (const { cycle, date } of open) if (isEligible(date)) nextCycle = Math.min(nextCycle, cycle)
  return { nextCycle, nextDate: dateFor(nextCycle) }
}
