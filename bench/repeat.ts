import { percentile } from './statistics.ts'

/** How long and how often: whichever bound is met first ends it. */
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

/** `worker` gives each of the parallel runners its own operation to repeat. */
export async function repeat(
  { concurrency, seconds, maxRequests }: LoadOptions,
  worker: (index: number) => Promise<() => Promise<void>>,
): Promise<Outcome> {
  const operations = await Promise.all(
    Array.from({ length: concurrency }, (_, index) => worker(index)),
  )
  const times: number[] = []
  const errors: string[] = []
  const begun = performance.now()
  const until = begun + seconds * 1000
  let started = 0
  const run = async (operation: () => Promise<void>) => {
    // A server that refuses everything must not be asked a million times.
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
  const took = (performance.now() - begun) / 1000
  times.sort((one, other) => one - other)
  return {
    operations: times.length,
    errors: errors.length,
    firstError: errors[0] ?? null,
    seconds: took,
    perSecond: times.length / took,
    p50: percentile(times, 0.5),
    p99: percentile(times, 0.99),
  }
}
