import { expect, test } from 'vitest'
import { randomProblem } from '#tests/support/routing/random-problem.ts'
import { checkPlan } from './check-plan.ts'
import type { Plan } from './problem.ts'
import { solve } from './solve.ts'

const seeds = Array.from({ length: 100 }, (_, index) => index + 1)

test('plans of random days break no hard constraint, and have the cost that the checker computes', () => {
  for (const seed of seeds) {
    const problem = randomProblem(seed)
    const plan = solve(problem, { seed, iterations: 300 })
    const { problems, cost } = checkPlan(problem, plan)
    expect({ seed, problems }).toEqual({ seed, problems: [] })
    expect(plan.cost, `seed ${seed}`).toBeCloseTo(cost, 5)
  }
})

test('the same seed and iterations give the same plan, and another seed searches elsewhere', () => {
  const problem = randomProblem(7)
  const first = solve(problem, { seed: 3, iterations: 500 })
  expect(solve(problem, { seed: 3, iterations: 500 })).toEqual(first)
  const others = [4, 5, 6, 7].map((seed) => solve(randomProblem(8), { seed, iterations: 40 }))
  expect(new Set(others.map((plan) => JSON.stringify(plan.routes))).size).toBeGreaterThan(1)
})

const weights = { promised: 100, failed_before: 10, other: 1 }

test('a longer search never costs more than the greedy start', () => {
  for (const seed of seeds.slice(0, 20)) {
    const problem = randomProblem(seed)
    const start = solve(problem, { seed, iterations: 1 })
    const end = solve(problem, { seed, iterations: 1500 })
    const weigh = ({ leftOut }: Plan) =>
      leftOut.reduce(
        (sum, { visit }) => sum + weights[problem.visits[visit]?.priority ?? 'other'],
        0,
      )
    expect(weigh(end)).toBeLessThanOrEqual(weigh(start))
    if (weigh(end) === weigh(start)) {
      expect(end.cost).toBeLessThanOrEqual(start.cost + 1e-6)
    }
  }
})

test('the search ends when its CPU time is used, by the clock that it is given', () => {
  let seconds = 0
  const readCpu = () => {
    seconds += 0.01
    return seconds
  }
  const used: number[] = []
  const plan = solve(randomProblem(5), {
    seed: 1,
    cpuSeconds: 0.05,
    readCpu,
    onProgress: (share) => used.push(share),
  })
  expect(plan.iterations).toBeGreaterThan(0)
  expect(used.at(-1)).toBeGreaterThanOrEqual(1)
  expect(used.toSorted((a, b) => a - b)).toEqual(used)
})

test('a day without visits and a day without trucks have empty plans', () => {
  const problem = randomProblem(2)
  expect(solve({ ...problem, visits: [] }, { seed: 1, iterations: 10 })).toEqual({
    routes: [],
    leftOut: [],
    cost: 0,
    iterations: 0,
  })
  const { leftOut } = solve({ ...problem, trucks: [] }, { seed: 1, iterations: 10 })
  expect(new Set(leftOut.map(({ reason }) => reason))).toEqual(new Set(['no_truck']))
  expect(leftOut).toHaveLength(problem.visits.length)
})
