import type { CalendarDate } from '#contract/dates/calendar.ts'
import type { BottleMovement, CountedEvent, NewMovement } from './types.ts'

/**
 * Rule 60: what an event's counts move. Empties are taken before full bottles are left, because no
 * bottle is emptied at the door. Bottles of an erased customer, or of an unknown one, are booked as lost.
 */
export function movementsOfEvent({ lines, ...event }: CountedEvent): NewMovement[] {
  const { eventId, at, cause, route, order, reason = null } = event
  const truck = { holder: 'truck', id: route.truckId } as const
  const depot = { holder: 'depot' } as const
  const door = order?.customerId
    ? ({ holder: 'customer', id: order.customerId } as const)
    : ({ holder: 'lost' } as const)
  const about = { eventId, at, cause, route, orderId: order?.id ?? null, reason }
  const toTruck = { from: depot, to: truck }
  const toDepot = { from: truck, to: depot }
  const [left, taken] =
    cause === 'delivered'
      ? [
          { from: truck, to: door },
          { from: door, to: truck },
        ]
      : cause === 'loaded'
        ? [toTruck, toTruck]
        : [toDepot, toDepot]
  return lines
    .flatMap(({ productId, full, empties, damaged }) => [
      { bottle: { productId }, state: 'empty' as const, quantity: empties, ...taken },
      { bottle: { productId }, state: 'damaged' as const, quantity: damaged, ...taken },
      { bottle: { productId }, state: 'full' as const, quantity: full, ...left },
    ])
    .map((moved, line) => ({ ...about, ...moved, line }))
    .filter(({ quantity }) => quantity > 0)
}

/** A movement as a customer's count sees it: positive if the bottles came to the customer. */
export type CountedMovement = { eventId: string; at: Date; quantity: number }

/**
 * Wire: empties beyond the balance open the count. Returns how many bottles a customer must have had
 * before the first movement. It depends on the movements and their times alone, so any order of
 * arrival leads to the same balance.
 */
export function openingBottles(movements: readonly CountedMovement[]): number {
  const sorted = [...movements].sort(byTime)
  let balance = 0
  let lowest = 0
  for (const { quantity } of sorted) {
    balance += quantity
    lowest = Math.min(lowest, balance)
  }
  return -lowest
}

/** Within an event, what is taken comes first. */
const byTime = (a: CountedMovement, b: CountedMovement) =>
  a.at.getTime() - b.at.getTime() || compare(a.eventId, b.eventId) || a.quantity - b.quantity

const compare = (a: string, b: string) => (a < b ? -1 : Number(a > b))

/** The opposite movement. */
export const reversed = <T extends Pick<BottleMovement, 'from' | 'fromId' | 'to' | 'toId'>>(
  movement: T,
) => ({
  from: movement.to,
  fromId: movement.toId,
  to: movement.from,
  toId: movement.fromId,
})

/** A date on which a driver counted bottles at a customer's place. */
export type CountedVisit = { date: CalendarDate; emptied: number }

/** How fast a customer empties bottles, and what was there after the last visit. */
export type Pace = { bottlesPerDay: number; bottles: number; lastVisit: CalendarDate }

const MIN_VISITS = 3
/** Older visits show little of how fast the customer empties bottles now. */
const MAX_VISITS = 6
const DAY_MS = 86_400_000

/**
 * Rule 48: the empties of all visits but the first were used between the first and the last.
 * Customers who return no empties have no pace, because their empties count as full.
 */
export function computePace(visits: readonly CountedVisit[], bottles: number): Pace | undefined {
  const [last, ...others] = visits.toSorted((a, b) => compare(b.date, a.date)).slice(0, MAX_VISITS)
  const first = others.at(-1)
  if (!last || !first || others.length + 1 < MIN_VISITS) return undefined
  const emptied = [last, ...others.slice(0, -1)].reduce((sum, visit) => sum + visit.emptied, 0)
  const days = (Date.parse(last.date) - Date.parse(first.date)) / DAY_MS
  if (emptied === 0 || days === 0) return undefined
  return { bottlesPerDay: emptied / days, bottles, lastVisit: last.date }
}
