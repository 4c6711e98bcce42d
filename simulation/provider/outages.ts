import type { Rng } from '../rng.ts'
import type { Scenario } from '../scenarios.ts'
import { DAY_MS, HOUR_MS } from '../time.ts'

type Outage = { from: number; until: number; dropsResponses: boolean }

/** Down: nobody gets through. Mute: what is asked is done, and nobody hears the answer. */
export type ProviderState = 'up' | 'down' | 'dropsResponses'

/** When the provider is away, and when all our own processes are. */
export class Outages {
  /** Our own, for hours or for days. */
  readonly shopDownFrom: number | undefined
  readonly shopDownUntil: number
  readonly #provider: Outage[] = []
  #dropResponsesHoursAfterCharge: number

  constructor(rng: Rng, startMs: number, days: number, scenario: Scenario | undefined) {
    this.#dropResponsesHoursAfterCharge = scenario?.dropResponsesHoursAfterCharge ?? 0
    const isWild = !scenario
    let off = startMs + rng.between(6, days) * DAY_MS
    const offFor = rng.pick([2, 20, 50, 200])
    const { backup, downtime: planned } = scenario ?? {}
    if (backup) off = startMs + backup.restoredOnDay * DAY_MS
    if (planned) off = startMs + planned.fromDay * DAY_MS
    const hours = planned ? planned.days * 24 : backup ? 1 : offFor
    this.shopDownUntil = off + hours * HOUR_MS
    this.shopDownFrom = backup || planned || (isWild && rng.chance(0.6)) ? off : undefined
    if (isWild) this.#addRandomOutages(rng, startMs, days)
  }

  #addRandomOutages(rng: Rng, startMs: number, days: number): void {
    for (let n = 0; n < 3; n++) {
      const from = startMs + rng.between(3, days) * DAY_MS
      const until = from + rng.pick([0.5, 4, 20, 30, 72]) * HOUR_MS
      if (rng.chance(0.7)) this.#provider.push({ from, until, dropsResponses: rng.chance(0.5) })
    }
  }

  /** A request that takes money has just left. */
  recordCharge(now: number): void {
    const hours = this.#dropResponsesHoursAfterCharge
    if (hours === 0) return
    this.#dropResponsesHoursAfterCharge = 0
    this.#provider.push({ from: now, until: now + hours * HOUR_MS, dropsResponses: true })
  }

  stateAt(now: number): ProviderState {
    const outage = this.#provider.find(({ from, until }) => now >= from && now < until)
    if (!outage) return 'up'
    return outage.dropsResponses ? 'dropsResponses' : 'down'
  }
}
