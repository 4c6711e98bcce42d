/**
 * Input of the route solver. Times are seconds of one day and distances any unit; a cost is a plain
 * number, minutes for the dispatcher and distance for the public benchmarks. Nothing here depends on
 * orders or the database.
 */
export type RoutingProblem = {
  depot: Depot
  trucks: readonly Truck[]
  visits: readonly Visit[]
  matrix: TravelMatrix
  weights: CostWeights
  /** Routes to start with, by truck: indexes of visits, one list per trip. */
  start?: readonly (readonly (readonly number[])[])[]
}

/** Row by row, from point × points + to; it may be asymmetric. */
export type TravelMatrix = {
  points: number
  distances: Float64Array
  durations: Float64Array
}

export type Depot = { point: number; opens: number; closes: number; reloadSeconds: number }

export type Truck = {
  capacity: number
  shift: { from: number; to: number; maxOvertimeSeconds: number }
  maxTrips: number
  lunch?: { seconds: number; earliest: number; latest: number }
  /** Cost of using the truck at all. */
  fixedCost: number
  costPerDistance: number
}

export type Visit = {
  point: number
  /** Full bottles to leave and empty ones expected, which come aboard. */
  full: number
  empties: number
  serviceSeconds: number
  /** Sorted and without overlap; none means any time. */
  windows: readonly TimeWindow[]
  areWindowsHard: boolean
  /** The goods are at the depot from this time on. */
  releasedAt: number
  pin?: Pin
  priority: Priority
  /** Index of the truck that usually comes. */
  knownTruck?: number
  /** A visit of an unchanged route: it stays where `start` has it. */
  isKept?: boolean
}

export type TimeWindow = { from: number; to: number }

/** Position counts the stops of the whole route from 1; time is when the service starts. */
export type Pin = { truck?: number; position?: number; time?: number }

export type Priority = 'promised' | 'failed_before' | 'other'

/** Cost per second, except for the last two. */
export type CostWeights = {
  driving: number
  waiting: number
  overtime: number
  lateness: number
  /** Per stop that leaves its known truck. */
  otherTruck: number
  /** Per squared second of a route; tiny, so that balance only breaks ties. */
  balance: number
}

/** Rule 51 with the weights of its text: one cost in minutes. */
export const DEFAULT_WEIGHTS: CostWeights = {
  driving: 1 / 60,
  waiting: 1 / 60,
  overtime: 2 / 60,
  lateness: 5 / 60,
  otherTruck: 10,
  balance: 1e-6 / 3600,
}

export type PlannedStop = { visit: number; arrivesAt: number; startsAt: number; leavesAt: number }

export type PlannedTrip = { leavesAt: number; returnsAt: number; stops: PlannedStop[] }

export type PlannedRoute = {
  truck: number
  trips: PlannedTrip[]
  lunchAt?: number
}

export type LeftOutReason =
  | 'too_large'
  | 'outside_hours'
  | 'no_truck'
  | 'no_capacity_left'
  | 'no_time_left'

export type LeftOut = { visit: number; reason: LeftOutReason }

export type Plan = {
  routes: PlannedRoute[]
  leftOut: LeftOut[]
  /** Without the visits that are left out. */
  cost: number
  iterations: number
}
