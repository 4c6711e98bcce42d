/**
 * Shares one read among all callers for a short time, so that frequent or parallel scrapes cost the
 * database nothing. A read that takes too long rejects, and one that failed is not reused.
 */
export function shareReads<T>(
  read: () => Promise<T>,
  { forMs, limitMs }: { forMs: number; limitMs: number },
): () => Promise<T> {
  let shared: { value: Promise<T>; until: number } | undefined
  return () => {
    const now = performance.now()
    if (shared && now < shared.until) return shared.value
    const value = rejectAfter(read(), limitMs)
    const current = { value, until: now + forMs }
    shared = current
    value.catch(() => {
      if (shared === current) shared = undefined
    })
    return value
  }
}

function rejectAfter<T>(work: Promise<T>, limitMs: number): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('no answer in time')), limitMs)
    work.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}
