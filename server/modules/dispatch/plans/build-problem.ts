import type { PlanScope } from '#contract/routes/plans.ts'
import {
  DEFAULT_WEIGHTS,
  type GeoPoint,
  type RoutingProblem,
  type Truck,
} from '#server/routing/index.ts'
import { chooseTrucks } from './choose-trucks.ts'
import { type DayTruck, isFixedRoute, type PlanDay } from './day.ts'
import { groupVisits, type PlanVisit } from './group-visits.ts'
import { secondsOf } from './times.ts'
import { toSolverVisit } from './to-solver-visit.ts'

/** A second trip is possible unless the truck says otherwise. */
const DEFAULT_TRIPS = 2
/** How long a truck may be out after its shift, if the depot is still open. */
const MAX_OVERTIME_SECONDS = 3_600
const MILES_TO_KM = 1.609344

/** The solver's input without its matrix, and what its indexes mean. */
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
  const { trucks, warnings } = chooseTrucks(day, scope)
  const visits = groupVisits(day, scope, trucks)
  const { points, pointOf, unknownCount } = placePoints(day, visits)
  const { settings } = day
  const { weights } = settings
  const depot = {
    point: 0,
    opens: secondsOf(settings.opens),
    closes: secondsOf(settings.closes),
    reloadSeconds: settings.reloadMinutes * 60,
  }
  const solverTrucks = trucks.map((truck) => toSolverTruck(truck, day))
  const tripsOf = currentTrips(visits)
  const problem = {
    depot,
    trucks: solverTrucks,
    visits: visits.map((visit, index) => toSolverVisit(visit, pointOf[index] ?? 0, settings)),
    weights: {
      ...DEFAULT_WEIGHTS,
      driving: weights.driving / 60,
      waiting: weights.waiting / 60,
      overtime: weights.overtime / 60,
      lateness: weights.lateness / 60,
      otherTruck: weights.otherTruck,
    },
    start: trucks.map(({ id }) => tripsOf.get(id) ?? []),
  }
  const current = day.routes
    .filter((route) => !isFixedRoute(route) && tripsOf.has(route.truckId))
    .map(({ truckId }) => ({
      truck: toSolverTruck(
        day.trucks.find(({ id }) => id === truckId),
        day,
      ),
      trips: tripsOf.get(truckId) ?? [],
    }))
  return {
    problem,
    trucks,
    visits,
    points,
    kmPerHour: settings.milesPerHour * MILES_TO_KM,
    current,
    warnings: [...warnings, ...placeWarnings(unknownCount)],
  }
}

/** A deleted truck is timed like one without a shift of its own. */
function toSolverTruck(truck: DayTruck | undefined, { settings }: PlanDay): Truck {
  const { lunch } = truck ?? {}
  return {
    capacity: truck?.capacity ?? 0,
    shift: {
      from: secondsOf(truck?.from ?? settings.opens),
      to: Math.max(
        secondsOf(truck?.from ?? settings.opens),
        secondsOf(truck?.to ?? settings.closes),
      ),
      maxOvertimeSeconds: MAX_OVERTIME_SECONDS,
    },
    maxTrips: truck?.maxTrips ?? DEFAULT_TRIPS,
    ...(lunch && {
      lunch: {
        seconds: lunch.minutes * 60,
        earliest: secondsOf(lunch.earliest),
        latest: secondsOf(lunch.latest),
      },
    }),
    fixedCost: settings.weights.truckUsed,
    costPerDistance: 0,
  }
}

/** The depot is point 0. A delivery without a place is planned as if it were next to the depot. */
function placePoints({ depot }: PlanDay, visits: readonly PlanVisit[]) {
  const points: GeoPoint[] = [toPoint(depot ?? { lat: 0, lon: 0 })]
  const indexes = new Map<string, number>()
  let unknownCount = 0
  const pointOf = visits.map(({ place }) => {
    if (!place) {
      unknownCount += 1
      return 0
    }
    const key = `${place.lat} ${place.lon}`
    const known = indexes.get(key)
    if (known !== undefined) return known
    indexes.set(key, points.length)
    return points.push(toPoint(place)) - 1
  })
  return { points, pointOf, unknownCount }
}

const toPoint = ({ lat, lon }: { lat: number; lon: number }): GeoPoint => ({
  latitude: lat,
  longitude: lon,
})

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
