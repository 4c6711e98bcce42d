import { reportCodeError } from '../oracle/code-errors.ts'
import type { WatchedRun } from '../oracle/watched-run.ts'
import type { Rng } from '../rng.ts'
import type { ShopProcess } from '../shop-process.ts'
import { HOUR_MS, MINUTE_MS } from '../time.ts'
import type { ProviderEvent } from './provider.ts'

export type Message = { body: Buffer; signature: string; acknowledge(): void }

export type Deliver = (to: ShopProcess, message: Message) => Promise<void>

const deliverToProcess: Deliver = (to, { body, signature }) => to.webhook(body, signature)

/** Delivers webhooks to a random running process. */
export class Webhooks {
  readonly #world: WatchedRun
  readonly #deliver: Deliver

  constructor(world: WatchedRun, deliver = deliverToProcess) {
    this.#world = world
    this.#deliver = deliver
  }

  /** Sends an event late, twice, out of order or never. Unacknowledged events are sent again. */
  post({ id, body }: ProviderEvent): void {
    const rng = this.#world.rng.fork(`event ${id}`)
    const { lostWebhooks = 0.1 } = this.#world.options.scenario ?? {}
    if (this.#world.isFaulty && rng.chance(lostWebhooks)) {
      this.#world.count('webhook lost')
      return
    }
    const copies = this.#world.isFaulty && rng.chance(0.2) ? 2 : 1
    for (let copy = 0; copy < copies; copy++) {
      const isLate = this.#world.isFaulty && rng.chance(0.15)
      this.#send(body, rng, rng.between(200, isLate ? 10 * HOUR_MS : 5_000), 0)
    }
  }

  #send(body: Buffer, rng: Rng, delayMs: number, nth: number): void {
    this.#world.scheduler.after(delayMs, () => {
      const retry = () => this.#send(body, rng, MINUTE_MS * 2 ** Math.min(nth, 8), nth + 1)
      const [process] = this.#world.alive().length > 0 ? [rng.pick(this.#world.alive())] : []
      if (!process) return retry()
      const { handle } = process
      let isAcknowledged = false
      const signature = this.#world.provider.signature(body, this.#world.scheduler.now)
      const acknowledge = () => {
        isAcknowledged = true
      }
      this.#deliver(process, { body, signature, acknowledge }).then(
        acknowledge,
        (error: unknown) => {
          acknowledge()
          reportCodeError(this.#world.oracle, error)
          retry()
        },
      )
      // Retries if the process was killed before it responded.
      this.#world.scheduler.after(2 * MINUTE_MS, () => {
        if (handle.isKilled && !isAcknowledged) retry()
      })
    })
  }
}
