import { Failure } from '#contract/errors.ts'
import type { Order } from '#contract/orders.ts'
import type { Db } from '#server/db/client.ts'
import type { Caller } from '#server/http/caller.ts'
import type { Clock } from '#server/world.ts'
import { toOrderView } from './order-view.ts'
import { wholeOrder } from './queries.ts'
import { canSeePerson } from './rules.ts'

type Asking = {
  caller: () => Promise<Caller>
  /** Whether the browser's checkout cookie placed this order. */
  hasPlaced: () => Promise<boolean>
}

export async function readOrder(
  { db, clock }: { db: Db; clock: Clock },
  id: string,
  asking: Asking,
): Promise<Order> {
  const whole = await wholeOrder(db, id)
  if (!whole) throw new Failure('not_found')

  const caller = await asking.caller()
  const reader = {
    isStaff: caller.role === 'admin',
    customerId: caller.role === 'customer' ? caller.id : undefined,
    hasCheckoutCookie: await asking.hasPlaced(),
  }
  const view = toOrderView(whole, canSeePerson(whole.order, reader, clock.now()))
  const { parentOrderId } = whole.order
  if (!parentOrderId) return view
  const first = await wholeOrder(db, parentOrderId)
  return { ...view, canSaveCard: first !== undefined && first.order.status !== 'cancelled' }
}
