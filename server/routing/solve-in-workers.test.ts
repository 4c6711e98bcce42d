import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { randomProblem } from '#tests/support/routing/random-problem.ts'
import { solve } from './solve.ts'
import { solveInWorkers } from './solve-in-workers.ts'

const support = resolve(import.meta.dirname, '../../tests/support/routing')

test('two seeds are solved side by side, and the better plan is taken', async () => {
  const problem = randomProblem(12)
  const progress: number[] = []
  const result = await solveInWorkers(problem, {
    seeds: [1, 2],
    iterations: 200,
    onProgress: (used) => progress.push(used),
  })
  const plans = [1, 2].map((seed) => solve(problem, { seed, iterations: 200 }))
  if (result.status !== 'solved') throw new Error(result.status)
  expect(plans).toContainEqual(result.plan)
  const lowest = Math.min(...plans.map(({ cost }) => cost))
  const fewest = Math.min(...plans.map(({ leftOut }) => leftOut.length))
  expect(result.plan.leftOut).toHaveLength(fewest)
  if (plans.every(({ leftOut }) => leftOut.length === fewest)) expect(result.plan.cost).toBe(lowest)
  expect(result.failures).toEqual([])
  expect(progress.at(-1)).toBe(1)
})

test('an abort ends searches that are under way and would never end', async () => {
  const controller = new AbortController()
  const result = await solveInWorkers(randomProblem(12), {
    seeds: [1, 2],
    cpuSeconds: 1,
    signal: controller.signal,
    onProgress: () => controller.abort(),
    program: join(support, 'endless-worker.ts'),
  })
  expect(result).toEqual({ status: 'cancelled' })
})

test('a search that is aborted before it starts does not start', async () => {
  const result = await solveInWorkers(randomProblem(12), {
    seeds: [1],
    cpuSeconds: 3600,
    signal: AbortSignal.abort(),
  })
  expect(result).toEqual({ status: 'cancelled' })
})

test('a thread that crashes is reported', async () => {
  const result = await solveInWorkers(randomProblem(12), {
    seeds: [1, 2],
    cpuSeconds: 1,
    program: join(support, 'failing-worker.ts'),
  })
  expect(result).toEqual({ status: 'failed', failures: ['out of luck', 'out of luck'] })
})

test('a problem that cannot be read is reported, not lost', async () => {
  const problem = { ...randomProblem(12), matrix: undefined as never }
  await expect(solveInWorkers(problem, { seeds: [1], cpuSeconds: 1 })).rejects.toThrow()
})
