import {
  addDays,
  type CalendarDate,
  cycleDate,
  cyclesUntil,
  FIRST_DATE,
  LAST_DATE,
} from '#contract/dates/calendar.ts'
import { nextOpenDate, type ShopCalendar, shopDate } from '#contract/dates/shop-calendar.ts'
import type { Frequency } from '#contract/primitives.ts'
import { isBeforeCutoff } from '#server/modules/deliveries/index.ts'

/** Maps cycles to dates. Dates are computed directly, never by stepping through the calendar. */

export type Cadence = { anchor: CalendarDate; anchorCycle: number; frequency: Frequency }

/**
 * The date that the cadence gives a cycle, whether the shop is open or not. Cycles beyond the calendar's end get its last date, so
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
 * Rule 34: finds the date on which a cycle is delivered, moved or not. A cycle without an order
 * moves from a closed date to the next open one. The cadence stays, so later cycles do not drift.
 */
export function deliveryDateFinder(
  subscription: Cadence,
  rows: readonly StoredCycle[],
  calendar: ShopCalendar,
): (cycle: number) => CalendarDate {
  const byCycle = new Map(rows.map((row) => [row.cycle, row]))
  return (cycle) => {
    const row = byCycle.get(cycle)
    if (row && row.status !== 'planned') return row.date
    return nextOpenDate(calendar, row?.date ?? cadenceDate(subscription, cycle))
  }
}

/** Ended without a delivery. */
const isWithoutDelivery = (row: StoredCycle | undefined) =>
  row?.status === 'skipped' || row?.status === 'void'

/**
 * Rule 34: whether closed dates moved the cycle to the date of a delivery before it. The first
 * order is cycle 0 and has no row; `firstDate` is its date.
 */
export function sharesDate(
  subscription: Cadence & { firstDate: CalendarDate | undefined },
  rows: readonly StoredCycle[],
  calendar: ShopCalendar,
  cycle: number,
): boolean {
  const dateOf = deliveryDateFinder(subscription, rows, calendar)
  const date = dateOf(cycle)
  // Cycles beyond the calendar's end all have its last date.
  if (date === LAST_DATE) return false
  if (subscription.firstDate === date) return true
  // AU1: cycles further back cannot move this far, because the number of closed dates is limited.
  const from = Math.max(1, cycle - 1 - (calendar.closedDates?.length ?? 0))
  for (let earlier = cycle - 1; earlier >= from; earlier -= 1) {
    const row = rows.find((candidate) => candidate.cycle === earlier)
    if (isWithoutDelivery(row)) continue
    // A cycle before the cadence's start has no date unless it has a row.
    if (!row && earlier < subscription.anchorCycle) return false
    if (dateOf(earlier) === date) return true
    if (dateOf(earlier) < date) return false
  }
  return false
}

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
  const dateFor = deliveryDateFinder(subscription, rows, calendar)
  const first = firstMovedTo(subscription, rows, dateFor, from)
  let nextCycle = first
  // Only moved dates, and tomorrow's date after its cut-off, can be ineligible here.
  const last = first + rows.length + (calendar.closedDates?.length ?? 0) + 1
  while (nextCycle < last && !isEligible(dateFor(nextCycle))) nextCycle += 1
  // An earlier cycle that was moved to a later date may still be open.
  const open = rows.filter((row) => row.status === 'planned' && row.cycle >= subscription.nextCycle)
  for (const { cycle } of open) {
    if (isEligible(dateFor(cycle))) nextCycle = Math.min(nextCycle, cycle)
  }
  return { nextCycle, nextDate: dateFor(nextCycle) }
}

/** Like `firstCycleOn`, but counts earlier cycles that closed dates move to `from` or later. */
function firstMovedTo(
  subscription: Cadence & { nextCycle: number },
  rows: readonly StoredCycle[],
  dateFor: (cycle: number) => CalendarDate,
  from: CalendarDate,
): number {
  const stored = new Set(rows.map(({ cycle }) => cycle))
  let first = firstCycleOn(subscription, subscription.nextCycle, from)
  for (let cycle = first - 1; cycle >= subscription.nextCycle && dateFor(cycle) >= from; cycle -= 1)
    if (!stored.has(cycle)) first = cycle
  return first
}
