import { checkPlan, type RoutingProblem } from '#server/routing/index.ts'
import type { MeasurePoints } from '../compute-plan.ts'
import {
  type DayDelivery,
  type DayRoute,
  type DayStop,
  type DayTruck,
  getPinnedTime,
  type PlanDay,
} from './day.ts'
import { placePoints } from './place-points.ts'
import { timeRoute } from './time-route.ts'
import { toIsoInstant } from './times.ts'
import { toKmPerHour, toSolverDepot, toSolverTruck, toSolverWeights } from './to-solver-truck.ts'
import { toSolverVisit } from './to-solver-visit.ts'

export type BestSlot = { truckId: string; trip: number; position: number; plannedAt: string }

/**
 * Rule 52: the place on the routes of the date, published ones too, where one more stop costs least.
 * Routes that are locked or have left are not changed. Undefined if it fits nowhere.
 */
export async function findBestSlot(
  day: PlanDay,
  delivery: DayDelivery,
  measurePoints: MeasurePoints,
): Promise<BestSlot | undefined> {
  const candidates = day.trucks.flatMap((truck) => {
    const route = day.routes.find(({ truckId }) => truckId === truck.id)
    return isOpen(truck, route) ? [{ truck, stops: route?.stops ?? [] }] : []
  })
  const deliveries = [delivery, ...candidates.flatMap(({ stops }) => stops)]
  const { points, pointIndexes } = placePoints(day.depot, deliveries)
  const { matrix } = await measurePoints(points, toKmPerHour(day.settings))
  const pins = [
    toPins(delivery),
    ...candidates.flatMap(({ stops }) => stops.map((stop, rank) => toPins(stop, stop, rank))),
  ]
  const visits = deliveries.map((each, index) => {
    const visit = { deliveries: [each], place: each.place, on: null, isKept: false }
    return toSolverVisit({ ...visit, ...pins[index] }, pointIndexes[index] ?? 0, day.settings)
  })
  let best: (BestSlot & { cost: number }) | undefined
  let first = 1
  for (const { truck, stops } of candidates) {
    const own = [visits[0], ...visits.slice(first, first + stops.length)].flatMap(
      (visit) => visit ?? [],
    )
    first += stops.length
    const problem = problemOfTruck(day, truck, own, matrix)
    const found = cheapestSlot(problem, toTrips(stops))
    if (!found || (best && found.cost >= best.cost)) continue
    const plannedAt = toIsoInstant(day.timeZone, day.date, found.startsAt)
    best = { ...found, truckId: truck.id, plannedAt }
  }
  return best
}

/** Rule 51: another stop may not push a stop from its pinned position or time. */
function toPins(delivery: DayDelivery, stop?: DayStop, rank = 0) {
  const pinnedTime = getPinnedTime(delivery, stop)
  return {
    ...(pinnedTime && { pinnedTime }),
    ...(stop?.pin === 'position' && { pinnedPosition: rank + 1 }),
  }
}

const isOpen = ({ isInMaintenance }: DayTruck, route: DayRoute | undefined): boolean =>
  !isInMaintenance &&
  (!route ||
    ((route.status === 'draft' || route.status === 'published') &&
      !route.isLocked &&
      route.stops.every(({ status }) => status === 'pending')))

/** The new visit is the first; the stops of the truck follow in their order. */
function problemOfTruck(
  { settings }: PlanDay,
  truck: DayTruck,
  visits: RoutingProblem['visits'],
  matrix: RoutingProblem['matrix'],
): RoutingProblem {
  return {
    depot: toSolverDepot(settings),
    trucks: [toSolverTruck(truck, settings)],
    visits,
    matrix,
    weights: toSolverWeights(settings),
  }
}

function toTrips(stops: readonly DayStop[]): number[][] {
  const trips = [...new Set(stops.map(({ trip }) => trip))].sort((a, b) => a - b)
  return trips.map((trip) =>
    stops.flatMap((stop, index) => (stop.trip === trip ? [index + 1] : [])),
  )
}

type Slot = { trip: number; position: number; cost: number; startsAt: number }

/** A route that already breaks a rule takes the stop as well, if that breaks no further one. */
function cheapestSlot(problem: RoutingProblem, trips: number[][]): Slot | undefined {
  const before = evaluate(problem, trips)
  let best: Slot | undefined
  const consider = (changed: number[][], trip: number, position: number) => {
    const after = evaluate(problem, changed)
    const cost = after.cost - before.cost
    if (after.faults > before.faults || (best && cost >= best.cost)) return
    best = { trip: trip + 1, position: position + 1, cost, startsAt: after.startsAt }
  }
  trips.forEach((stops, trip) => {
    for (let position = 0; position <= stops.length; position++) {
      const longer = stops.toSpliced(position, 0, 0)
      consider(trips.with(trip, longer), trip, position)
    }
  })
  const maxTrips = problem.trucks[0]?.maxTrips ?? 1
  if (trips.length < maxTrips) consider([...trips, [0]], trips.length, 0)
  return best
}

function evaluate(problem: RoutingProblem, trips: number[][]) {
  const [truck] = problem.trucks
  if (!truck || trips.length === 0) return { cost: 0, faults: 0, startsAt: 0 }
  const route = { truck: 0, ...timeRoute(problem, truck, trips) }
  const served = route.trips.flatMap(({ stops }) => stops)
  const isServed = new Set(served.map(({ visit }) => visit))
  const leftOut = problem.visits.flatMap((_, visit) =>
    isServed.has(visit) ? [] : [{ visit, reason: 'no_time_left' as const }],
  )
  const checked = checkPlan(problem, { routes: [route], leftOut, cost: 0, iterations: 0 })
  return {
    cost: checked.cost,
    faults: checked.problems.length,
    startsAt: served.find(({ visit }) => visit === 0)?.startsAt ?? 0,
  }
}
