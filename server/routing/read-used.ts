export type Budget = {
  /** Either ends the search. The same seed and iterations give the same routes. */
  iterations?: number
  cpuSeconds?: number
  /** CPU time of this thread in seconds. */
  readCpu?: () => number
}

/** Reading the CPU time is a slow system call on some machines. */
const SECONDS_PER_READ = 0.02

/** Returns how much of the budget is used after an iteration, with a rare look at the CPU time. */
export function createUsedReader({ iterations, cpuSeconds, readCpu }: Budget) {
  if (!cpuSeconds || !readCpu) return (iteration: number) => iteration / (iterations ?? 1)
  const startedAt = readCpu()
  let nextRead = 0
  let seconds = 0
  return (iteration: number): number => {
    if (iteration >= nextRead) {
      seconds = readCpu() - startedAt
      const rate = (iteration + 1) / Math.max(seconds, 1e-3)
      nextRead = iteration + Math.max(1, Math.min(rate * SECONDS_PER_READ, 10_000))
    }
    const byCount = iterations ? iteration / iterations : 0
    return Math.max(byCount, seconds / cpuSeconds)
  }
}
