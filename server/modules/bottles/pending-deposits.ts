import { and, asc, eq, gt, isNotNull, isNull, ne, notExists, or, type SQL, sql } from 'drizzle-orm'
import { addDays } from '#contract/dates/calendar.ts'
import { type ShopCalendar, shopInstant } from '#contract/dates/shop-calendar.ts'
import type { Tx } from '#server/db/client.ts'
import { orderDeposits } from '#server/modules/deposits/index.ts'
import { depositReturns } from '#server/modules/deposits/tables.ts'
import { isOwedAfterCancel } from '#server/modules/orders/index.ts'
import { orders } from '#server/modules/orders/tables.ts'
import { bottleEvents, bottleMovements, closedDeliveries } from './tables.ts'
import type { StopsOfOrders } from './types.ts'

/**
 * Rule 42: bottles on deposit of a customer's other orders that must not become credit yet. Of an order
 * that is not finalized, more may come or be refunded (rule 59). Of one that was delivered without
 * counts, the bottles are with the customer until as many have been found in other ways.
 */
export async function countPending(
  tx: Tx,
  calendar: ShopCalendar,
  lastStopDate: StopsOfOrders['lastDate'],
  { customerId, finalizedOrderId }: { customerId: string; finalizedOrderId: string },
): Promise<number> {
  const others = and(eq(orders.customerId, customerId), ne(orders.id, finalizedOrderId))
  const found = await readOrders(tx, lastStopDate, others)
  const rows = found.map((row) => ({ ...row, madeAt: latestDelivery(calendar, row) }))
  const open = rows.filter(isOpen).reduce((sum, { bottles }) => sum + bottles, 0)
  const { foundBottles, countedAt } = await readFoundBottles(tx, customerId)
  const uncounted = rows
    .filter((row) => isUncounted(row, countedAt))
    .map(({ madeAt, bottles, left }) => ({
      at: madeAt ?? new Date(0),
      bottles: Math.max(0, bottles - left),
    }))
  if (uncounted.length === 0) return open
  const returned = await readReturnedUncounted(tx, customerId)
  return open + countMissing(uncounted, [...foundBottles, ...returned])
}

type Bottles = { at: Date; bottles: number }

/** Bottles that were found before a delivery are not from it: the customer had them without a deposit. */
function countMissing(uncounted: readonly Bottles[], foundBottles: readonly Bottles[]): number {
  const steps = [
    ...uncounted,
    ...foundBottles.map(({ at, bottles }) => ({ at, bottles: -bottles })),
  ]
  return steps
    .toSorted((a, b) => a.at.getTime() - b.at.getTime())
    .reduce((missing, { bottles }) => Math.max(0, missing + bottles), 0)
}

type OrderDeposit = Awaited<ReturnType<typeof readOrders>>[number]

/** Staff may mark a delivery days later; it was made by the end of its date, or of its stop's. */
function latestDelivery(calendar: ShopCalendar, { deliveredAt, ...order }: OrderDeposit) {
  const { deliveryDate, stopDate } = order
  const date = deliveryDate && stopDate && stopDate > deliveryDate ? stopDate : deliveryDate
  if (!deliveredAt || !date) return deliveredAt
  const dayEnd = shopInstant(calendar, addDays(date, 1), 0)
  return deliveredAt < dayEnd ? deliveredAt : dayEnd
}

const isOpen = ({ isOwed, deliveryStatus, closed, isCounted }: OrderDeposit) => {
  if (closed?.left && !closed.finalizedAt) return true
  const isToClose = !closed && isCounted
  return isOwed && (deliveryStatus !== 'delivered' || isToClose)
}

const isUncounted = (row: OrderDeposit & { madeAt: Date | null }, countedAt: Date | null) =>
  row.isOwed &&
  !isOpen(row) &&
  !row.closed?.left &&
  !(countedAt && (row.madeAt ?? countedAt) <= countedAt)

function readOrders(tx: Tx, lastStopDate: StopsOfOrders['lastDate'], others: SQL | undefined) {
  const deposits = orderDeposits(tx, others)
  const { orderId, state, to, from, quantity } = bottleMovements
  const moved = sql`from ${bottleMovements} where ${orderId} = ${deposits.orderId}`
  return tx
    .select({
      bottles: deposits.bottles,
      // Rule 17: a cancelled subscription may still get its first delivery.
      isOwed: sql<boolean>`(${orders.status} <> 'cancelled' or ${isOwedAfterCancel})`,
      deliveryStatus: orders.deliveryStatus,
      deliveredAt: orders.deliveredAt,
      deliveryDate: orders.deliveryDate,
      stopDate: lastStopDate(deposits.orderId),
      closed: closedDeliveries,
      isCounted: sql<boolean>`exists (select 1 ${moved})`,
      left: sql<number>`(select coalesce(sum(case when ${to} = 'customer' then ${quantity}
        when ${from} = 'customer' then -${quantity} else 0 end), 0)::int ${moved} and ${state} = 'full')`,
    })
    .from(deposits)
    .innerJoin(orders, eq(orders.id, deposits.orderId))
    .leftJoin(closedDeliveries, eq(closedDeliveries.orderId, deposits.orderId))
    .where(gt(deposits.bottles, 0))
}

/**
 * Bottles that were not counted when they were left: they opened the count, or staff added them. A file
 * of counts includes all that was there at its time.
 */
async function readFoundBottles(tx: Tx, customerId: string) {
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
    foundBottles: [
      ...withoutReverted(rows.filter((row) => row.cause === 'opening')),
      ...rows.filter((row) => row.cause === 'correction'),
    ],
    countedAt: countTimes.length > 0 ? new Date(Math.max(...countTimes)) : null,
  }
}

/**
 * A count that arrives late may show that fewer bottles had opened the count. One that is corrected is
 * reversed and booked again; its bottles count as found at the time of the first.
 */
function withoutReverted(openings: readonly Bottles[]): Bottles[] {
  const left: Bottles[] = []
  let reverted: { at: Date; was: Bottles[] } = { at: new Date(0), was: [] }
  for (const { at, bottles } of openings) {
    if (bottles < 0) {
      reverted = { at, was: takeLast(left, -bottles) }
      continue
    }
    const again = at <= reverted.at ? takeLast(reverted.was, bottles) : []
    const rest = bottles - again.reduce((sum, order) => sum + order.bottles, 0)
    left.push(...again, { at, bottles: rest })
  }
  return left
}

/** Removes so many bottles from the end, and returns them. */
function takeLast(list: Bottles[], bottles: number): Bottles[] {
  const taken: Bottles[] = []
  for (let open = bottles; open > 0; ) {
    const last = list.pop()
    if (!last) break
    const count = Math.min(last.bottles, open)
    if (last.bottles > count) list.push({ ...last, bottles: last.bottles - count })
    taken.unshift({ ...last, bottles: count })
    open -= count
  }
  return taken
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
