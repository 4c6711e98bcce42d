import { setTimeout as delay } from 'node:timers/promises'
import { finishesWithin } from '#server/jobs/finishes-within.ts'
import type { Log } from '#server/runtime.ts'

const ROUND_MS = 60_000
/** Longer than a query can take on a dead connection. */
const LIMIT_MS = 2 * ROUND_MS

/** Runs a round every minute. A round that hangs is abandoned. */
export function startWatch(round: () => Promise<void>, log: Log, everyMs = ROUND_MS) {
  const stopping = new AbortController()
  const options = { ref: false, signal: stopping.signal }
  const loop = async () => {
    while (!stopping.signal.aborted) {
      await delay(everyMs, undefined, options)
      const work = round().catch((err: unknown) => log.warn({ err }, 'the shop was not watched'))
      if (!(await finishesWithin(work, LIMIT_MS))) log.error({}, 'watching the shop hangs')
    }
  }
  const ended = loop().catch(() => {})
  return {
    async stop() {
      stopping.abort()
      await finishesWithin(ended, 2_000)
    },
  }
}
