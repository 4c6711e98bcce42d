import { chooseTrucks } from './choose-trucks.ts'
import {
  type DayDelivery,
  type DayRoute,
  type DayStop,
  type DayTruck,
  isFixedRoute,
  type PlanDay,
} from './day.ts'

type Item = { delivery: DayDelivery; stop?: DayStop; truckId?: string; rank: number }

/**
 * Rule 52: the day as if its known deliveries were on their trucks in the standing order, and all
 * others on none. A pinned stop stays where it is, and what a truck can't carry is planned like a new
 * delivery.
 */
export function startFromStanding(day: PlanDay): PlanDay {
  const { trucks } = chooseTrucks(day, 'everything')
  const open = day.routes.filter((route) => !isFixedRoute(route))
  const items: Item[] = [
    ...open.flatMap(({ truckId, stops }) =>
      stops.map((stop, rank) => ({ delivery: stop, stop, truckId, rank })),
    ),
    ...day.unplanned.map((delivery, rank) => ({ delivery, rank })),
  ]
  const placed = new Set<Item>()
  const routes = trucks.map((truck): DayRoute => {
    const stops = placeOnTruck(day, truck, items, placed)
    const known = open.find(({ truckId }) => truckId === truck.id)
    const route = known ?? { id: truck.id, truckId: truck.id, version: 0, isLocked: false }
    return { ...route, status: 'draft', stops }
  })
  return {
    ...day,
    routes: [...day.routes.filter(isFixedRoute), ...routes.filter(({ stops }) => stops.length > 0)],
    unplanned: items.filter((item) => !placed.has(item)).map(({ delivery }) => delivery),
  }
}

function placeOnTruck(
  { standing = [] }: PlanDay,
  truck: DayTruck,
  items: readonly Item[],
  placed: Set<Item>,
): DayStop[] {
  const own = standing.find(({ truckId }) => truckId === truck.id)?.stops ?? []
  const stops: DayStop[] = []
  const bottles = new Map<number, number>()
  const load = ({ delivery }: Item, trip: number) =>
    bottles.set(trip, (bottles.get(trip) ?? 0) + delivery.bottles)
  const pinned = items.filter((item) => item.truckId === truck.id && isPinned(item))
  for (const item of pinned) load(item, item.stop?.trip ?? 1)
  for (const { door, trip } of own) {
    for (const item of items) {
      if (item.delivery.standingDoor !== door || placed.has(item) || isPinned(item)) continue
      if ((bottles.get(trip) ?? 0) + item.delivery.bottles > truck.capacity) continue
      load(item, trip)
      placed.add(item)
      stops.push(toStop(item, trip))
    }
  }
  for (const item of pinned) {
    placed.add(item)
    stops.splice(Math.min(item.rank, stops.length), 0, toStop(item, item.stop?.trip ?? 1))
  }
  return stops.map((stop, index) => ({ ...stop, position: index + 1 }))
}

const isPinned = ({ stop }: Item): boolean =>
  stop !== undefined && (stop.pin !== 'none' || stop.scheduledTime !== null)

const toStop = ({ delivery, stop }: Item, trip: number): DayStop => ({
  ...delivery,
  // A delivery that has no stop yet gets one when the plan is applied.
  stopId: delivery.stopId as string,
  trip,
  position: null,
  pin: stop?.pin ?? 'none',
  plannedTime: stop?.plannedTime ?? null,
  status: 'pending',
})
