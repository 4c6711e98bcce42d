import type { Dice } from './dice.ts'
import type { Scenario } from './scenarios.ts'
import { DAY_MS, HOUR_MS } from './time.ts'

type Outage = { from: number; until: number; isMute: boolean }

/** Down: nobody gets through. Mute: what is asked is done, and nobody hears the answer. */
export type ProviderState = 'up' | 'down' | 'mute'

/** When the provider is away, and when all our own processes are. */
export class Outages {
  /** Our own, for hours or for days. */
  readonly ownFrom: number | undefined
  readonly ownUntil: number
  readonly #provider: Outage[] = []
  #muteHoursAfterCharge: number

  constructor(dice: Dice, begin: number, days: number, scenario: Scenario | undefined) {
    this.#muteHoursAfterCharge = scenario?.muteHoursAfterCharge ?? 0
    const isWild = !scenario
    let off = begin + dice.between(6, days) * DAY_MS
    const offFor = dice.pick([2, 20, 50, 200])
    const { backup, off: planned } = scenario ?? {}
    if (backup) off = begin + backup.restoredOnDay * DAY_MS
    if (planned) off = begin + planned.fromDay * DAY_MS
    const hours = planned ? planned.days * 24 : backup ? 1 : offFor
    this.ownUntil = off + hours * HOUR_MS
    this.ownFrom = backup || planned || (isWild && dice.chance(0.6)) ? off : undefined
    if (isWild) this.#draw(dice, begin, days)
  }

  #draw(dice: Dice, begin: number, days: number): void {
    for (let n = 0; n < 3; n++) {
      const from = begin + dice.between(3, days) * DAY_MS
      const until = from + dice.pick([0.5, 4, 20, 30, 72]) * HOUR_MS
      if (dice.chance(0.7)) this.#provider.push({ from, until, isMute: dice.chance(0.5) })
    }
  }

  /** A request that takes money has just left. */
  noteCharge(now: number): void {
    const hours = this.#muteHoursAfterCharge
    if (hours === 0) return
    this.#muteHoursAfterCharge = 0
    this.#provider.push({ from: now, until: now + hours * HOUR_MS, isMute: true })
  }

  stateAt(now: number): ProviderState {
    const outage = this.#provider.find(({ from, until }) => now >= from && now < until)
    if (!outage) return 'up'
    return outage.isMute ? 'mute' : 'down'
  }
}
