import { Failure } from '#contract/errors.ts'

/** How many requests this process applies at once: more would only wait for each other's locks. */
const MAX_AT_ONCE = 3
/** Less than the time that a phone waits for a response. */
const MAX_WAIT_MS = 15_000

export type Enqueue = <T>(work: () => Promise<T>) => Promise<T>

/**
 * Thirty phones that send their day at once wait for the same locks. Their requests wait here, without a
 * database connection: waiting with one, they would leave none for each other and for other requests,
 * and time out.
 */
export function createEventQueue({ atOnce = MAX_AT_ONCE, maxWaitMs = MAX_WAIT_MS } = {}): Enqueue {
  let running = 0
  const waiting: (() => void)[] = []
  const enter = () => {
    if (running < atOnce) {
      running += 1
      return undefined
    }
    return new Promise<void>((resolve, reject) => {
      const go = () => {
        clearTimeout(timer)
        resolve()
      }
      const timer = setTimeout(() => {
        waiting.splice(waiting.indexOf(go), 1)
        reject(new Failure('busy'))
      }, maxWaitMs)
      waiting.push(go)
    })
  }
  const leave = () => {
    const next = waiting.shift()
    // The next request takes this place, so the count stays.
    if (next) next()
    else running -= 1
  }
  return async (work) => {
    await enter()
    try {
      return await work()
    } finally {
      leave()
    }
  }
}
