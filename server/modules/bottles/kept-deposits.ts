import { and, eq, gt, isNull, ne, notExists, or, sql } from 'drizzle-orm'
import type { Tx } from '#server/db/client.ts'
import { heldDeposits } from '#server/modules/deposits/index.ts'
import { depositReturns } from '#server/modules/deposits/tables.ts'
import { orders } from '#server/modules/orders/tables.ts'
import { isOwedAfterCancel } from '#server/modules/subscriptions/index.ts'
import { bottleEvents, bottleMovements, bottleSettlements } from './tables.ts'

/**
 * Rule 42: bottles on deposit of a customer's other orders that must not become credit yet. Of an order
 * that is not settled, more may come or be refunded (rule 59). Of one that was delivered without
 * counts, the bottles are with the customer until as many have turned up in other ways.
 */
export async function countKept(
  tx: Tx,
  customerId: string,
  settledOrderId: string,
): Promise<number> {
  const rows = await readOrders(tx, customerId, settledOrderId)
  const open = rows.filter(isOpen).reduce((sum, { bottles }) => sum + bottles, 0)
  const { found, countedAt } = await readFound(tx, customerId)
  const uncounted = rows
    .filter((row) => isUncounted(row, countedAt))
    .reduce((sum, { bottles, left }) => sum + Math.max(0, bottles - left), 0)
  if (uncounted === 0) return open
  const returned = await countReturnedUncounted(tx, customerId)
  return open + Math.max(0, uncounted - found - returned)
}

type OrderDeposit = Awaited<ReturnType<typeof readOrders>>[number]

const isOpen = ({ isOwed, deliveryStatus, settlement, isCounted }: OrderDeposit) => {
  if (settlement?.left && !settlement.settledAt) return true
  const isToClose = !settlement && isCounted
  return isOwed && (deliveryStatus !== 'delivered' || isToClose)
}

const isUncounted = (row: OrderDeposit, countedAt: Date | null) =>
  row.isOwed &&
  !isOpen(row) &&
  !row.settlement?.left &&
  !(countedAt && (row.deliveredAt ?? countedAt) <= countedAt)

function readOrders(tx: Tx, customerId: string, settledOrderId: string) {
  const held = heldDeposits(
    tx,
    and(eq(orders.customerId, customerId), ne(orders.id, settledOrderId)),
  )
  const { orderId, state, to, from, quantity } = bottleMovements
  const moved = sql`from ${bottleMovements} where ${orderId} = ${held.orderId}`
  return tx
    .select({
      bottles: held.bottles,
      // Rule 17: a cancelled subscription may still get its first delivery.
      isOwed: sql<boolean>`(${orders.status} <> 'cancelled' or ${isOwedAfterCancel})`,
      deliveryStatus: orders.deliveryStatus,
      deliveredAt: orders.deliveredAt,
      settlement: bottleSettlements,
      isCounted: sql<boolean>`exists (select 1 ${moved})`,
      left: sql<number>`(select coalesce(sum(case when ${to} = 'customer' then ${quantity}
        when ${from} = 'customer' then -${quantity} else 0 end), 0)::int ${moved} and ${state} = 'full')`,
    })
    .from(held)
    .innerJoin(orders, eq(orders.id, held.orderId))
    .leftJoin(bottleSettlements, eq(bottleSettlements.orderId, held.orderId))
    .where(gt(held.bottles, 0))
}

/**
 * Bottles that nobody had counted when they came: they opened the count, or staff added them. A file
 * of counts says all that was there at its time.
 */
async function readFound(tx: Tx, customerId: string) {
  const { cause, line, at, quantity, from, fromId, to, toId, reverses, eventId } = bottleMovements
  const came = and(eq(to, 'customer'), eq(toId, customerId))
  const went = and(eq(from, 'customer'), eq(fromId, customerId))
  const isStanding = isNull(bottleEvents.reversedAt)
  const [row] = await tx
    .select({
      found: sql<number>`coalesce(sum(case
        when ${cause} = 'opening' then case when ${came} then ${quantity} else -${quantity} end
        when ${cause} = 'correction' and ${came} and ${isStanding} then ${quantity}
        else 0 end), 0)::int`,
      countedAt:
        sql<Date | null>`max(${at}) filter (where ${cause} = 'import' and ${line} is not null and ${isStanding})`.mapWith(
          at,
        ),
    })
    .from(bottleMovements)
    .innerJoin(bottleEvents, eq(bottleEvents.id, eventId))
    .where(and(or(came, went), isNull(reverses)))
  return row ?? { found: 0, countedAt: null }
}

/** Returns that staff entered before the count was open have no movements. */
async function countReturnedUncounted(tx: Tx, customerId: string): Promise<number> {
  const moved = tx.select({ id: bottleMovements.eventId }).from(bottleMovements)
  const { id, bottles, bottlesWithoutDeposit, staffEmail } = depositReturns
  const [row] = await tx
    .select({ bottles: sql<number>`coalesce(sum(${bottles} + ${bottlesWithoutDeposit}), 0)::int` })
    .from(depositReturns)
    .where(
      and(
        eq(depositReturns.customerId, customerId),
        ne(staffEmail, ''),
        notExists(moved.where(eq(bottleMovements.eventId, id))),
      ),
    )
  return row?.bottles ?? 0
}
