import { setTimeout as delay } from 'node:timers/promises'

/** People come first: what happens by itself in this process makes room for those being served. */
export type Courtesy = {
  /** Somebody is being served, until the answer is called. */
  serve(): () => void
  /** At once while nobody is being served; else one after the other, with a pause before each. */
  giveWay(): Promise<void>
}

/** At 25 a second a day's charges still go on here; other processes take what this one leaves. */
const PAUSE_MS = 40

export function courtesy(pause = () => delay(PAUSE_MS)): Courtesy {
  let served = 0
  let turn: Promise<void> = Promise.resolve()
  return {
    serve() {
      served += 1
      let isOver = false
      return () => {
        if (!isOver) served -= 1
        isOver = true
      }
    },
    giveWay() {
      turn = turn.then(() => (served > 0 ? pause() : undefined))
      return turn
    },
  }
}
