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
  /** A run that takes longer is given up, and the next one may begin. */
  limitMs?: number
  run(): Promise<void>
}

export type SweepRun = {
  /** Runs it; calls that come meanwhile lead to one more run, not to many. */
  now(): Promise<void>
  /** Begins nothing more, and waits for the run that is under way. */
  end(): Promise<void>
}

export function oneAtATime(run: () => Promise<void>): SweepRun {
  let running: Promise<void> | undefined
  let isWantedAgain = false
  let isEnded = false
  const loop = async () => {
    do {
      isWantedAgain = false
      await run()
    } while (isWantedAgain && !isEnded)
  }
  return {
    now() {
      if (isEnded) return running ?? Promise.resolve()
      if (running) {
        isWantedAgain = true
        return running
      }
      running = loop().finally(() => {
        running = undefined
      })
      return running
    },
    async end() {
      isEnded = true
      await running
    },
  }
}
