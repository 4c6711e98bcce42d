import { reportCodeError } from '../oracle/code-errors.ts'
import type { Rng } from '../rng.ts'
import type { ShopProcess } from '../shop-process.ts'
import { HOUR_MS, MINUTE_MS } from '../time.ts'
import type { World } from '../world.ts'
import type { ProviderEvent } from './provider.ts'

export type Message = { body: Buffer; signature: string; acknowledge(): void }

const deliverToProcess = (to: ShopProcess, { body, signature }: Message) =>
  to.webhook(body, signature)

/** The provider's messages on their way to whichever process answers. */
export class Webhooks {
  readonly #world: World

  constructor(world: World) {
    this.#world = world
  }

  /** Webhooks: late, twice, in another order, or never; what is not deliverToProcess is sent again. */
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
      const again = () => this.#send(body, rng, MINUTE_MS * 2 ** Math.min(nth, 8), nth + 1)
      const [process] = this.#world.alive().length > 0 ? [rng.pick(this.#world.alive())] : []
      if (!process) return again()
      const { handle } = process
      let isAnswered = false
      const take = this.#world.options.mutant?.webhook ?? deliverToProcess
      const signature = this.#world.provider.signature(body, this.#world.scheduler.now)
      const acknowledge = () => {
        isAnswered = true
      }
      take(process, { body, signature, acknowledge }).then(acknowledge, (error: unknown) => {
        acknowledge()
        reportCodeError(this.#world.oracle, error)
        again()
      })
      // A process that died without an answer is noticed by the provider too.
      this.#world.scheduler.after(2 * MINUTE_MS, () => {
        if (handle.isKilled && !isAnswered) again()
      })
    })
  }
}
