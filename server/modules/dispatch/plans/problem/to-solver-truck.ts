import type { PlanningSettings } from '#contract/routes/planning-settings.ts'
import { DEFAULT_WEIGHTS, type RoutingProblem, type Truck } from '#server/routing/index.ts'
import type { DayTruck } from './day.ts'
import { parseSeconds } from './times.ts'

/** A second trip is possible unless the truck has another setting. */
const DEFAULT_TRIPS = 2
/** How long a truck may be out after its shift, if the depot is still open. */
const MAX_OVERTIME_SECONDS = 3_600
const MILES_TO_KM = 1.609344

/** A deleted truck is timed like one without a shift of its own. */
export function toSolverTruck(truck: DayTruck | undefined, settings: PlanningSettings): Truck {
  const { lunch } = truck ?? {}
  const from = parseSeconds(truck?.from ?? settings.opens)
  return {
    capacity: truck?.capacity ?? 0,
    shift: {
      from,
      to: Math.max(from, parseSeconds(truck?.to ?? settings.closes)),
      maxOvertimeSeconds: MAX_OVERTIME_SECONDS,
    },
    maxTrips: truck?.maxTrips ?? DEFAULT_TRIPS,
    ...(lunch && {
      lunch: {
        seconds: lunch.minutes * 60,
        earliest: parseSeconds(lunch.earliest),
        latest: parseSeconds(lunch.latest),
      },
    }),
    fixedCost: settings.weights.truckUsed,
    costPerDistance: 0,
  }
}

export const toSolverDepot = (settings: PlanningSettings): RoutingProblem['depot'] => ({
  point: 0,
  opens: parseSeconds(settings.opens),
  closes: parseSeconds(settings.closes),
  reloadSeconds: settings.reloadMinutes * 60,
})

/** The settings count minutes, the solver seconds. */
export const toSolverWeights = ({ weights }: PlanningSettings): RoutingProblem['weights'] => ({
  ...DEFAULT_WEIGHTS,
  driving: weights.driving / 60,
  waiting: weights.waiting / 60,
  overtime: weights.overtime / 60,
  lateness: weights.lateness / 60,
  otherTruck: weights.otherTruck,
})

export const toKmPerHour = ({ milesPerHour }: PlanningSettings): number =>
  milesPerHour * MILES_TO_KM
