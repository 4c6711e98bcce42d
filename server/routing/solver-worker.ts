/** Runs one search in a worker thread; `solve-in-workers.ts` starts it. */
import { parentPort, workerData } from 'node:worker_threads'
import type { Plan, RoutingProblem } from './problem.ts'
import { solve } from './solve.ts'

export type WorkerInput = {
  problem: RoutingProblem
  seed: number
  cpuSeconds?: number
  iterations?: number
}

export type WorkerMessage = { used: number } | { plan: Plan }

const PROGRESS_STEP = 0.02

/** CPU time of this thread; Node versions without it measure the time that passes. */
const threadCpuUsage = (process as { threadCpuUsage?: () => NodeJS.CpuUsage }).threadCpuUsage
function readCpu(): number {
  if (!threadCpuUsage) return performance.now() / 1000
  const { user, system } = threadCpuUsage()
  return (user + system) / 1e6
}

const send = (message: WorkerMessage) => parentPort?.postMessage(message)
let reported = 0
const plan = solve((workerData as WorkerInput).problem, {
  ...(workerData as WorkerInput),
  readCpu,
  onProgress: (used) => {
    if (used < reported + PROGRESS_STEP) return
    reported = used
    send({ used })
  },
})
send({ plan })
