import type { PlanScope } from '#contract/routes/plans.ts'
import {
  type DayDelivery,
  type DayRoute,
  type DayStop,
  type DayTruck,
  getPinnedTime,
  isFixedRoute,
  type Place,
  type PlanDay,
  type StopPin,
} from './day.ts'

/** One visit of a truck at one door; it may be for several orders. */
export type PlanVisit = {
  deliveries: DayDelivery[]
  place: Place | null
  /** Its place on the routes as they are before the plan. */
  on: { truckId: string; trip: number; rank: number } | null
  /** The solver's index of the truck that it must stay on. */
  pinnedTruck?: number
  /** From 1, counting the visits of the whole route. */
  pinnedPosition?: number
  pinnedTime?: string
  isKept: boolean
  knownTruck?: number
}

type Item = { delivery: DayDelivery; stop?: DayStop; truckId?: string; rank: number }

/** Joins the deliveries at one door to visits, as far as their trucks and pins allow. */
export function groupVisits(
  day: PlanDay,
  scope: PlanScope,
  trucks: readonly DayTruck[],
): PlanVisit[] {
  const indexOf = new Map(trucks.map(({ id }, index) => [id, index]))
  const largest = Math.max(0, ...trucks.map(({ capacity }) => capacity))
  const open = day.routes.filter((route) => !isFixedRoute(route))
  const planned = open.filter(({ truckId }) => indexOf.has(truckId))
  // Stops of a truck that can't drive are planned again with everything else.
  const items = (scope === 'everything' ? open : planned).flatMap(stopsOfRoute)
  const isKept = scope === 'unplanned'
  const existing = isKept
    ? joinNeighbors(items)
    : joinByDoor(items, largest, (item) => keyOfStop(item, scope === 'reorder'))
  const pool =
    scope === 'reorder' ? [] : day.unplanned.map((delivery, rank) => ({ delivery, rank }))
  if (scope === 'everything') {
    // Joined in one call, because an unplanned delivery at a door with a stop belongs to the same visit.
    const groups = joinByDoor([...items, ...pool], largest, (item) => keyOfStop(item, false))
    return number(groups, { indexOf, isKept: false, isReorder: false })
  }
  return [
    ...number(existing, { indexOf, isKept, isReorder: scope === 'reorder' }),
    ...number(
      joinByDoor(pool, largest, (item) => keyOfStop(item, false)),
      {
        indexOf,
        isKept: false,
        isReorder: false,
      },
    ),
  ]
}

const stopsOfRoute = ({ truckId, stops }: DayRoute): Item[] =>
  stops.map((stop, rank) => ({ delivery: stop, stop, truckId, rank }))

const getPin = ({ stop, delivery }: Item): StopPin =>
  delivery.scheduledTime ? 'time' : (stop?.pin ?? 'none')

/** Deliveries with the same key may share a visit. A stop pinned to a position or time shares none. */
function keyOfStop(item: Item, isReorder: boolean): string {
  const { delivery, stop, truckId } = item
  const pin = getPin(item)
  if (pin === 'position' || pin === 'time') return stop?.stopId ?? delivery.orderId
  return pin === 'truck' || isReorder ? `${truckId} ${delivery.door}` : delivery.door
}

/** Joins items with the same key to one visit, or to several if no truck has room for all their bottles. */
function joinByDoor(items: readonly Item[], largest: number, toKey: (item: Item) => string) {
  const groups: Item[][] = []
  const latest = new Map<string, Item[]>()
  for (const item of items) {
    const key = toKey(item)
    const group = latest.get(key)
    const bottles = (group ?? []).reduce((sum, { delivery }) => sum + delivery.bottles, 0)
    if (group && bottles + item.delivery.bottles <= largest) group.push(item)
    else {
      const started = [item]
      latest.set(key, started)
      groups.push(started)
    }
  }
  return groups
}

/** Kept stops stay in their order, so only neighbors at one door are one visit. */
function joinNeighbors(items: readonly Item[]): Item[][] {
  const groups: Item[][] = []
  for (const item of items) {
    const last = groups.at(-1)?.at(-1)
    const isSame =
      last?.truckId === item.truckId &&
      last?.stop?.trip === item.stop?.trip &&
      last?.delivery.door === item.delivery.door &&
      getPin(item) === 'none' &&
      getPin(last as Item) === 'none'
    if (isSame) groups.at(-1)?.push(item)
    else groups.push([item])
  }
  return groups
}

type Numbering = { indexOf: Map<string, number>; isKept: boolean; isReorder: boolean }

function number(groups: readonly Item[][], { indexOf, isKept, isReorder }: Numbering): PlanVisit[] {
  const counts = new Map<string, number>()
  return groups.flatMap((items) => {
    const [first] = items
    if (!first) return []
    const { stop, truckId } = first
    const position = truckId ? (counts.get(truckId) ?? 0) + 1 : 0
    if (truckId) counts.set(truckId, position)
    const pin = getPin(first)
    const pinnedTime = getPinnedTime(first.delivery, stop)
    const truck = truckId === undefined ? undefined : indexOf.get(truckId)
    const mustStay = truck !== undefined && (isReorder || isKept || pin !== 'none')
    const known = items.map(({ delivery }) => delivery.knownTruckId).find((id) => id !== null)
    const knownTruck = known ? indexOf.get(known) : undefined
    return [
      {
        deliveries: items.map(({ delivery }) => delivery),
        place: items.map(({ delivery }) => delivery.place).find((place) => place !== null) ?? null,
        on: truckId && stop ? { truckId, trip: stop.trip, rank: first.rank } : null,
        ...(mustStay && { pinnedTruck: truck }),
        ...(mustStay && pin === 'position' && { pinnedPosition: position }),
        ...(pinnedTime && { pinnedTime }),
        isKept,
        ...(knownTruck !== undefined && { knownTruck }),
      },
    ]
  })
}
