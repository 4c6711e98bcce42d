import {
  DEFAULT_WEIGHTS,
  type RoutingProblem,
  type Truck,
  type Visit,
} from '#server/routing/index.ts'
import { Random } from '#server/routing/search/random.ts'

const HOUR = 3600

/** A small day with everything that the solver supports, some of it impossible to serve. */
export function randomProblem(seed: number): RoutingProblem {
  const random = new Random(seed)
  const between = (least: number, most: number) => least + random.below(most - least + 1)
  const has = (chance: number) => random.next() < chance
  const trucks = Array.from({ length: between(1, 4) }, () => randomTruck(between, has))
  const count = between(1, 24)
  const points = Array.from({ length: count + 1 }, () => ({
    x: random.next() * 60,
    y: random.next() * 60,
  }))
  // Asymmetric, as streets are.
  const distances = Float64Array.from(
    points.flatMap((a) =>
      points.map((b) => Math.round(Math.hypot(a.x - b.x, a.y - b.y) * (1 + random.next() * 0.1))),
    ),
  )
  return {
    depot: { point: 0, opens: 6 * HOUR, closes: 20 * HOUR, reloadSeconds: between(0, 2) * 900 },
    trucks,
    visits: Array.from({ length: count }, (_, index) =>
      randomVisit(index + 1, trucks.length, between, has),
    ),
    matrix: { points: count + 1, distances, durations: distances.map((km) => km * 90) },
    weights: DEFAULT_WEIGHTS,
  }
}

type Between = (least: number, most: number) => number
type Has = (chance: number) => boolean

function randomTruck(between: Between, has: Has): Truck {
  const from = between(6, 9) * HOUR
  return {
    capacity: between(8, 30),
    shift: { from, to: from + between(4, 9) * HOUR, maxOvertimeSeconds: between(0, 2) * HOUR },
    maxTrips: between(1, 3),
    lunch: has(0.6)
      ? { seconds: between(1, 2) * 1800, earliest: 11 * HOUR, latest: between(12, 14) * HOUR }
      : undefined,
    fixedCost: between(0, 60),
    costPerDistance: between(0, 2),
  }
}

function randomVisit(point: number, trucks: number, between: Between, has: Has): Visit {
  const from = between(7, 15) * HOUR
  const first = { from, to: from + between(1, 3) * HOUR }
  const second = { from: first.to + HOUR, to: first.to + 3 * HOUR }
  return {
    point,
    full: between(0, 12),
    empties: between(0, 12),
    serviceSeconds: between(1, 20) * 60,
    windows: has(0.5) ? [first, ...(has(0.3) ? [second] : [])] : [],
    areWindowsHard: has(0.5),
    releasedAt: has(0.2) ? between(7, 12) * HOUR : 0,
    pin: has(0.15)
      ? has(0.5)
        ? { truck: between(0, trucks - 1) }
        : { time: between(8, 15) * HOUR }
      : undefined,
    priority: has(0.2) ? 'promised' : has(0.3) ? 'failed_before' : 'other',
    knownTruck: has(0.3) ? between(0, trucks - 1) : undefined,
  }
}
