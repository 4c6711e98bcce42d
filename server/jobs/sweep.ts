import type { Channel } from '#server/db/listener.ts'

/**
 * Work that is found in our own tables: whatever is due is done, by whichever process comes first.
 * The queue and the notifications only wake it; running it once too often does no harm (I12).
 */
export type Sweep = {
  name: string
  /** How often it runs though nobody called, as a cron line. */
  cron: string
  /** The notification that wakes it at once, in every process. */
  wakesOn?: Channel
  run(): Promise<void>
}

/** Runs a sweep one at a time; calls that come meanwhile lead to one more run, not to many. */
export function oneAtATime(run: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined
  let isWantedAgain = false
  const loop = async () => {
    do {
      isWantedAgain = false
      await run()
    } while (isWantedAgain)
  }
  return () => {
    if (running) {
      isWantedAgain = true
      return running
    }
    running = loop().finally(() => {
      running = undefined
    })
    return running
  }
}
