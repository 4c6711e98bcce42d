import { refundOrder } from '#server/modules/deposits/refund-order.ts'
import { returnBottles } from '#server/modules/deposits/return-bottles.ts'
import type { Rng } from '../rng.ts'
import type { ShopProcess } from '../shop-process.ts'
import type { World } from '../world.ts'

type Actor = { id: string; email: string }
type Order = { id: string; customer_id: string }

/** Staff enter bottles that came back: one, some, or more than there can be. */
export async function returnSome(
  world: World,
  { deps }: ShopProcess,
  rng: Rng,
  actor: Actor,
  order: Order | undefined,
): Promise<void> {
  if (!order?.customer_id) return
  const bottles = rng.pick([1, 1, 2, 3, 5])
  await returnBottles(deps, actor, order.customer_id, { bottles })
  world.count('bottles returned')
}

/** Staff refund some units of one line, or of two at once, to the card or as credit. */
export async function refundSomeItems(
  world: World,
  { deps }: ShopProcess,
  rng: Rng,
  actor: Actor,
  order: Order | undefined,
): Promise<void> {
  if (!order) return
  const [row] = await world.outside(() =>
    world.sql<{ lines: { kind: string; quantity?: number }[] }>(
      'select price_lines as lines from orders where id = $1',
      [order.id],
    ),
  )
  const lines = (row?.lines ?? []).flatMap(({ kind, quantity = 0 }, line) =>
    kind === 'product' || kind === 'deposit' ? [{ line, quantity }] : [],
  )
  const chosen = rng.chance(0.5) ? lines : [rng.pick(lines)]
  const items = chosen.map(({ line, quantity }) => ({ line, quantity: 1 + rng.below(quantity) }))
  const destination = rng.pick(['card', 'credit'] as const)
  await refundOrder(deps, actor, order.id, { items, destination, reason: 'a broken bottle' })
  world.count('items refunded')
}
