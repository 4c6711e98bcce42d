import {
  addDays,
  type CalendarDate,
  cycleDate,
  cyclesUntil,
  FIRST_DATE,
  LAST_DATE,
} from '#contract/dates/calendar.ts'
import { shopDate } from '#contract/dates/shop-calendar.ts'
import type { Frequency } from '#contract/primitives.ts'
import type { SkipReason } from '#contract/subscriptions/subscriptions.ts'
import {
  type DeliveryCalendar,
  isOpenIn,
  landedDate,
  nextRouteDay,
} from '#contract/zones/landed-date.ts'
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

type StoredCycle = {
  cycle: number
  date: CalendarDate
  status: string
  isMoved?: boolean
  orderId?: string | null
}

/**
 * Rules 34 and 47: finds the date on which a cycle is delivered, moved or not. A cycle without an
 * order moves from a closed date to the next open one, or lands on a route day of its zone. The
 * cadence stays, so later cycles do not drift.
 */
export function deliveryDateFinder(
  subscription: Cadence,
  rows: readonly StoredCycle[],
  calendar: DeliveryCalendar,
): (cycle: number) => CalendarDate {
  const byCycle = new Map(rows.map((row) => [row.cycle, row]))
  return (cycle) => {
    const row = byCycle.get(cycle)
    if (row && row.status !== 'planned') return row.date
    if (!row || !isOverride(subscription, row))
      return landedDate(calendar, cadenceDate(subscription, cycle))
    return isOpenIn(calendar, row.date) ? row.date : nextRouteDay(calendar, row.date)
  }
}

/**
 * Whether the row's date was chosen, or promised with an order. Otherwise it is the date on which
 * the cycle landed when it was skipped, and route days may have changed since.
 */
const isOverride = ({ anchorCycle }: Cadence, { cycle, isMoved, orderId }: StoredCycle): boolean =>
  isMoved !== false || Boolean(orderId) || cycle < anchorCycle

/** Ended without a delivery. */
const isWithoutDelivery = (row: StoredCycle | undefined) =>
  row?.status === 'skipped' || row?.status === 'void'

/** A gap between route days has at most four weekly cycles, and each may be next to another gap. */
const MAX_LANDED_TOGETHER = 8

/**
 * Rules 34 and 47: whether the cycle is on the date of a delivery before it. The first order is
 * cycle 0 and has no row; `firstDate` is its date.
 */
export function sharesDate(
  subscription: Cadence & { firstDate: CalendarDate | undefined },
  rows: readonly StoredCycle[],
  calendar: DeliveryCalendar,
  cycle: number,
): boolean {
  const findDate = deliveryDateFinder(subscription, rows, calendar)
  const date = findDate(cycle)
  // Cycles beyond the calendar's end all have its last date.
  if (date === LAST_DATE) return false
  const usual = cadenceDate(subscription, cycle)
  // A delivery that kept its date may be between the usual date and the one where it lands.
  const isTaken = (other: CalendarDate) =>
    other === date || (calendar.zone !== undefined && other > date && other < usual)
  if (subscription.firstDate && isTaken(subscription.firstDate)) return true
  // AU1: cycles further back cannot move this far, because the number of closed dates is limited.
  const from = Math.max(1, cycle - 1 - closedCount(calendar) - MAX_LANDED_TOGETHER)
  for (let earlier = cycle - 1; earlier >= from; earlier -= 1) {
    const row = rows.find((candidate) => candidate.cycle === earlier)
    if (isWithoutDelivery(row)) continue
    // A cycle before the cadence's start has no date unless it has a row.
    if (!row && earlier < subscription.anchorCycle) return false
    if (isTaken(findDate(earlier))) return true
    if (findDate(earlier) < date) return false
  }
  return false
}

/** Why a cycle that shares a date is skipped: by closed dates, or by the route days of its zone. */
export const sharedDateReason = ({ zone }: DeliveryCalendar): SkipReason =>
  zone ? 'same_day' : 'closed_date'

const closedCount = ({ closedDates, zone }: DeliveryCalendar): number =>
  (closedDates?.length ?? 0) + (zone?.exceptions?.length ?? 0)

/**
 * The first undecided cycle that can still be changed. Moved dates count. `notBefore` excludes
 * earlier dates.
 */
export function nextEditableCycle(
  subscription: Cadence & { nextCycle: number },
  rows: readonly StoredCycle[],
  calendar: DeliveryCalendar,
  now: Date,
  notBefore = '',
): { nextCycle: number; nextDate: CalendarDate } {
  const tomorrow = addDays(shopDate(calendar, now), 1)
  const from = notBefore > tomorrow ? notBefore : tomorrow
  const isEligible = (date: CalendarDate) => date >= from && isBeforeCutoff(calendar, date, now)
  const dateFor = deliveryDateFinder(subscription, rows, calendar)
  const first = firstMovedTo(subscription, rows, dateFor, from)
  let nextCycle = first
  // Only moved and landed dates, and tomorrow's date after its cut-off, can be ineligible here.
  const last = first + rows.length + closedCount(calendar) + MAX_LANDED_TOGETHER + 1
  while (nextCycle < last && !isEligible(dateFor(nextCycle))) nextCycle += 1
  // An earlier cycle that was moved to a later date may still be open.
  const open = rows.filter((row) => row.status === 'planned' && row.cycle >= subscription.nextCycle)
  for (const { cycle } of open) {
    if (isEligible(dateFor(cycle))) nextCycle = Math.min(nextCycle, cycle)
  }
  return { nextCycle, nextDate: dateFor(nextCycle) }
}

/** Like `firstCycleOn`, but counts earlier cycles that are delivered on `from` or later. */
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
