import { shopDate } from '#contract/dates/shop-calendar.ts'
import { refundOrder } from '#server/modules/deposits/refund-order.ts'
import { recordTender } from '#server/modules/payments/tenders/record-tender.ts'
import { reverseTender } from '#server/modules/payments/tenders/reverse-tender.ts'
import type { Random } from '#server/runtime.ts'
import type { Rng } from '../rng.ts'
import type { ShopProcess } from '../shop-process.ts'
import type { World } from '../world.ts'
import { actTwice } from './act-twice.ts'

type Actor = { id: string; email: string }
type DueRow = { id: string; due: number }
const methods = ['cash', 'check', 'transfer'] as const

/**
 * Staff who enter what they receive, take a mistake back and pay money back (rules 39, 44), each in
 * two processes at once. Remembers what the shop has acknowledged, for the oracle.
 */
export class TenderEntries {
  readonly #world: World
  readonly #rng: Rng
  readonly #ids: Random
  readonly #clerk: Actor

  constructor(world: World, rng: Rng, ids: Random, clerk: Actor) {
    this.#world = world
    this.#rng = rng
    this.#ids = ids
    this.#clerk = clerk
  }

  act(action: 'receive' | 'reverse' | 'pay_back', at: ShopProcess): Promise<void> {
    if (action === 'receive') return this.#receive(at)
    return action === 'reverse' ? this.#reverse(at) : this.#payBack(at)
  }

  #pick<T extends object>(text: string): Promise<T | undefined> {
    return this.#world.outside(async () => {
      const rows = await this.#world.sql<T & Record<string, unknown>>(text)
      return rows.length > 0 ? this.#rng.pick(rows) : undefined
    })
  }

  /** A part, all of it, or a cent too much; the same entry twice, or two entries at once. */
  async #receive(at: ShopProcess): Promise<void> {
    const rng = this.#rng
    const row = await this.#pick<DueRow>(
      `select p.order_id as id, p.amount_cents - coalesce((select sum(t.amount_cents) from tenders t
         where t.order_id = p.order_id and t.refund_id is null), 0)::int as due
       from payments p where p.kind = 'tender' order by p.created_at, p.order_id`,
    )
    if (!row) return
    const { due, id: orderId } = row
    const amount = rng.pick([due, due, due, Math.ceil(due / 2), due + 1, 100])
    const isSame = rng.chance(0.5)
    const entry = () => ({ id: this.#ids.uuid(), method: rng.pick(methods) })
    const first = entry()
    const entries = [first, isSame ? first : entry()]
    const receivedOn = shopDate(this.#world.calendar, new Date(this.#world.scheduler.now))
    await actTwice(this.#world, this.#rng, at, async ({ deps }, n) => {
      const { id, method } = entries[n] ?? first
      const tender = { id, method, amount, receivedOn, reference: '1042' }
      this.#world.office.requested.set(id, { orderId, cents: amount })
      await recordTender(deps, this.#clerk, orderId, tender)
      this.#world.office.acknowledged.add(id)
      this.#world.count('tender received')
    })
  }

  async #reverse(at: ShopProcess): Promise<void> {
    const row = await this.#pick<{ id: string; order_id: string }>(
      `select t.id, t.order_id from tenders t where t.reverses_id is null and t.refund_id is null
         and not exists (select 1 from tenders r where r.reverses_id = t.id)
       order by t.created_at, t.id`,
    )
    if (!row) return
    await actTwice(this.#world, this.#rng, at, async ({ deps }) => {
      const reversal = { tenderId: row.id, reason: 'typed twice' }
      await reverseTender(deps, this.#clerk, row.order_id, reversal)
      this.#world.office.reversed.add(row.id)
      this.#world.count('tender reversed')
    })
  }

  /** Some units of a line, or an amount: twice at once it may be more than was received. */
  async #payBack(at: ShopProcess): Promise<void> {
    const rng = this.#rng
    const row = await this.#pick<{ id: string; cents: number }>(
      `select p.order_id as id, p.amount_cents as cents from payments p
       where p.kind = 'tender' and p.paid_at is not null order by p.created_at, p.order_id`,
    )
    if (!row) return
    const amount = rng.pick([100, Math.ceil(row.cents / 2), row.cents])
    const what = rng.chance(0.4) ? { items: [{ line: 0, quantity: 1 }] } : { amount }
    const refund = { ...what, destination: 'tender', method: rng.pick(methods) } as const
    await actTwice(this.#world, this.#rng, at, async ({ deps }) => {
      await refundOrder(deps, this.#clerk, row.id, { ...refund, reason: 'a broken bottle' })
      this.#world.count('tender paid back')
    })
  }
}
