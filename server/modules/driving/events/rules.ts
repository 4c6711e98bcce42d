import { addDays } from '#contract/dates/calendar.ts'
import { type ShopCalendar, shopInstant } from '#contract/dates/shop-calendar.ts'
import type { DriverEvent } from '#contract/driver/events.ts'
import type { ReviewKind } from '#contract/driver/reviews.ts'

/** Events of a stop, which mean nothing without one. */
const stopTypes: readonly DriverEvent['type'][] = [
  'arrived',
  'delivered',
  'failed',
  'skipped-for-now',
  'payment-received',
]

export const needsStop = ({ type }: Pick<DriverEvent, 'type'>): boolean => stopTypes.includes(type)

/** Events that are only stored: nothing follows from them. */
const inertTypes: readonly DriverEvent['type'][] = ['note', 'version-accepted']

export const hasEffect = ({ type, supersedes }: DriverEvent): boolean =>
  Boolean(supersedes) || !inertTypes.includes(type)

/** Skew is measured to the second, so a tap right after the login may seem to be before it. */
const SKEW_ERROR_MS = 60_000

/** No one taps before the login on the phone, or more than a day before the route's date. */
export function earliestTap(
  calendar: ShopCalendar,
  { loggedInAt, route }: Pick<EventContext, 'loggedInAt' | 'route'>,
): Date {
  const login = (loggedInAt?.getTime() ?? 0) - SKEW_ERROR_MS
  const dayBefore = route ? shopInstant(calendar, addDays(route.date, -1), 0).getTime() : 0
  return new Date(Math.max(login, dayBefore))
}

/**
 * Rule 57: the tap corrected by the phone's skew, never after it was received. A clock that makes no
 * sense counts as now.
 */
export function effectiveTime(
  { tappedAt, skewMs }: Pick<DriverEvent, 'tappedAt' | 'skewMs'>,
  receivedAt: Date,
  earliest: Date,
): { effectiveAt: Date; isClockWrong: boolean } {
  const at = new Date(Date.parse(tappedAt) + skewMs)
  if (Number.isNaN(at.getTime()) || at < earliest)
    return { effectiveAt: receivedAt, isClockWrong: true }
  return { effectiveAt: at > receivedAt ? receivedAt : at, isClockWrong: false }
}

/** Rule 57: emails that the truck is on its way are not sent for older events. */
const OLD_MS = 15 * 60_000

export const isOld = (effectiveAt: Date, now: Date): boolean =>
  now.getTime() - effectiveAt.getTime() > OLD_MS

type EventContext = {
  route: { status: string; date: string; truckId: string } | undefined
  /** Whether the device has loaded the route, and sends with its key or login. */
  isOwnRoute: boolean
  isOwnDriver: boolean
  driver: { isDisabled: boolean; disabledAt: Date | null } | undefined
  loggedInAt: Date | undefined
  /** Whether the stop is on a route that a device has loaded. */
  isStopKnown: boolean
  /** Null if staff deleted it. */
  stop: {
    truckId: string | null
    scheduledDate: string
    status: string
    outcome: string | null
  } | null
  /** Whether staff gave the stop to another order than the phone shows. */
  hasOtherOrder: boolean
  effectiveAt: Date
  isClockWrong: boolean
}

/** Reasons for which an event is stored without effect until staff accept it. */
export function waitReason(
  event: Pick<DriverEvent, 'type' | 'stopId'>,
  context: EventContext,
): ReviewKind | undefined {
  const { route, driver } = context
  if (!route) return 'unknown-route'
  if (!context.isOwnRoute) return 'other-route'
  if (!context.isOwnDriver) return 'other-driver'
  const isLate = driver?.isDisabled && driver.disabledAt && context.effectiveAt > driver.disabledAt
  if (isLate) return 'driver-disabled'
  if (needsStop(event) && !context.isStopKnown) return 'unknown-stop'
  return undefined
}

/** Reasons for which an event counts and is listed: it does not follow the plan. */
export function bookedReason(
  event: Pick<DriverEvent, 'type'>,
  { route, stop, hasOtherOrder, isClockWrong }: EventContext,
): ReviewKind | undefined {
  if (isClockWrong) return 'wrong-clock'
  if (route?.status === 'closed' && event.type !== 'closed') return 'route-closed'
  if (event.type === 'stop-added') return 'added-stop'
  const isOutcome = event.type === 'delivered' || event.type === 'failed'
  // The payment is by the customer that the phone shows. A stop that was only moved has the same customer.
  const isChanged =
    (hasOtherOrder && (isOutcome || event.type === 'payment-received')) ||
    (isOutcome && route && isStopChanged(stop, route))
  return isChanged ? 'stop-changed' : undefined
}

/** Whether staff moved, cancelled or deleted a stop of the route. */
export function isStopChanged(
  stop: EventContext['stop'],
  { truckId, date }: { truckId: string; date: string },
): boolean {
  const isMoved = !stop || stop.truckId !== truckId || stop.scheduledDate !== date
  return isMoved || (stop.status === 'cancelled' && stop.outcome === null)
}

type Count = Pick<DriverEvent, 'type' | 'trip'> & { receivedAt: Date; booking: string | null }

/** Counts of a whole trip: its load, and the bottles that come back from it. */
const countedOnce = ({ type, trip }: Pick<DriverEvent, 'type' | 'trip'>): string | undefined =>
  type === 'loaded' ? loadOfTrip(trip) : type === 'returned' ? returnOfTrip(trip) : undefined

export const loadOfTrip = (trip: number) => `load ${trip}`
export const returnOfTrip = (trip: number) => `return ${trip}`

/**
 * Rule 55: of two counts of a load, or of what came back, the one that was booked counts, else the one
 * that was received first. The events must be active, in the order of device and number.
 */
export function standingCounts<E extends Count>(active: readonly E[]): Map<string, E> {
  const isBooked = ({ booking }: E) => Number(booking === 'booked')
  const ranked = active.toSorted(
    (a, b) => isBooked(b) - isBooked(a) || a.receivedAt.getTime() - b.receivedAt.getTime(),
  )
  const standing = new Map<string, E>()
  for (const event of ranked) {
    const subject = countedOnce(event)
    if (subject && !standing.has(subject)) standing.set(subject, event)
  }
  return standing
}

/** The loads of trips whose returned bottles were not counted. */
export function loadsWithoutReturn<E extends Count>(active: readonly E[]): E[] {
  const standing = standingCounts(active)
  return [...standing.values()].filter(
    ({ type, trip }) => type === 'loaded' && !standing.has(returnOfTrip(trip)),
  )
}

/**
 * Departures of trips whose load was not counted, the first one of each. A truck that is not counted
 * at all has no gap.
 */
export function departuresWithoutLoad<E extends Count>(active: readonly E[]): E[] {
  const standing = standingCounts(active)
  if (standing.size === 0) return []
  const departures = active.filter(({ type }) => type === 'departed')
  return departures.filter(
    ({ trip }, index) =>
      !standing.has(loadOfTrip(trip)) &&
      departures.findIndex((other) => other.trip === trip) === index,
  )
}

/** Active counts of what another one has counted: staff decide. */
export function secondCounts<E extends Count>(active: readonly E[]): E[] {
  const standing = new Set(standingCounts(active).values())
  return active.filter((event) => countedOnce(event) && !standing.has(event))
}
