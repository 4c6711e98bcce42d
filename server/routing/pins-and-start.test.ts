import { expect, test } from 'vitest'
import { randomProblem } from '#tests/support/routing/random-problem.ts'
import { checkPlan } from './check-plan.ts'
import type { Plan, RoutingProblem } from './problem.ts'
import { solve } from './solve.ts'

const seeds = Array.from({ length: 40 }, (_, index) => index + 1)
const tripsByTruck = ({ routes }: Plan, { trucks }: RoutingProblem) =>
  trucks.map((_, index) => {
    const trips = routes.find(({ truck }) => truck === index)?.trips ?? []
    return trips.map(({ stops }) => stops.map(({ visit }) => visit))
  })

test('pinned positions are kept, and a visit whose position is impossible is left out', () => {
  for (const seed of seeds) {
    const problem = randomProblem(seed)
    const visits = problem.visits.map((visit, index) =>
      index % 4 === 0 ? { ...visit, pin: { ...visit.pin, position: 1 + (index % 3) } } : visit,
    )
    const pinned = {
      ...problem,
      visits: visits.map((visit, index) => withoutClash(visits, index) ?? visit),
    }
    const plan = solve(pinned, { seed, iterations: 300 })
    expect({ seed, problems: checkPlan(pinned, plan).problems }).toEqual({ seed, problems: [] })
    expect(plan.cost).toBeCloseTo(checkPlan(pinned, plan).cost, 4)
  }
})

/** Two visits may not be pinned to the same position of the same truck. */
function withoutClash(visits: RoutingProblem['visits'], index: number) {
  const visit = visits[index]
  const clashes = visits
    .slice(0, index)
    .some(({ pin }) => pin?.truck === visit?.pin?.truck && pin?.position === visit?.pin?.position)
  return visit && clashes && visit.pin?.position ? { ...visit, pin: undefined } : undefined
}

test('kept routes keep their trucks and order while open visits join them', () => {
  for (const seed of seeds) {
    const problem = randomProblem(seed)
    const half = Math.ceil(problem.visits.length / 2)
    const before = solve(
      { ...problem, visits: problem.visits.slice(0, half) },
      { seed, iterations: 50 },
    )
    const start = tripsByTruck(before, problem)
    const kept = new Set(start.flat(2))
    const visits = problem.visits.map((visit, index) => ({ ...visit, isKept: kept.has(index) }))
    const next = { ...problem, visits, start }
    const plan = solve(next, { seed, iterations: 100 })
    expect({ seed, problems: checkPlan(next, plan).problems }).toEqual({ seed, problems: [] })
    const after = tripsByTruck(plan, problem).map((trips) =>
      trips.flat().filter((visit) => kept.has(visit)),
    )
    expect(after).toEqual(start.map((trips) => trips.flat()))
  }
})

test('stops pinned to their trucks are only put in another order', () => {
  const problem = randomProblem(4)
  const before = solve(problem, { seed: 1, iterations: 1 })
  const start = tripsByTruck(before, problem)
  const visits = problem.visits.map((visit, index) => {
    const truck = start.findIndex((trips) => trips.flat().includes(index))
    return truck < 0 ? visit : { ...visit, pin: { ...visit.pin, truck } }
  })
  const plan = solve({ ...problem, visits, start }, { seed: 1, iterations: 500 })
  const sorted = (routes: number[][][]) => routes.map((trips) => trips.flat().sort((a, b) => a - b))
  expect(sorted(tripsByTruck(plan, problem))).toEqual(sorted(start))
  expect(plan.cost).toBeLessThanOrEqual(before.cost + 1e-6)
})

const oneTruck = (): RoutingProblem => ({
  depot: { point: 0, opens: 0, closes: 10_000, reloadSeconds: 0 },
  trucks: [
    {
      capacity: 10,
      shift: { from: 0, to: 5000, maxOvertimeSeconds: 0 },
      maxTrips: 1,
      fixedCost: 0,
      costPerDistance: 1,
    },
  ],
  visits: [1, 2, 3].map((point) => ({
    point,
    full: 4,
    empties: 0,
    serviceSeconds: 0,
    windows: [],
    areWindowsHard: true,
    releasedAt: 0,
    priority: 'other' as const,
  })),
  matrix: {
    points: 4,
    distances: new Float64Array(16).fill(10),
    durations: new Float64Array(16).fill(100),
  },
  weights: { driving: 0, waiting: 0, overtime: 0, lateness: 0, otherTruck: 0, balance: 0 },
})

test('a route that a dispatcher overloaded is kept and gets nothing more', () => {
  const problem = oneTruck()
  const visits = problem.visits.map((visit) => ({ ...visit, isKept: true }))
  const plan = solve({ ...problem, visits, start: [[[2, 0, 1]]] }, { seed: 1, iterations: 100 })
  expect(tripsByTruck(plan, problem)).toEqual([[[2, 0, 1]]])
  const free = solve({ ...problem, start: [[[2, 0, 1]]] }, { seed: 1, iterations: 100 })
  expect(free.leftOut).toHaveLength(1)
  expect(free.leftOut[0]?.reason).toBe('no_capacity_left')
})

test('visits that are left out have a reason, and the least important goes first', () => {
  const problem = oneTruck()
  const priorities = ['failed_before', 'other', 'promised'] as const
  const withPriorities = problem.visits.map((visit, index) => ({
    ...visit,
    priority: priorities[index] ?? 'other',
  }))
  const plan = solve({ ...problem, visits: withPriorities }, { seed: 1, iterations: 200 })
  expect(plan.leftOut).toEqual([{ visit: 1, reason: 'no_capacity_left' }])

  const leftOutReason = (change: object) => {
    const visits = problem.visits.slice(0, 1).map((visit) => ({ ...visit, ...change }))
    return solve({ ...problem, visits }, { seed: 1, iterations: 10 }).leftOut[0]?.reason
  }
  expect(leftOutReason({})).toBeUndefined()
  expect(leftOutReason({ full: 11 })).toBe('too_large')
  expect(leftOutReason({ empties: 11 })).toBe('too_large')
  expect(leftOutReason({ windows: [{ from: 0, to: 99 }] })).toBe('outside_hours')
  expect(leftOutReason({ serviceSeconds: 4801 })).toBe('outside_hours')
  expect(leftOutReason({ pin: { truck: 5 } })).toBe('no_truck')
  const long = problem.visits.map((visit) => ({ ...visit, full: 1, serviceSeconds: 2400 }))
  expect(solve({ ...problem, visits: long }, { seed: 1, iterations: 50 }).leftOut[0]?.reason).toBe(
    'no_time_left',
  )
})

test.each<[string, (problem: RoutingProblem) => object, RegExp]>([
  [
    'a matrix of another size',
    ({ matrix }) => ({ matrix: { ...matrix, points: 5 } }),
    /16 distances for 5/,
  ],
  [
    'a missing duration',
    ({ matrix }) => ({ matrix: { ...matrix, durations: new Float64Array(16).fill(Number.NaN) } }),
    /durations from point 0 to 0/,
  ],
  [
    'an unknown point',
    ({ visits }) => ({ visits: [{ ...visits[0], point: 4 }] }),
    /point of visit 0/,
  ],
  [
    'negative bottles',
    ({ visits }) => ({ visits: [{ ...visits[0], full: -1 }] }),
    /bottles of visit 0/,
  ],
  [
    'windows that overlap',
    ({ visits }) => ({
      visits: [
        {
          ...visits[0],
          windows: [
            { from: 0, to: 9 },
            { from: 8, to: 9 },
          ],
        },
      ],
    }),
    /windows of visit 0/,
  ],
  [
    'two visits on one position',
    ({ visits }) => ({
      visits: visits.map((visit) => ({ ...visit, pin: { truck: 0, position: 1 } })),
    }),
    /two visits are pinned/,
  ],
  [
    'a truck without trips',
    ({ trucks }) => ({ trucks: [{ ...trucks[0], maxTrips: 0 }] }),
    /trips of truck 0/,
  ],
  ['a visit twice on the start', () => ({ start: [[[0, 0]]] }), /visit 0 of the routes/],
  [
    'a kept visit without a route',
    ({ visits }) => ({ visits: visits.map((visit) => ({ ...visit, isKept: true })) }),
    /kept and on no route/,
  ],
])('%s is rejected', (_, change, message) => {
  const problem = oneTruck()
  expect(() => solve({ ...problem, ...change(problem) }, { seed: 1, iterations: 1 })).toThrow(
    message,
  )
})
