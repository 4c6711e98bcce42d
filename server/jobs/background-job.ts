import type { Channel } from '#server/db/listener.ts'

/**
 * Finds due rows in our tables and processes them, in the process that claims them first. The queue
 * and the notifications only trigger a run; an extra run does no harm (I12).
 */
export type BackgroundJob = {
  name: string
  /** Cron expression: when it runs without a notification. */
  cron: string
  /** NOTIFY channel that triggers a run at once, in every process. */
  notifyChannel?: Channel
  /** A run that takes longer counts as stalled, and the next one may start. */
  limitMs?: number
  run(): Promise<void>
}

export type CoalescedRun = {
  /** Starts a run. Calls during a run cause one more run, not one each. */
  now(): Promise<void>
  /** Starts no further run and waits for the active one. */
  end(): Promise<void>
}

export function coalesceRuns(run: () => Promise<void>): CoalescedRun {
  let running: Promise<void> | undefined
  let isRerunRequested = false
  let isEnded = false
  const loop = async () => {
    do {
      isRerunRequested = false
      await run()
    } while (isRerunRequested && !isEnded)
  }
  return {
    now() {
      if (isEnded) return running ?? Promise.resolve()
      if (running) {
        isRerunRequested = true
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
