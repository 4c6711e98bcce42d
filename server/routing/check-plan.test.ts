import { expect, test } from 'vitest'
import { checkPlan } from './check-plan.ts'
import type { Plan, RoutingProblem, Truck, Visit } from './problem.ts'

const visit = (point: number, more: Partial<Visit> = {}): Visit => ({
  point,
  full: 4,
  empties: 4,
  serviceSeconds: 100,
  windows: [],
  areWindowsHard: true,
  releasedAt: 0,
  priority: 'other',
  ...more,
})

const truck = (more: Partial<Truck> = {}): Truck => ({
  capacity: 10,
  shift: { from: 0, to: 5000, maxOvertimeSeconds: 500 },
  maxTrips: 2,
  lunch: { seconds: 300, earliest: 500, latest: 1500 },
  fixedCost: 7,
  costPerDistance: 1,
  ...more,
})

/** Four points on a line, 100 seconds and 10 miles apart; the depot is the first. */
const line = [0, 1, 2, 3]
const problem: RoutingProblem = {
  depot: { point: 0, opens: 0, closes: 9000, reloadSeconds: 200 },
  trucks: [truck(), truck({ lunch: undefined })],
  visits: [visit(1), visit(2), visit(3, { windows: [{ from: 1000, to: 2000 }], knownTruck: 0 })],
  matrix: {
    points: 4,
    distances: Float64Array.from(line.flatMap((a) => line.map((b) => Math.abs(a - b) * 10))),
    durations: Float64Array.from(line.flatMap((a) => line.map((b) => Math.abs(a - b) * 100))),
  },
  weights: { driving: 1, waiting: 2, overtime: 3, lateness: 5, otherTruck: 1000, balance: 0 },
}

const good: Plan = {
  routes: [
    {
      truck: 0,
      lunchAt: 600,
      trips: [
        {
          leavesAt: 0,
          returnsAt: 600,
          stops: [
            { visit: 0, arrivesAt: 100, startsAt: 100, leavesAt: 200 },
            { visit: 1, arrivesAt: 300, startsAt: 300, leavesAt: 400 },
          ],
        },
        {
          leavesAt: 1100,
          returnsAt: 1800,
          stops: [{ visit: 2, arrivesAt: 1400, startsAt: 1400, leavesAt: 1500 }],
        },
      ],
    },
  ],
  leftOut: [],
  cost: 0,
  iterations: 0,
}

test('a good plan has no problems and its cost by hand', () => {
  // 100 miles and 1,000 seconds of driving, no waiting, one truck.
  expect(checkPlan(problem, good)).toEqual({ problems: [], cost: 7 + 100 + 1000, served: 3 })
})

test.each<[string, (plan: Plan, problem: RoutingProblem) => void, RegExp]>([
  [
    'a visit twice',
    (plan) => plan.leftOut.push({ visit: 1, reason: 'too_large' }),
    /visit 1 .* 2 times/,
  ],
  ['a visit nowhere', (plan) => void stops(plan, 1).pop(), /visit 2 .* 0 times/],
  ['a truck twice', (plan) => plan.routes.push({ truck: 0, trips: [] }), /two routes/],
  [
    'an unknown truck',
    (plan) => void Object.assign(plan.routes[0] ?? {}, { truck: 9 }),
    /truck 9 does not exist/,
  ],
  [
    'too many bottles',
    (_, { visits }) => void Object.assign(visits[0] ?? {}, { full: 7 }),
    /carries 11 of 10/,
  ],
  [
    'too many empties',
    (_, { visits }) => void Object.assign(visits[0] ?? {}, { empties: 7 }),
    /carries 11 of 10/,
  ],
  [
    'too many trips',
    (_, { trucks }) => void Object.assign(trucks[0] ?? {}, { maxTrips: 1 }),
    /too many trips/,
  ],
  [
    'a trip without stops',
    (plan) => plan.routes[0]?.trips.push({ leavesAt: 2000, returnsAt: 2000, stops: [] }),
    /without stops/,
  ],
  [
    'a leg that is too quick',
    (plan) => void shift(plan, 0, 1, -1),
    /leg of truck 0 at 200 is too short/,
  ],
  [
    'a service that is too quick',
    (_, { visits }) => void Object.assign(visits[1] ?? {}, { serviceSeconds: 101 }),
    /service of visit 1 is too short/,
  ],
  [
    'a service before the arrival',
    (plan) => void Object.assign(stops(plan, 1)[0] ?? {}, { startsAt: 1390 }),
    /service of visit 2/,
  ],
  [
    'a reload that is too quick',
    (_, { depot }) => void Object.assign(depot, { reloadSeconds: 201 }),
    /lunch during reload/,
  ],
  [
    'a hard window',
    (_, { visits }) => void Object.assign(visits[2] ?? {}, { windows: [{ from: 0, to: 1399 }] }),
    /visit 2 .*outside/,
  ],
  [
    'a start before the window',
    (_, { visits }) => void Object.assign(visits[2] ?? {}, { windows: [{ from: 1401, to: 2000 }] }),
    /visit 2 .*outside/,
  ],
  [
    'a release',
    (_, { visits }) => void Object.assign(visits[2] ?? {}, { releasedAt: 1101 }),
    /visit 2 leaves before/,
  ],
  [
    'a shift that starts later',
    (_, { trucks }) => void Object.assign(trucks[0]?.shift ?? {}, { from: 1 }),
    /leaves too early/,
  ],
  [
    'a return after the overtime',
    (_, { trucks }) => void Object.assign(trucks[0]?.shift ?? {}, { to: 1299 }),
    /returns at 1800, after 1799/,
  ],
  [
    'a return after closing',
    (_, { depot }) => void Object.assign(depot, { closes: 1700 }),
    /returns at 1800, after 1700/,
  ],
  [
    'lunch too late',
    (_, { trucks }) => void Object.assign(trucks[0]?.lunch ?? {}, { latest: 599 }),
    /lunch at 600/,
  ],
  [
    'lunch too early',
    (_, { trucks }) => void Object.assign(trucks[0]?.lunch ?? {}, { earliest: 601 }),
    /lunch at 600/,
  ],
  [
    'no lunch',
    (plan) => void Object.assign(plan.routes[0] ?? {}, { lunchAt: undefined }),
    /no lunch/,
  ],
  [
    'lunch during a service',
    (plan) => void Object.assign(plan.routes[0] ?? {}, { lunchAt: 1450 }),
    /lunch during service of visit 2/,
  ],
  [
    'a pinned truck',
    (_, { visits }) => void Object.assign(visits[0] ?? {}, { pin: { truck: 1 } }),
    /pinned to truck 1/,
  ],
  [
    'a pinned position',
    (_, { visits }) => void Object.assign(visits[0] ?? {}, { pin: { position: 2 } }),
    /pinned to position 2/,
  ],
  [
    'a pinned time',
    (_, { visits }) => void Object.assign(visits[0] ?? {}, { pin: { time: 101 } }),
    /pinned to 101/,
  ],
])('%s is found', (_, change, message) => {
  const plan = structuredClone(good)
  const changed = structuredClone(problem)
  change(plan, changed)
  expect(checkPlan(changed, plan).problems.join('\n')).toMatch(message)
})

test('waiting, lateness, overtime and another truck have their price', () => {
  const changed = structuredClone(problem)
  Object.assign(changed.visits[2] ?? {}, {
    windows: [{ from: 0, to: 1390 }],
    areWindowsHard: false,
    knownTruck: 1,
  })
  Object.assign(changed.trucks[0]?.shift ?? {}, { to: 1700 })
  Object.assign(changed.depot, { reloadSeconds: 150 })
  const { cost, problems } = checkPlan(changed, good)
  expect(problems).toEqual([])
  expect(cost).toBe(7 + 100 + 1000 + 50 * 2 + 10 * 5 + 100 * 3 + 1000)
})

const stops = (plan: Plan, trip: number) => plan.routes[0]?.trips[trip]?.stops ?? []

function shift(plan: Plan, trip: number, stop: number, seconds: number): void {
  const found = stops(plan, trip)[stop]
  if (!found) throw new Error('no such stop')
  found.arrivesAt += seconds
  found.startsAt += seconds
}
