import type { PlanScope } from '#contract/routes/plans.ts'
import type { GeoPoint, RoutingProblem, Truck } from '#server/routing/index.ts'
import { chooseTrucks } from './choose-trucks.ts'
import { type DayTruck, isFixedRoute, type PlanDay } from './day.ts'
import { groupVisits, type PlanVisit } from './group-visits.ts'
import { placePoints } from './place-points.ts'
import { startFromStanding } from './start-from-standing.ts'
import { toKmPerHour, toSolverDepot, toSolverTruck, toSolverWeights } from './to-solver-truck.ts'
import { toSolverVisit } from './to-solver-visit.ts'

/** The solver's input without its matrix, and the meaning of its indexes. */
export type PlanInput = {
  problem: Omit<RoutingProblem, 'matrix'>
  trucks: DayTruck[]
  visits: PlanVisit[]
  points: GeoPoint[]
  kmPerHour: number
  /** The routes of now, as visits of each trip; their trucks may be unavailable. */
  current: { truck: Truck; trips: number[][] }[]
  warnings: string[]
}

/** Translates a day's deliveries into the solver's problem (rule 51). */
export function buildProblem(day: PlanDay, scope: PlanScope): PlanInput {
  if (scope !== 'standing') return toProblem(day, scope)
  // The standing order stays like the routes of now, and the rest is added where it costs least.
  const input = toProblem(startFromStanding(day), 'unplanned')
  return { ...input, current: currentRoutes(day, routesOfNow(day, input.visits)) }
}

function toProblem(day: PlanDay, scope: Exclude<PlanScope, 'standing'>): PlanInput {
  const { trucks, warnings } = chooseTrucks(day, scope)
  const visits = groupVisits(day, scope, trucks)
  const { points, pointIndexes, unknownCount } = placePoints(day.depot, visits)
  const { settings } = day
  const tripsByTruck = currentTrips(visits)
  const problem = {
    depot: toSolverDepot(settings),
    trucks: trucks.map((truck) => toSolverTruck(truck, settings)),
    visits: visits.map((visit, index) => toSolverVisit(visit, pointIndexes[index] ?? 0, settings)),
    weights: toSolverWeights(settings),
    start: trucks.map(({ id }) => tripsByTruck.get(id) ?? []),
  }
  return {
    problem,
    trucks,
    visits,
    points,
    kmPerHour: toKmPerHour(settings),
    current: currentRoutes(day, tripsByTruck),
    warnings: [...warnings, ...placeWarnings(unknownCount)],
  }
}

type TripsByTruck = ReadonlyMap<string, number[][]>

const currentRoutes = (day: PlanDay, tripsByTruck: TripsByTruck): PlanInput['current'] =>
  day.routes
    .filter((route) => !isFixedRoute(route) && tripsByTruck.has(route.truckId))
    .map(({ truckId }) => ({
      truck: toSolverTruck(
        day.trucks.find(({ id }) => id === truckId),
        day.settings,
      ),
      trips: tripsByTruck.get(truckId) ?? [],
    }))

/** The trips of the routes of now as visits that were made from other routes. */
function routesOfNow({ routes }: PlanDay, visits: readonly PlanVisit[]): TripsByTruck {
  const visitIndexes = new Map(
    visits.flatMap(({ deliveries }, visit) =>
      deliveries.map(({ orderId }) => [orderId, visit] as const),
    ),
  )
  return new Map(
    routes.map(({ truckId, stops }) => {
      const trips = [...new Set(stops.map(({ trip }) => trip))].sort((a, b) => a - b)
      const visitsOnTrip = (trip: number) =>
        stops.flatMap((stop) => (stop.trip === trip ? (visitIndexes.get(stop.orderId) ?? []) : []))
      return [truckId, trips.map((trip) => [...new Set(visitsOnTrip(trip))])]
    }),
  )
}

function placeWarnings(unknownCount: number): string[] {
  if (unknownCount === 0) return []
  const doors = unknownCount === 1 ? '1 address is' : `${unknownCount} addresses are`
  return [`${doors} not on the map yet and planned as if next to the depot.`]
}

/** The visits of each truck's trips today, in the order of their first stops. */
function currentTrips(visits: readonly PlanVisit[]): Map<string, number[][]> {
  const byTruck = new Map<string, { trip: number; rank: number; visit: number }[]>()
  visits.forEach(({ on }, visit) => {
    if (!on) return
    const stops = byTruck.get(on.truckId) ?? []
    stops.push({ trip: on.trip, rank: on.rank, visit })
    byTruck.set(on.truckId, stops)
  })
  return new Map(
    [...byTruck].map(([truckId, stops]) => {
      const trips = [...new Set(stops.map(({ trip }) => trip))].sort((a, b) => a - b)
      return [
        truckId,
        trips.map((trip) =>
          stops
            .filter((stop) => stop.trip === trip)
            .sort((a, b) => a.rank - b.rank)
            .map(({ visit }) => visit),
        ),
      ]
    }),
  )
}
