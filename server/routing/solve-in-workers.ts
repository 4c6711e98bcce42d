import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import type { Plan, RoutingProblem } from './problem.ts'
import type { WorkerInput, WorkerMessage } from './solver-worker.ts'

/** The program is next to this file in the sources, and next to the server in the bundle. */
const program = ['solver-worker.mjs', 'solver-worker.ts']
  .map((name) => join(import.meta.dirname, name))
  .find((path) => existsSync(path))

const MAX_MEMORY_MB = 512

export type WorkerOptions = {
  /** One thread for each. */
  seeds: readonly number[]
  cpuSeconds?: number
  iterations?: number
  signal?: AbortSignal
  /** Between 0 and 1, of the thread that is furthest. */
  onProgress?: (used: number) => void
  /** Another program than the solver's, for tests. */
  program?: string
}

export type WorkerResult =
  | { status: 'solved'; plan: Plan; seed: number; failures: string[] }
  | { status: 'failed'; failures: string[] }
  | { status: 'cancelled' }

type Outcome = { seed: number; plan?: Plan; failure?: string }

/**
 * Solves with one worker thread per seed and takes the best plan: fewest visits left out, then the
 * lowest cost. A thread that fails is reported, and the others still count. An abort ends the threads
 * at once.
 */
export async function solveInWorkers(
  problem: RoutingProblem,
  options: WorkerOptions,
): Promise<WorkerResult> {
  if (options.signal?.aborted) return { status: 'cancelled' }
  const shared = await shareMatrix(problem)
  const outcomes = await Promise.all(options.seeds.map((seed) => runWorker(shared, seed, options)))
  if (options.signal?.aborted) return { status: 'cancelled' }
  const failures = outcomes.flatMap(({ failure }) => failure ?? [])
  const [best] = outcomes
    .flatMap(({ plan, seed }) => (plan ? [{ plan, seed }] : []))
    .sort((a, b) => comparePlans(problem, a.plan, b.plan))
  if (!best) return { status: 'failed', failures }
  return { status: 'solved', ...best, failures }
}

function comparePlans({ visits }: RoutingProblem, a: Plan, b: Plan): number {
  for (const priority of ['promised', 'failed_before', 'other']) {
    const count = ({ leftOut }: Plan) =>
      leftOut.filter(({ visit }) => visits[visit]?.priority === priority).length
    if (count(a) !== count(b)) return count(a) - count(b)
  }
  return a.cost - b.cost
}

/** Threads read the same matrix, so that starting them copies no megabytes. */
async function shareMatrix(problem: RoutingProblem): Promise<RoutingProblem> {
  const { points, distances, durations } = problem.matrix
  const share = (numbers: Float64Array) => {
    const shared = new Float64Array(new SharedArrayBuffer(numbers.length * 8))
    shared.set(numbers)
    return shared
  }
  // A turn of the event loop between them: each is megabytes for a thousand stops.
  const sharedDistances = share(distances)
  await nextTurn()
  const sharedDurations = share(durations)
  await nextTurn()
  return {
    ...problem,
    matrix: { points, distances: sharedDistances, durations: sharedDurations },
  }
}

function runWorker(problem: RoutingProblem, seed: number, options: WorkerOptions) {
  const { cpuSeconds, iterations, signal, onProgress } = options
  const path = options.program ?? program
  return new Promise<Outcome>((resolve) => {
    if (!path) {
      resolve({ seed, failure: 'the solver is missing: run the build' })
      return
    }
    const workerData: WorkerInput = { problem, seed, cpuSeconds, iterations }
    const worker = new Worker(path, {
      workerData,
      env: {},
      resourceLimits: { maxOldGenerationSizeMb: MAX_MEMORY_MB },
    })
    let outcome: Outcome = { seed, failure: 'the thread ended without a plan' }
    const abort = () => void worker.terminate()
    signal?.addEventListener('abort', abort, { once: true })
    if (signal?.aborted) abort()
    worker.on('message', (message: WorkerMessage) => {
      if ('plan' in message) outcome = { seed, plan: message.plan }
      else onProgress?.(Math.min(1, message.used))
    })
    worker.once('error', (error) => {
      outcome = { seed, failure: error.message }
    })
    worker.once('exit', () => {
      signal?.removeEventListener('abort', abort)
      resolve(outcome)
    })
  })
}
