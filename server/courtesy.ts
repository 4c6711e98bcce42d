import { setTimeout as delay } from 'node:timers/promises'

/** Who comes first in this process: people before a morning's charges, and both before its mails. */
export type Courtesy = {
  /** Somebody is being served, until the answer is called. */
  serve(): () => void
  /** At once while nobody is being served; else one after the other, with a pause before each. */
  giveWay(): Promise<void>
}

/** At 25 a second the work still goes on here; other processes take what this one leaves. */
const PAUSE_FOR_PEOPLE_MS = 40
/** A receipt may come a minute after its charge; the charges of a day have a morning. */
const PAUSE_FOR_CHARGES_MS = 250

export type Courtesies = { people: Courtesy; charges: Courtesy }

export const courtesies = (): Courtesies => ({
  people: courtesy(() => delay(PAUSE_FOR_PEOPLE_MS)),
  charges: courtesy(() => delay(PAUSE_FOR_CHARGES_MS)),
})

export function courtesy(pause: () => Promise<void>): Courtesy {
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
