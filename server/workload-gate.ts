import { setTimeout as delay } from 'node:timers/promises'

/** Priority of work in this process: HTTP requests first, then charges, then emails. */
export type WorkloadGate = {
  /** Marks priority work as active until the returned function is called. */
  start(): () => void
  /** Resolves at once if no priority work is active; otherwise one caller at a time, after a delay. */
  yieldToPriorityWork(): Promise<void>
}

/** 25 items per second still make progress here; other processes take the rest. */
const DELAY_WHILE_SERVING_MS = 40
/** A receipt may be sent a minute after its charge; the day's charges must finish in the morning. */
const DELAY_WHILE_CHARGING_MS = 250

export type WorkloadGates = { requests: WorkloadGate; charges: WorkloadGate }

export const createWorkloadGates = (): WorkloadGates => ({
  requests: createWorkloadGate(() => delay(DELAY_WHILE_SERVING_MS)),
  charges: createWorkloadGate(() => delay(DELAY_WHILE_CHARGING_MS)),
})

export function createWorkloadGate(delayWork: () => Promise<void>): WorkloadGate {
  let active = 0
  let queueSlot: Promise<void> = Promise.resolve()
  return {
    start() {
      active += 1
      let hasEnded = false
      return () => {
        if (!hasEnded) active -= 1
        hasEnded = true
      }
    },
    yieldToPriorityWork() {
      queueSlot = queueSlot.then(() => (active > 0 ? delayWork() : undefined))
      return queueSlot
    },
  }
}
