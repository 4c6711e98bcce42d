import { addDays, type CalendarDate } from '#contract/dates/calendar.ts'
import { lastPastCutoff, shopDate } from '#contract/dates/shop-calendar.ts'
import { type DeliveryCalendar, nextRouteDay } from '#contract/zones/landed-date.ts'
import { deliveryDateFinder, nextEditableCycle } from '../cycle-dates.ts'
import type { CycleRow, SubscriptionRow } from '../queries.ts'

type Landing = {
  /** Where the calendar lands it now. */
  landed: CalendarDate
  /** The date that the customer knows. */
  known: CalendarDate
  /** The date of the delivery after it. */
  following: CalendarDate
}

/**
 * Rule 47: a delivery is never moved inside its cut-off. It goes to the first route day that can
 * still be changed, if that is before the delivery after it, and otherwise keeps its date.
 */
export function reassignedDate(
  { landed, known, following }: Landing,
  calendar: DeliveryCalendar,
  now: Date,
): CalendarDate {
  const first = firstChangeable(calendar, now)
  if (landed === known || landed >= first) return landed
  const later = nextRouteDay(calendar, first)
  return later < following ? later : known
}

/** The first date from tomorrow on whose cut-off has not passed. */
function firstChangeable(calendar: DeliveryCalendar, now: Date): CalendarDate {
  const tomorrow = addDays(shopDate(calendar, now), 1)
  const changeable = addDays(lastPastCutoff(calendar, now), 1)
  if (changeable < tomorrow) return tomorrow
  return changeable
}

export type NextDelivery = {
  nextCycle: number
  nextDate: CalendarDate
  /** The calendar lands the cycle elsewhere, so its date has to be stored. */
  isOverride: boolean
}

/** The next delivery of a subscription after its zone or the zone's calendar changed. */
export function nextByCalendar(
  subscription: SubscriptionRow & { nextDate: CalendarDate },
  rows: readonly CycleRow[],
  calendar: DeliveryCalendar,
  now: Date,
): NextDelivery {
  const { nextCycle, nextDate: known, pausedUntil } = subscription
  const dateFor = deliveryDateFinder(subscription, rows, calendar)
  const landed = dateFor(nextCycle)
  // Another date must not bring a delivery into the pause.
  if (pausedUntil !== null && landed < pausedUntil) {
    const next = nextEditableCycle(subscription, rows, calendar, now, pausedUntil)
    return { ...next, isOverride: false }
  }
  const following = dateFor(nextCycle + 1)
  const nextDate = reassignedDate({ landed, known, following }, calendar, now)
  return { nextCycle, nextDate, isOverride: nextDate !== landed }
}
