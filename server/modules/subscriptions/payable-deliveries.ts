import type { Db } from '#server/db/client.ts'
import type { FindPayable } from '#server/modules/payments/index.ts'
import { cycleOfOrder } from './queries.ts'

/** I4: until the saved card has said no, one intent of one cycle is the engine's alone. */
export function payableDeliveries(db: Db, find: FindPayable): FindPayable {
  return async (orderId) => {
    const payable = await find(orderId)
    const cycle = payable && (await cycleOfOrder(db, orderId))
    if (!cycle) return payable
    return { ...payable, isNotDue: cycle.status === 'ordered' || cycle.status === 'charging' }
  }
}
