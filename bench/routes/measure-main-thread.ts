import { monitorEventLoopDelay, performance } from 'node:perf_hooks'
import { setTimeout as delay } from 'node:timers/promises'
import { type RoutingProblem, solveInWorkers } from '#server/routing/index.ts'

const SECONDS = 3
const SAMPLE_MS = 5

/** The longest time for which the main thread did nothing else while two threads solved. */
export async function measureLongestStall(problem: RoutingProblem): Promise<number> {
  const monitor = monitorEventLoopDelay({ resolution: SAMPLE_MS })
  monitor.enable()
  await delay(100)
  monitor.reset()
  await solveInWorkers(problem, { seeds: [1, 2], cpuSeconds: SECONDS, onProgress: () => {} })
  await delay(50)
  monitor.disable()
  return monitor.max / 1e6 - SAMPLE_MS
}

/** From the abort to the answer. */
export async function measureCancel(problem: RoutingProblem): Promise<number> {
  const controller = new AbortController()
  const solving = solveInWorkers(problem, {
    seeds: [1, 2],
    cpuSeconds: SECONDS,
    signal: controller.signal,
  })
  await delay(1000)
  const start = performance.now()
  controller.abort()
  const { status } = await solving
  if (status !== 'cancelled') throw new Error(`the solver ended as ${status}`)
  return performance.now() - start
}
