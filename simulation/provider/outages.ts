import type { Rng } from '../rng.ts'
import type { Scenario } from '../scenario.ts'
import { DAY_MS, HOUR_MS } from '../time.ts'
import type { ProviderState } from './network.ts'

type Outage = { from: number; until: number; dropsResponses: boolean }

/** Outages of the provider, and the downtime of all shop processes. */
export class Outages {
  /** The shop's downtime, of hours or days. */
  readonly shopDownFrom: number | undefined
  readonly shopDownUntil: number
  readonly #provider: Outage[] = []
  #dropResponsesHoursAfterCharge: number

  constructor(rng: Rng, startMs: number, days: number, scenario: Scenario | undefined) {
    this.#dropResponsesHoursAfterCharge = scenario?.dropResponsesHoursAfterCharge ?? 0
    const isRandomRun = !scenario
    let downFrom = startMs + rng.between(6, days) * DAY_MS
    const randomHours = rng.pick([2, 20, 50, 200])
    const { backup, downtime: planned } = scenario ?? {}
    if (backup) downFrom = startMs + backup.restoredOnDay * DAY_MS
    if (planned) downFrom = startMs + planned.fromDay * DAY_MS
    const hours = planned ? planned.days * 24 : backup ? 1 : randomHours
    this.shopDownUntil = downFrom + hours * HOUR_MS
    this.shopDownFrom = backup || planned || (isRandomRun && rng.chance(0.6)) ? downFrom : undefined
    if (isRandomRun) this.#addRandomOutages(rng, startMs, days)
  }

  #addRandomOutages(rng: Rng, startMs: number, days: number): void {
    for (let n = 0; n < 3; n++) {
      const from = startMs + rng.between(3, days) * DAY_MS
      const until = from + rng.pick([0.5, 4, 20, 30, 72]) * HOUR_MS
      if (rng.chance(0.7)) this.#provider.push({ from, until, dropsResponses: rng.chance(0.5) })
    }
  }

  /** Called when a charge request is sent. */
  recordCharge(now: number): void {
    const hours = this.#dropResponsesHoursAfterCharge
    if (hours === 0) return
    this.#dropResponsesHoursAfterCharge = 0
    this.#provider.push({ from: now, until: now + hours * HOUR_MS, dropsResponses: true })
  }

  stateAt(now: number): ProviderState {
    const outage = this.#provider.find(({ from, until }) => now >= from && now < until)
    if (!outage) return 'up'
    return outage.dropsResponses ? 'dropping responses' : 'down'
  }
}
