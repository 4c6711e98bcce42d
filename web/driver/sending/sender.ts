import { backOffMs } from './back-off.ts'
import type { SendResult } from './send-waiting.ts'

type SenderDeps = {
  send: () => Promise<SendResult>
  random: () => number
  /** Returns a function that stops the timer. */
  startTimer: (work: () => void, ms: number) => () => void
}

export type SenderState = {
  isSending: boolean
  /** The last attempt did not reach the server. */
  isFailing: boolean
  rejectedRoutes: readonly string[]
}

export type Sender = {
  /** Something new waits to be sent, or the network is back: sends at once. */
  wake: () => void
  state: () => SenderState
  subscribe: (listener: () => void) => () => void
}

/** Sends one pass at a time, and again after a failure, with growing pauses. */
export function createSender({ send, random, startTimer }: SenderDeps): Sender {
  let state: SenderState = { isSending: false, isFailing: false, rejectedRoutes: [] }
  let failures = 0
  let isAgain = false
  let stopTimer = () => {}
  const listeners = new Set<() => void>()

  const update = (changes: Partial<SenderState>) => {
    state = { ...state, ...changes }
    for (const listener of listeners) listener()
  }

  const run = async () => {
    stopTimer()
    update({ isSending: true })
    do {
      isAgain = false
      // Storage that cannot be read is tried again like a network that is down.
      const result = await send().catch(() => undefined)
      const isFailing = result?.outcome !== 'done'
      failures = isFailing ? failures + 1 : 0
      update({ isFailing, rejectedRoutes: result?.rejectedRoutes ?? state.rejectedRoutes })
      // If the network came back during the attempt, there is no reason to wait.
      if (isFailing && !isAgain)
        stopTimer = startTimer(wake, backOffMs(failures, random(), result?.retryAfterMs))
    } while (isAgain)
    update({ isSending: false })
  }

  const wake = () => {
    if (state.isSending) isAgain = true
    else void run()
  }

  return {
    wake,
    state: () => state,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
