import { and, eq, gt, ne } from 'drizzle-orm'
import type { Tx } from '#server/db/client.ts'
import { heldDeposits } from '#server/modules/deposits/index.ts'
import { orders } from '#server/modules/orders/tables.ts'
import { bottleSettlements } from './tables.ts'

/**
 * Rule 42: bottles on deposit of a customer's other orders that are not settled. What of them comes or
 * goes back with a refund (rule 59) is open, so none of their deposits may become credit before.
 */
export async function countKept(
  tx: Tx,
  customerId: string,
  settledOrderId: string,
): Promise<number> {
  const held = heldDeposits(
    tx,
    and(eq(orders.customerId, customerId), ne(orders.id, settledOrderId)),
  )
  const rows = await tx
    .select({
      bottles: held.bottles,
      status: orders.status,
      deliveryStatus: orders.deliveryStatus,
      settlement: bottleSettlements,
    })
    .from(held)
    .innerJoin(orders, eq(orders.id, held.orderId))
    .leftJoin(bottleSettlements, eq(bottleSettlements.orderId, held.orderId))
    .where(gt(held.bottles, 0))
  return rows
    .filter(({ status, deliveryStatus, settlement }) => {
      if (settlement?.left && !settlement.settledAt) return true
      return status !== 'cancelled' && !(deliveryStatus === 'delivered' && settlement)
    })
    .reduce((sum, { bottles }) => sum + bottles, 0)
}
