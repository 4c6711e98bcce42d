import type { Priority, RoutingProblem, TimeWindow, Truck, Visit } from '../problem.ts'
import { nearestVisits } from './nearest-visits.ts'

/** Later than any time of a plan, and still exact in floating point. */
export const NEVER = 1e12
/** Cost per second by which a hard constraint is broken; only unchanged routes have any. */
export const BROKEN = 1e6
const PRIORITIES: Record<Priority, number> = { promised: 100, failed_before: 10, other: 1 }

/**
 * The problem as typed arrays. Visit i has number i + 1, and 0 is the depot. Matrices exist in both
 * directions, so that the search always reads along the row of the visit that it inserts.
 */
export type Tables = ReturnType<typeof buildTables>

export function buildTables(problem: RoutingProblem) {
  const matrices = buildMatrices(problem)
  const visits = visitTables(problem, matrices.largestCost)
  const trucks = truckTables(problem)
  const flags = findFlags(problem)
  return {
    problem,
    n: problem.visits.length,
    width: problem.visits.length + 1,
    truckCount: problem.trucks.length,
    reloadSeconds: problem.depot.reloadSeconds,
    weights: problem.weights,
    ...matrices,
    ...visits,
    ...trucks,
    ...flags,
    ...nearestVisits(matrices.costs, problem.visits.length),
  }
}

function buildMatrices({ matrix, depot, visits, trucks, weights }: RoutingProblem) {
  const width = visits.length + 1
  const points = [depot.point, ...visits.map(({ point }) => point)]
  const rates = [...new Set(trucks.map(({ costPerDistance }) => costPerDistance))]
  const size = width * width
  const costs = new Float64Array(size * Math.max(1, rates.length))
  const costsTo = new Float64Array(costs.length)
  const times = new Float64Array(size)
  const timesTo = new Float64Array(size)
  let largestCost = 0
  for (let from = 0; from < width; from++) {
    for (let to = 0; to < width; to++) {
      const at = points[from]! * matrix.points + points[to]!
      const seconds = matrix.durations[at]!
      times[from * width + to] = seconds
      timesTo[to * width + from] = seconds
      for (let rate = 0; rate < rates.length; rate++) {
        const cost = matrix.distances[at]! * rates[rate]! + seconds * weights.driving
        costs[rate * size + from * width + to] = cost
        costsTo[rate * size + to * width + from] = cost
        largestCost = Math.max(largestCost, cost)
      }
    }
  }
  const costOffset = Int32Array.from(trucks, (truck) => rates.indexOf(truck.costPerDistance) * size)
  return { costs, costsTo, times, timesTo, costOffset, largestCost }
}

function visitTables({ visits, trucks, weights }: RoutingProblem, largestCost: number) {
  const numbers = (read: (visit: Visit) => number) => Float64Array.from([0, ...visits.map(read)])
  const ids = (read: (visit: Visit) => number) => Int32Array.from([0, ...visits.map(read)])
  const flags = (read: (visit: Visit) => boolean) => ids((visit) => (read(visit) ? 1 : 0))
  const maxFixedCost = Math.max(0, ...trucks.map(({ fixedCost }) => fixedCost))
  const wholeDay = 86_400 * (weights.waiting + weights.overtime + weights.lateness)
  const maxVisitCost = 20 * (2 * largestCost + maxFixedCost + weights.otherTruck + 1) + wholeDay
  return {
    full: numbers(({ full }) => full),
    empties: numbers(({ empties }) => empties),
    service: numbers(({ serviceSeconds }) => serviceSeconds),
    release: numbers(({ releasedAt }) => releasedAt),
    windowFrom: numbers((visit) => effectiveWindows(visit)[0]?.from ?? -NEVER),
    windowTo: numbers((visit) => effectiveWindows(visit).at(-1)?.to ?? NEVER),
    /** Further windows are rare, so only these visits look them up. */
    moreWindows: [undefined, ...visits.map(severalWindows)],
    isHard: flags((visit) => visit.areWindowsHard || visit.pin?.time !== undefined),
    pinnedTruck: ids(({ pin }) => pin?.truck ?? -1),
    pinnedPosition: ids(({ pin }) => pin?.position ?? 0),
    knownTruck: ids(({ knownTruck }) => knownTruck ?? -1),
    isKept: flags(({ isKept }) => isKept ?? false),
    /** More than serving a visit can ever cost, so that a visit is left out only if it does not fit. */
    leaveOutCost: numbers(({ priority }) => maxVisitCost * PRIORITIES[priority]),
  }
}

export function effectiveWindows({ windows, pin }: Visit): readonly TimeWindow[] {
  return pin?.time === undefined ? windows : [{ from: pin.time, to: pin.time }]
}

const severalWindows = (visit: Visit) =>
  effectiveWindows(visit).length > 1 ? effectiveWindows(visit) : undefined

function truckTables({ trucks, depot }: RoutingProblem) {
  const numbers = (read: (truck: Truck) => number) => Float64Array.from(trucks, read)
  const kinds = trucks.map((truck) => JSON.stringify(truck))
  const kindNames = [...new Set(kinds)]
  return {
    capacity: numbers(({ capacity }) => capacity),
    shiftFrom: numbers(({ shift }) => Math.max(shift.from, depot.opens)),
    shiftTo: numbers(({ shift }) => shift.to),
    latestReturn: numbers(({ shift }) =>
      Math.min(shift.to + shift.maxOvertimeSeconds, depot.closes),
    ),
    maxTrips: Int32Array.from(trucks, ({ maxTrips }) => maxTrips),
    fixedCost: numbers(({ fixedCost }) => fixedCost),
    lunchSeconds: numbers(({ lunch }) => lunch?.seconds ?? 0),
    lunchEarliest: numbers(({ lunch }) => lunch?.earliest ?? 0),
    lunchLatest: numbers(({ lunch }) => (lunch && lunch.seconds > 0 ? lunch.latest : NEVER)),
    /** Equal trucks are interchangeable as long as they are empty. */
    kind: Int32Array.from(kinds, (name) => kindNames.indexOf(name)),
    kindCount: kindNames.length,
  }
}

/** Features that the problem does not use, so that the search can leave them out of its inner loop. */
function findFlags({ trucks, visits, weights, depot }: RoutingProblem) {
  const hasLunch = trucks.some(({ lunch }) => lunch && lunch.seconds > 0)
  const hasOvertime = trucks.some(({ shift }) => shift.maxOvertimeSeconds > 0)
  const hasSoftWindows = visits.some(
    (visit) => effectiveWindows(visit).length && !visit.areWindowsHard,
  )
  const isTimed =
    hasLunch ||
    weights.balance > 0 ||
    depot.closes < NEVER ||
    visits.some((visit) => effectiveWindows(visit).length > 0 || visit.releasedAt > 0) ||
    trucks.some(({ shift }) => shift.to < NEVER)
  return {
    isTimed,
    /** Every schedule without a broken window costs the same: arrival and latest arrival decide. */
    hasTimeCost:
      isTimed &&
      (hasLunch || weights.waiting > 0 || weights.balance > 0 || hasOvertime || hasSoftWindows),
    hasEmpties: visits.some(({ empties }) => empties > 0),
    hasTrips: trucks.some(({ maxTrips }) => maxTrips > 1),
    /** Amounts of this size blur the running total, which is then added up again. */
    hasPenalties: visits.some(({ pin, isKept }) => pin?.position !== undefined || isKept),
    hasWishes: visits.some(({ pin, knownTruck }) => pin !== undefined || knownTruck !== undefined),
  }
}
