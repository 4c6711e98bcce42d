import type { RoutingProblem, Visit } from './problem.ts'

/** Throws an error that names what is wrong with a problem, before a search would use it. */
export function validateProblem(problem: RoutingProblem): void {
  const [first] = [...matrixProblems(problem), ...visitProblems(problem), ...startProblems(problem)]
  if (first) throw new Error(`the routing problem is not valid: ${first}`)
}

function* matrixProblems({ matrix, depot, trucks }: RoutingProblem): Generator<string> {
  const size = matrix.points ** 2
  for (const name of ['distances', 'durations'] as const) {
    const numbers = matrix[name]
    if (numbers.length !== size) yield `${numbers.length} ${name} for ${matrix.points} points`
    for (let at = 0; at < size; at++) {
      const value = numbers[at] ?? Number.NaN
      if (!(value >= 0 && value < Number.POSITIVE_INFINITY)) {
        yield `the ${name} from point ${Math.floor(at / matrix.points)} to ${at % matrix.points}`
      }
    }
  }
  if (!isPoint(depot.point, matrix.points)) yield 'the point of the depot'
  if (!(depot.reloadSeconds >= 0)) yield 'the reload time'
  for (const [index, { capacity, maxTrips, lunch, shift }] of trucks.entries()) {
    if (!(capacity >= 0)) yield `the capacity of truck ${index}`
    if (!Number.isInteger(maxTrips) || maxTrips < 1) yield `the trips of truck ${index}`
    if (!(shift.to >= shift.from && shift.maxOvertimeSeconds >= 0))
      yield `the shift of truck ${index}`
    if (lunch && !(lunch.seconds >= 0 && lunch.latest >= lunch.earliest)) {
      yield `the lunch of truck ${index}`
    }
  }
}

const isPoint = (point: number, points: number) =>
  Number.isInteger(point) && point >= 0 && point < points

function* visitProblems({ visits, matrix }: RoutingProblem): Generator<string> {
  const pinned = new Set<string>()
  for (const [index, visit] of visits.entries()) {
    if (!isPoint(visit.point, matrix.points)) yield `the point of visit ${index}`
    const { full, empties, serviceSeconds, releasedAt, pin } = visit
    if (!(full >= 0 && empties >= 0)) yield `the bottles of visit ${index}`
    if (!(serviceSeconds >= 0 && releasedAt >= 0)) yield `the times of visit ${index}`
    if (!areWindowsSorted(visit)) yield `the windows of visit ${index}`
    if (pin?.position === undefined) continue
    if (!Number.isInteger(pin.position) || pin.position < 1) yield `the position of visit ${index}`
    const place = `position ${pin.position} of truck ${pin.truck}`
    if (pin.truck !== undefined && pinned.has(place)) yield `two visits are pinned to ${place}`
    pinned.add(place)
  }
}

function areWindowsSorted({ windows }: Visit): boolean {
  return windows.every(
    ({ from, to }, index) => from <= to && (index === 0 || from > (windows[index - 1]?.to ?? 0)),
  )
}

function* startProblems({ start, trucks, visits }: RoutingProblem): Generator<string> {
  const seen = new Set<number>()
  if (start && start.length > trucks.length) yield 'more routes to start with than trucks'
  for (const visit of (start ?? []).flat(2)) {
    if (!visits[visit] || seen.has(visit)) yield `visit ${visit} of the routes to start with`
    seen.add(visit)
  }
  const missing = visits.findIndex(({ isKept }, index) => isKept && !seen.has(index))
  if (missing >= 0) yield `visit ${missing} is kept and on no route`
}
