import {
  DEFAULT_WEIGHTS,
  type Plan,
  type PlannedRoute,
  type RoutingProblem,
  type Truck,
  type Visit,
} from '#server/routing/index.ts'
import { Random } from '#server/routing/search/random.ts'
import { addWindows, type WindowShare } from './add-windows.ts'

/** A day with a plan that is known to work, so that leaving a visit out is always the solver's fault. */
export type GeneratedDay = { problem: RoutingProblem; planted: Plan }

type Fleet = { count: number; capacity: number; trips: number; stopsPerTrip: number }
type Config = {
  fleets: Fleet[]
  maxTrips: number
  reloadSeconds: number
  lunch?: NonNullable<Truck['lunch']>
  windows: WindowShare[]
}
type Point = { x: number; y: number }
type Draft = { points: Point[]; visits: Visit[]; routes: PlannedRoute[]; random: Random }

const hours = (count: number) => count * 3600
const SHIFT_FROM = hours(7)
/** The planted plan uses nine tenths of capacity and shift. */
const USED = 0.9
const KM_PER_HOUR = 40

export const generatedDays = [
  {
    name: 'own 30 trucks',
    generate: (seed: number) =>
      generateDay(seed, {
        fleets: [{ count: 30, capacity: 80, trips: 2, stopsPerTrip: 12 }],
        maxTrips: 3,
        reloadSeconds: 1200,
        lunch: { seconds: 1800, earliest: hours(11), latest: hours(13.5) },
        windows: [
          { share: 0.5, seconds: hours(2), isHard: false },
          { share: 0.1, seconds: hours(3), isHard: true },
        ],
      }),
  },
  {
    name: 'own 1,000 stops',
    generate: (seed: number) =>
      generateDay(seed, {
        fleets: [
          { count: 15, capacity: 60, trips: 1, stopsPerTrip: 16 },
          { count: 20, capacity: 90, trips: 1, stopsPerTrip: 23 },
          { count: 10, capacity: 130, trips: 1, stopsPerTrip: 30 },
        ],
        maxTrips: 1,
        reloadSeconds: 0,
        windows: [{ share: 0.3, seconds: hours(2), isHard: true }],
      }),
  },
]

export function generateDay(seed: number, config: Config): GeneratedDay {
  const draft: Draft = {
    points: [{ x: 0, y: 0 }],
    visits: [],
    routes: [],
    random: new Random(seed),
  }
  const fleet = config.fleets.flatMap((model) => Array.from({ length: model.count }, () => model))
  fleet.forEach((model, truck) => {
    draft.routes.push(plantRoute(draft, config, model, truck, (truck / fleet.length) * 2 * Math.PI))
  })
  const longest = Math.max(
    ...draft.routes.map(({ trips }) => (trips.at(-1)?.returnsAt ?? 0) - SHIFT_FROM),
  )
  const shift = {
    from: SHIFT_FROM,
    to: SHIFT_FROM + Math.ceil(longest / USED),
    maxOvertimeSeconds: 0,
  }
  const problem: RoutingProblem = {
    depot: { point: 0, opens: 0, closes: hours(24), reloadSeconds: config.reloadSeconds },
    trucks: fleet.map(({ capacity }) => ({
      capacity,
      shift,
      maxTrips: config.maxTrips,
      lunch: config.lunch,
      fixedCost: 60,
      costPerDistance: 0,
    })),
    visits: addWindows(draft.visits, draft.routes, config.windows, draft.random),
    matrix: measureAll(draft.points),
    weights: DEFAULT_WEIGHTS,
  }
  return { problem, planted: { routes: draft.routes, leftOut: [], cost: 0, iterations: 0 } }
}

/** Stops around one center, trip by trip, in the order of the nearest neighbor. */
function plantRoute(
  draft: Draft,
  { reloadSeconds, lunch }: Config,
  fleet: Fleet,
  truck: number,
  angle: number,
): PlannedRoute {
  const { random } = draft
  const radius = 6 + random.next() * 14
  const center = { x: Math.cos(angle) * radius, y: Math.sin(angle) * radius }
  const route: PlannedRoute = { truck, trips: [] }
  let time = SHIFT_FROM
  for (let trip = 0; trip < fleet.trips; trip++) {
    if (trip > 0) time += reloadSeconds
    const planned: PlannedRoute['trips'][number] = { leavesAt: time, returnsAt: 0, stops: [] }
    const bottles = split(Math.floor(fleet.capacity * USED), fleet.stopsPerTrip, random)
    let point: Point = { x: 0, y: 0 }
    for (const [index, next] of nearestFirst(
      scatter(center, fleet.stopsPerTrip, random),
    ).entries()) {
      if (lunch && route.lunchAt === undefined && time >= lunch.earliest) {
        route.lunchAt = time
        time += lunch.seconds
      }
      const full = bottles[index] ?? 1
      const visit: Visit = {
        point: draft.points.push(next) - 1,
        full,
        empties: random.below(full + 1),
        serviceSeconds: 240 + 20 * full,
        windows: [],
        areWindowsHard: true,
        releasedAt: 0,
        priority: 'other',
      }
      const arrivesAt = time + drivingSeconds(point, next)
      time = arrivesAt + visit.serviceSeconds
      const number = draft.visits.push(visit) - 1
      planned.stops.push({ visit: number, arrivesAt, startsAt: arrivesAt, leavesAt: time })
      point = next
    }
    time += drivingSeconds(point, { x: 0, y: 0 })
    planned.returnsAt = time
    route.trips.push(planned)
  }
  return route
}

function scatter(center: Point, count: number, random: Random): Point[] {
  const spread = () => (random.next() + random.next() + random.next() - 1.5) * 6
  return Array.from({ length: count }, () => ({ x: center.x + spread(), y: center.y + spread() }))
}

function nearestFirst(points: Point[]): Point[] {
  const left = [...points]
  const ordered: Point[] = []
  let from: Point = { x: 0, y: 0 }
  while (left.length > 0) {
    left.sort((a, b) => distance(from, a) - distance(from, b))
    const [nearest] = left.splice(0, 1)
    if (!nearest) break
    ordered.push(nearest)
    from = nearest
  }
  return ordered
}

/** Divides a load at random, at least one bottle for each stop. */
function split(total: number, count: number, random: Random): number[] {
  const parts = Array.from({ length: count }, () => 1)
  for (let left = total - count; left > 0; left--) {
    const at = random.below(count)
    parts[at] = (parts[at] ?? 0) + 1
  }
  return parts
}

const distance = (a: Point, b: Point) => Math.hypot(a.x - b.x, a.y - b.y)
const drivingSeconds = (a: Point, b: Point) => Math.ceil((distance(a, b) / KM_PER_HOUR) * hours(1))

function measureAll(points: Point[]): RoutingProblem['matrix'] {
  const pairs = points.flatMap((a) => points.map((b) => [a, b] as const))
  return {
    points: points.length,
    distances: Float64Array.from(pairs, ([a, b]) => distance(a, b)),
    durations: Float64Array.from(pairs, ([a, b]) => drivingSeconds(a, b)),
  }
}
