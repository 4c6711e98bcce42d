const INTERVAL_MS = 30_000

/** Prints a line every half a minute, so that no one takes long work for a hung command. */
export async function reportLongWork<T>(title: string, work: Promise<T>): Promise<T> {
  const startedAt = performance.now()
  const seconds = () => Math.round((performance.now() - startedAt) / 1000)
  const timer = setInterval(() => process.stdout.write(`${title} … ${seconds()} s\n`), INTERVAL_MS)
  return work.finally(() => clearInterval(timer))
}
