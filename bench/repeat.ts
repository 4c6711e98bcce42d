import { percentile } from './statistics.ts'

/** Limits of a run: it ends at the first limit reached. */
export type LoadOptions = { concurrency: number; seconds: number; maxRequests: number }

export type Outcome = {
  operations: number
  errors: number
  firstError: string | null
  seconds: number
  perSecond: number
  p50: number
  p99: number
}

/** Repeats operations in parallel; `worker` returns the operation of each runner. */
export async function repeat(
  { concurrency, seconds, maxRequests }: LoadOptions,
  worker: (index: number) => Promise<() => Promise<void>>,
): Promise<Outcome> {
  const operations = await Promise.all(
    Array.from({ length: concurrency }, (_, index) => worker(index)),
  )
  const times: number[] = []
  const errors: string[] = []
  const startedAt = performance.now()
  const until = startedAt + seconds * 1000
  let started = 0
  const run = async (operation: () => Promise<void>) => {
    // Stops early if the server rejects everything.
    while (performance.now() < until && started < maxRequests && errors.length < 200) {
      started += 1
      const at = performance.now()
      try {
        await operation()
        times.push(performance.now() - at)
      } catch (error) {
        errors.push(error instanceof Error ? error.message : String(error))
      }
    }
  }
  await Promise.all(operations.map(run))
  const elapsed = (performance.now() - startedAt) / 1000
  times.sort((left, right) => left - right)
  return {
    operations: times.length,
    errors: errors.length,
    firstError: errors[0] ?? null,
    seconds: elapsed,
    perSecond: times.length / elapsed,
    p50: percentile(times, 0.5),
    p99: percentile(times, 0.99),
  }
}
