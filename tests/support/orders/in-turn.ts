import { lockOrder } from '#server/modules/orders/index.ts'
import type { TestShop } from '../open-shop.ts'
import { untilBlocked } from '../until-blocked.ts'

/** Two requests that change an order at once. Both wait for it; the first one gets it first. */
export async function inTurn<A, B>(
  shop: TestShop,
  orderId: string,
  [first, second]: [() => Promise<A>, () => Promise<B>],
): Promise<[A, B]> {
  const replies = await shop.deps.db.transaction(async (tx) => {
    await lockOrder(tx, orderId)
    const a = first()
    await untilBlocked(shop)
    const b = second()
    await untilBlocked(shop, 2)
    return { a, b }
  })
  return [await replies.a, await replies.b]
}
