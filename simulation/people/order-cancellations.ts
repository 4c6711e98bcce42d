import { undoOrders, updateOrders } from '#server/modules/backoffice/bulk.ts'
import { updateOrder } from '#server/modules/deliveries/update-order.ts'
import type { Rng } from '../rng.ts'
import type { ShopProcess } from '../shop-process.ts'
import { MINUTE_MS } from '../time.ts'
import type { World } from '../world.ts'

type Staff = { id: string; email: string }
type Cancellable = { id: string; subscription_status: string | null }

/** Staff cancel one or several orders, with or without a refund; some bulk cancellations are undone. */
export class OrderCancellations {
  readonly #world: World
  readonly #rng: Rng
  readonly #staff: Staff

  constructor(world: World, staff: Staff) {
    this.#world = world
    this.#rng = world.rng.fork('cancels')
    this.#staff = staff
  }

  async cancelOne({ deps }: ShopProcess, id: string): Promise<void> {
    const isRefunded = this.#rng.chance(0.5)
    this.#world.oracle.recordCancel([id])
    const refund = isRefunded ? ({ refund: 'required' } as const) : {}
    await updateOrder(deps, this.#staff, id, { status: 'cancelled', ...refund })
    if (isRefunded) this.#world.oracle.expectedRefunds.add(id)
  }

  /** AU21: a bulk update as in the orders list, with an undo within seconds. */
  async cancelSeveral({ deps }: ShopProcess): Promise<void> {
    const { oracle } = this.#world
    const orders = await this.#world.outside(() =>
      this.#world.sql<Cancellable>(
        `select o.id, s.status as subscription_status from orders o
           left join subscriptions s on s.id = o.id
         where o.status <> 'cancelled' order by o.created_at, o.id`,
      ),
    )
    const from = this.#rng.below(Math.max(1, orders.length))
    const selected = orders.slice(from, from + 1 + this.#rng.below(3))
    if (selected.length === 0) return
    const isUndone = this.#rng.chance(0.7)
    const refund = this.#rng.chance(0.5)
    const ids = selected.map(({ id }) => id)
    if (!isUndone) oracle.recordCancel(ids)
    const before = await updateOrders(deps, this.#staff, { ids, status: 'cancelled', refund })
    this.#world.count('bulk cancel')
    if (!isUndone && refund) for (const id of ids) oracle.expectedRefunds.add(id)
    if (!isUndone) return
    await this.#world.outside(() => {}, this.#rng.between(500, 9_000))
    const { undone } = await undoOrders(deps, this.#staff, before)
    this.#world.count('bulk cancel undone', undone.length)
    await this.#world.outside(() => {}, 3 * MINUTE_MS)
    await this.#checkUndone(selected.filter(({ id }) => undone.includes(id)))
  }

  /** After an undo, the subscription must continue as before. */
  async #checkUndone(orders: Cancellable[]): Promise<void> {
    const { oracle } = this.#world
    for (const { id, subscription_status } of orders) {
      if (!subscription_status || subscription_status === 'cancelled') continue
      if (oracle.wasCancelled(id)) continue
      const [now] = await this.#world.outside(() =>
        this.#world.sql<{ status: string }>('select status from subscriptions where id = $1', [id]),
      )
      if (now?.status === 'cancelled') {
        oracle.report('I6', `an undone cancellation ended subscription ${id}`)
      }
    }
  }
}
