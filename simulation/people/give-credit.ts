import { grantCredit } from '#server/modules/credit/grant-credit.ts'
import type { Rng } from '../rng.ts'
import type { ShopProcess } from '../shop-process.ts'

type Actor = Parameters<typeof grantCredit>[1]

/** Staff add credit: less than a delivery costs, about as much, or enough for several. */
export async function giveCredit(
  { deps }: ShopProcess,
  rng: Rng,
  actor: Actor,
  order: { customer_id: string } | undefined,
): Promise<void> {
  if (!order?.customer_id) return
  const amount = rng.pick([1, 499, 1_500, 1_528, 6_000])
  const grant = { amount, kind: 'goodwill', reason: 'a late truck' } as const
  await grantCredit(deps, actor, order.customer_id, grant)
}
