import type { PlannedRoute, RoutingProblem, Truck } from '#server/routing/index.ts'

type TimedTrip = PlannedRoute['trips'][number]

/**
 * Computes when the truck is where, with the trips and stops in the given order. Nothing is optimized:
 * it times routes made by hand, also if they break a rule.
 */
export function timeRoute(
  problem: RoutingProblem,
  truck: Truck,
  trips: readonly (readonly number[])[],
): Omit<PlannedRoute, 'truck'> {
  const startsAt = Math.max(truck.shift.from, problem.depot.opens)
  const route = drive(problem, truck, trips, startsAt)
  const [first] = route.trips[0]?.stops ?? []
  // Leaves late enough not to wait at its first stop.
  const wait = first ? first.startsAt - first.arrivesAt : 0
  return wait > 0 ? drive(problem, truck, trips, startsAt + wait) : route
}

function drive(
  { depot, matrix, visits }: RoutingProblem,
  { lunch }: Truck,
  trips: readonly (readonly number[])[],
  startsAt: number,
): Omit<PlannedRoute, 'truck'> {
  let time = startsAt
  let lunchAt: number | undefined
  const travel = (from: number, to: number) => {
    const seconds = matrix.durations[from * matrix.points + to] ?? 0
    if (lunch && lunchAt === undefined && time + seconds > lunch.latest) {
      lunchAt = Math.max(time, lunch.earliest)
      time = lunchAt + lunch.seconds
    }
    time += seconds
  }
  const timed: TimedTrip[] = []
  for (const trip of trips.filter(({ length }) => length > 0)) {
    if (timed.length > 0) time += depot.reloadSeconds
    const leavesAt = time
    let point = depot.point
    const stops: TimedTrip['stops'] = []
    for (const index of trip) {
      const visit = visits[index]
      if (!visit) continue
      travel(point, visit.point)
      const arrivesAt = time
      const open = visit.windows.find(({ to }) => arrivesAt <= to)
      const startsAt = Math.max(arrivesAt, visit.pin?.time ?? open?.from ?? 0)
      time = startsAt + visit.serviceSeconds
      stops.push({ visit: index, arrivesAt, startsAt, leavesAt: time })
      point = visit.point
    }
    travel(point, depot.point)
    timed.push({ leavesAt, returnsAt: time, stops })
  }
  return { trips: timed, ...(lunchAt !== undefined && { lunchAt }) }
}

const METERS_PER_MILE = 1_609.344

/** Minutes from leaving the depot to the last return, and miles driven. */
export function measureRoute(
  { depot, matrix, visits }: RoutingProblem,
  { trips }: Pick<PlannedRoute, 'trips'>,
): { minutes: number; miles: number } {
  let meters = 0
  for (const { stops } of trips) {
    let point = depot.point
    for (const to of [...stops.map(({ visit }) => visits[visit]?.point ?? 0), depot.point]) {
      meters += matrix.distances[point * matrix.points + to] ?? 0
      point = to
    }
  }
  const seconds = (trips.at(-1)?.returnsAt ?? 0) - (trips[0]?.leavesAt ?? 0)
  return { minutes: seconds / 60, miles: meters / METERS_PER_MILE }
}
