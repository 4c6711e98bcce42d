import type { Dice } from './dice.ts'
import { noteError } from './mistakes.ts'
import type { ProviderEvent } from './provider.ts'
import type { ShopProcess } from './shop-process.ts'
import { HOUR_MS, MINUTE_MS } from './time.ts'
import type { World } from './world.ts'

export type Message = { body: Buffer; signature: string; acknowledge(): void }

const taken = (to: ShopProcess, { body, signature }: Message) => to.webhook(body, signature)

/** The provider's messages on their way to whichever process answers. */
export class Webhooks {
  readonly #world: World

  constructor(world: World) {
    this.#world = world
  }

  /** Webhooks: late, twice, in another order, or never; what is not taken is sent again. */
  post({ id, body }: ProviderEvent): void {
    const dice = this.#world.dice.fork(`event ${id}`)
    const { lostMessages = 0.1 } = this.#world.options.scenario ?? {}
    if (this.#world.isFaulty && dice.chance(lostMessages)) {
      this.#world.count('webhook lost')
      return
    }
    const copies = this.#world.isFaulty && dice.chance(0.2) ? 2 : 1
    for (let copy = 0; copy < copies; copy++) {
      const isLate = this.#world.isFaulty && dice.chance(0.15)
      this.#send(body, dice, dice.between(200, isLate ? 10 * HOUR_MS : 5_000), 0)
    }
  }

  #send(body: Buffer, dice: Dice, afterMs: number, nth: number): void {
    this.#world.scheduler.after(afterMs, () => {
      const again = () => this.#send(body, dice, MINUTE_MS * 2 ** Math.min(nth, 8), nth + 1)
      const [process] = this.#world.alive().length > 0 ? [dice.pick(this.#world.alive())] : []
      if (!process) return again()
      const { life } = process
      let isAnswered = false
      const take = this.#world.options.bug?.webhook ?? taken
      const signature = this.#world.provider.signature(body, this.#world.scheduler.now)
      const acknowledge = () => {
        isAnswered = true
      }
      take(process, { body, signature, acknowledge }).then(acknowledge, (error: unknown) => {
        acknowledge()
        noteError(this.#world.oracle, error)
        again()
      })
      // A process that died without an answer is noticed by the provider too.
      this.#world.scheduler.after(2 * MINUTE_MS, () => {
        if (life.isOver && !isAnswered) again()
      })
    })
  }
}
