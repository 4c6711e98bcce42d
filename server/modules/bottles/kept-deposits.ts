import { and, asc, eq, gt, isNotNull, isNull, ne, notExists, or, sql } from 'drizzle-orm'
import type { Tx } from '#server/db/client.ts'
import { heldDeposits } from '#server/modules/deposits/index.ts'
import { depositReturns } from '#server/modules/deposits/tables.ts'
import { isOwedAfterCancel } from '#server/modules/orders/index.ts'
import { orders } from '#server/modules/orders/tables.ts'
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
    .map(({ deliveredAt, bottles, left }) => ({
      at: deliveredAt ?? new Date(0),
      bottles: Math.max(0, bottles - left),
    }))
  if (uncounted.length === 0) return open
  const returned = await readReturnedUncounted(tx, customerId)
  return open + countMissing(uncounted, [...found, ...returned])
}

type Bottles = { at: Date; bottles: number }

/** What has turned up before a delivery is not of it: the customer had it without a deposit. */
function countMissing(uncounted: readonly Bottles[], turnedUp: readonly Bottles[]): number {
  const steps = [...uncounted, ...turnedUp.map(({ at, bottles }) => ({ at, bottles: -bottles }))]
  return steps
    .toSorted((a, b) => a.at.getTime() - b.at.getTime())
    .reduce((missing, { bottles }) => Math.max(0, missing + bottles), 0)
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
  const { id, cause, line, at, quantity, from, fromId, to, toId, reverses, eventId } =
    bottleMovements
  const came = and(eq(to, 'customer'), eq(toId, customerId))
  const went = and(eq(from, 'customer'), eq(fromId, customerId))
  const isStanding = isNull(bottleEvents.reversedAt)
  const isCount = and(eq(cause, 'import'), isNotNull(line), isStanding)
  const isAdded = and(eq(cause, 'correction'), came, isStanding)
  const rows = await tx
    .select({
      cause,
      at,
      bottles: sql<number>`case when ${came} then ${quantity} else -${quantity} end`,
    })
    .from(bottleMovements)
    .innerJoin(bottleEvents, eq(bottleEvents.id, eventId))
    .where(and(or(came, went), isNull(reverses), or(eq(cause, 'opening'), isAdded, isCount)))
    .orderBy(asc(id))
  const countTimes = rows.flatMap((row) => (row.cause === 'import' ? row.at.getTime() : []))
  return {
    found: withoutTakenBack(rows.filter((row) => row.cause !== 'import')),
    countedAt: countTimes.length > 0 ? new Date(Math.max(...countTimes)) : null,
  }
}

/** A count that arrives late may show that fewer bottles had opened the count. */
function withoutTakenBack(found: readonly Bottles[]): Bottles[] {
  const left: Bottles[] = []
  for (const { at, bottles } of found) {
    if (bottles > 0) left.push({ at, bottles })
    for (let back = -bottles; back > 0; ) {
      const last = left.pop()
      if (!last) break
      if (last.bottles > back) left.push({ ...last, bottles: last.bottles - back })
      back -= last.bottles
    }
  }
  return left
}

/** Returns that staff entered before the count was open have no movements. */
function readReturnedUncounted(tx: Tx, customerId: string): Promise<Bottles[]> {
  const moved = tx.select({ id: bottleMovements.eventId }).from(bottleMovements)
  const { id, at, bottles, bottlesWithoutDeposit, staffEmail } = depositReturns
  return tx
    .select({ at, bottles: sql<number>`${bottles} + ${bottlesWithoutDeposit}` })
    .from(depositReturns)
    .where(
      and(
        eq(depositReturns.customerId, customerId),
        ne(staffEmail, ''),
        notExists(moved.where(eq(bottleMovements.eventId, id))),
      ),
    )
}
