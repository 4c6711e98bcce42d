import { Failure } from '#contract/errors.ts'

/** How many requests this process applies at once: more would only wait for each other's locks. */
const MAX_AT_ONCE = 3
/** Less than the time that a phone waits for an answer. */
const MAX_WAIT_MS = 15_000

export type TakeTurn = <T>(work: () => Promise<T>) => Promise<T>

/**
 * Thirty phones that send their day at once wait for the same closings and balances. They
 * wait here, without a connection to the database: holding one, they would starve each other and
 * every other request, and lose the work they had done.
 */
export function createTurns({ atOnce = MAX_AT_ONCE, maxWaitMs = MAX_WAIT_MS } = {}): TakeTurn {
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
    // The turn goes on to the next one.
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
