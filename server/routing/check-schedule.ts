import type { Depot, PlannedRoute, RoutingProblem, Truck, Visit } from './problem.ts'

export type ScheduleTotals = {
  distance: number
  driving: number
  waiting: number
  lateness: number
  overtime: number
  worked: number
}

/** Something that the driver does from one time to another; the rest of the day is waiting. */
type Duty = { what: string; from: number; to: number; seconds: number }

const EPSILON = 1e-6

/** Replays a route's planned times: every leg, service, reload and lunch needs its time. */
export function checkSchedule(
  problem: RoutingProblem,
  route: PlannedRoute,
): { problems: string[]; totals: ScheduleTotals } {
  const { depot, trucks } = problem
  const truck = trucks[route.truck]
  const last = route.trips.at(-1)?.returnsAt ?? 0
  const first = route.trips[0]?.leavesAt ?? 0
  if (!truck) return { problems: ['no truck'], totals: noTotals() }
  const { duties, distance, driving } = listDuties(problem, route)
  const visits = checkVisits(problem, route)
  const lunch = checkLunch(truck, route, duties)
  const busy = duties.reduce((sum, { seconds }) => sum + seconds, 0) + lunch.seconds
  const problems = [
    ...duties.filter(isTooShort).map(({ what }) => `${what} is too short`),
    ...checkHours(depot, truck, first, last).map((text) => `truck ${route.truck} ${text}`),
    ...checkReleases(problem, route),
    ...visits.problems,
    ...lunch.problems.map((text) => `truck ${route.truck} ${text}`),
  ]
  const overtime = Math.max(0, last - truck.shift.to)
  const worked = last - first
  const waiting = worked - busy
  return {
    problems,
    totals: { distance, driving, waiting, lateness: visits.lateness, overtime, worked },
  }
}

const noTotals = (): ScheduleTotals => ({
  distance: 0,
  driving: 0,
  waiting: 0,
  lateness: 0,
  overtime: 0,
  worked: 0,
})

const isTooShort = ({ from, to, seconds }: Duty) => to - from < seconds - EPSILON

function listDuties({ matrix, depot, visits }: RoutingProblem, route: PlannedRoute) {
  const duties: Duty[] = []
  let distance = 0
  let driving = 0
  const drive = (fromPoint: number, toPoint: number, from: number, to: number) => {
    const at = fromPoint * matrix.points + toPoint
    const seconds = matrix.durations[at] ?? Number.NaN
    distance += matrix.distances[at] ?? Number.NaN
    driving += seconds
    duties.push({ what: `the leg of truck ${route.truck} at ${from}`, from, to, seconds })
  }
  let returned: number | undefined
  for (const { leavesAt, returnsAt, stops } of route.trips) {
    if (returned !== undefined) {
      const seconds = depot.reloadSeconds
      duties.push({ what: `reload of truck ${route.truck}`, from: returned, to: leavesAt, seconds })
    }
    let point = depot.point
    let time = leavesAt
    for (const stop of stops) {
      const visit = visits[stop.visit]
      drive(point, visit?.point ?? Number.NaN, time, stop.arrivesAt)
      const what = `service of visit ${stop.visit}`
      const seconds = visit?.serviceSeconds ?? 0
      if (stop.startsAt < stop.arrivesAt - EPSILON) duties.push(never(what))
      duties.push({ what, from: stop.startsAt, to: stop.leavesAt, seconds })
      point = visit?.point ?? Number.NaN
      time = stop.leavesAt
    }
    drive(point, depot.point, time, returnsAt)
    returned = returnsAt
  }
  return { duties, distance, driving }
}

/** A duty that is always reported. */
const never = (what: string): Duty => ({ what, from: 0, to: -1, seconds: 0 })

function checkVisits({ visits }: RoutingProblem, route: PlannedRoute) {
  const problems: string[] = []
  let lateness = 0
  for (const { visit: index, startsAt } of route.trips.flatMap(({ stops }) => stops)) {
    const visit = visits[index]
    const lateBy = visit ? minutesOutside(visit, startsAt) : 0
    if (lateBy <= EPSILON) continue
    if (visit?.areWindowsHard) problems.push(`visit ${index} is served outside its windows`)
    else lateness += lateBy
  }
  return { problems, lateness }
}

/** Seconds after the last window that has started; a start before the first is never right. */
function minutesOutside({ windows, pin }: Visit, startsAt: number): number {
  if (windows.length === 0 || pin?.time !== undefined) return 0
  const started = windows.filter(({ from }) => from <= startsAt + EPSILON)
  return started.length === 0
    ? Number.POSITIVE_INFINITY
    : startsAt - Math.max(...started.map(({ to }) => to))
}

function checkHours(depot: Depot, { shift }: Truck, first: number, last: number): string[] {
  const latest = Math.min(shift.to + shift.maxOvertimeSeconds, depot.closes)
  return [
    ...(first < Math.max(shift.from, depot.opens) - EPSILON ? ['leaves too early'] : []),
    ...(last > latest + EPSILON ? [`returns at ${last}, after ${latest}`] : []),
  ]
}

function checkReleases({ visits }: RoutingProblem, route: PlannedRoute): string[] {
  return route.trips.flatMap(({ leavesAt, stops }) =>
    stops
      .filter(({ visit }) => (visits[visit]?.releasedAt ?? 0) > leavesAt + EPSILON)
      .map(({ visit }) => `visit ${visit} leaves before its release`),
  )
}

/** Lunch takes time of its own, before or after a drive, a reload or a wait, and never interrupts a service. */
function checkLunch(truck: Truck, { lunchAt, trips }: PlannedRoute, duties: Duty[]) {
  const { lunch } = truck
  const last = trips.at(-1)?.returnsAt ?? 0
  if (!lunch || lunch.seconds === 0) return { seconds: 0, problems: [] }
  if (lunchAt === undefined) {
    return { seconds: 0, problems: last > lunch.latest + EPSILON ? ['has no lunch'] : [] }
  }
  const ends = lunchAt + lunch.seconds
  const crowded = duties.filter(({ from, to, seconds }) => {
    const overlap = Math.min(to, ends) - Math.max(from, lunchAt)
    return overlap > EPSILON && to - from < seconds + overlap - EPSILON
  })
  const isOutside = lunchAt < lunch.earliest - EPSILON || lunchAt > lunch.latest + EPSILON
  return {
    seconds: lunch.seconds,
    problems: [
      ...(isOutside ? [`has lunch at ${lunchAt}`] : []),
      ...crowded.map(({ what }) => `has lunch during ${what}`),
    ],
  }
}
