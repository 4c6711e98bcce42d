import { Failure } from '#contract/errors.ts'
import type { Order } from '#contract/orders.ts'
import type { Db } from '#server/db/client.ts'
import type { Caller } from '#server/http/caller.ts'
import type { Clock } from '#server/runtime.ts'
import { toOrderView } from './order-view.ts'
import { getOrderWithDetails } from './queries.ts'
import { canSeePersonalData } from './rules.ts'

type ReadOrderInput = {
  caller: () => Promise<Caller>
  /** Whether the browser's checkout cookie placed this order. */
  hasPlaced: () => Promise<boolean>
}

export async function readOrder(
  { db, clock }: { db: Db; clock: Clock },
  id: string,
  input: ReadOrderInput,
): Promise<Order> {
  const details = await getOrderWithDetails(db, id)
  if (!details) throw new Failure('not_found')

  const caller = await input.caller()
  const viewer = {
    isStaff: caller.role === 'admin',
    customerId: caller.role === 'customer' ? caller.id : undefined,
    hasCheckoutCookie: await input.hasPlaced(),
  }
  const view = toOrderView(details, canSeePersonalData(details.order, viewer, clock.now()))
  const { parentOrderId } = details.order
  if (!parentOrderId) return view
  const first = await getOrderWithDetails(db, parentOrderId)
  return { ...view, canSaveCard: first !== undefined && first.order.status !== 'cancelled' }
}
