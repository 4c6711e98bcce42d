import { undoOrders, updateOrders } from '#server/modules/backoffice/bulk.ts'
import { updateOrder } from '#server/modules/deliveries/update-order.ts'
import type { Rng } from '../rng.ts'
import type { ShopProcess } from '../shop-process.ts'
import { MINUTE_MS } from '../time.ts'
import type { World } from '../world.ts'

type Staff = { id: string; email: string }
type Cancellable = { id: string; subscription_status: string | null }

/** Staff who cancel orders, one or several at once, with or without a refund; some of it is undone. */
export class OrderCancellations {
  readonly #world: World
  readonly #rng: Rng
  readonly #staff: Staff

  constructor(world: World, staff: Staff) {
    this.#world = world
    this.#rng = world.rng.fork('cancels')
    this.#staff = staff
  }

  async one({ deps }: ShopProcess, id: string): Promise<void> {
    const isRefunded = this.#rng.chance(0.5)
    this.#world.oracle.recordCancel([id])
    const refund = isRefunded ? ({ refund: 'required' } as const) : {}
    await updateOrder(deps, this.#staff, id, { status: 'cancelled', ...refund })
    if (isRefunded) this.#world.oracle.expectedRefunds.add(id)
  }

  /** AU21: as in the orders list, where a bulk change can be undone for some seconds. */
  async several({ deps }: ShopProcess): Promise<void> {
    const { oracle } = this.#world
    const all = await this.#world.outside(() =>
      this.#world.sql<Cancellable>(
        `select o.id, s.status as subscription_status from orders o
           left join subscriptions s on s.id = o.id
         where o.status <> 'cancelled' order by o.created_at, o.id`,
      ),
    )
    const from = this.#rng.below(Math.max(1, all.length))
    const chosen = all.slice(from, from + 1 + this.#rng.below(3))
    if (chosen.length === 0) return
    const isUndone = this.#rng.chance(0.7)
    const refund = this.#rng.chance(0.5)
    const ids = chosen.map(({ id }) => id)
    if (!isUndone) oracle.recordCancel(ids)
    const before = await updateOrders(deps, this.#staff, { ids, status: 'cancelled', refund })
    this.#world.count('bulk cancel')
    if (!isUndone && refund) for (const id of ids) oracle.expectedRefunds.add(id)
    if (!isUndone) return
    await this.#world.outside(() => {}, this.#rng.between(500, 9_000))
    const { undone } = await undoOrders(deps, this.#staff, before)
    this.#world.count('bulk cancel undone', undone.length)
    await this.#world.outside(() => {}, 3 * MINUTE_MS)
    await this.#checkUndone(chosen.filter(({ id }) => undone.includes(id)))
  }

  /** What was undone has left no trace: the subscription goes on as if nothing had been. */
  async #checkUndone(orders: Cancellable[]): Promise<void> {
    const { oracle } = this.#world
    for (const { id, subscription_status } of orders) {
      if (!subscription_status || subscription_status === 'cancelled') continue
      if (oracle.wasCancelled(id)) continue
      const [now] = await this.#world.outside(() =>
        this.#world.sql<{ status: string }>('select status from subscriptions where id = $1', [id]),
      )
      if (now?.status === 'cancelled') {
        oracle.report('I6', `an undone cancel has ended the subscription ${id}`)
      }
    }
  }
}
