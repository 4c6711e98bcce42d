import { and, eq, gt, inArray, isNotNull, ne, or, type SQLWrapper, sql } from 'drizzle-orm'
import type { DbOrTx } from '#server/db/client.ts'
import { depositOpenings, depositReturns } from '#server/modules/deposits/tables.ts'
import { orders } from '#server/modules/orders/tables.ts'
import { payments, refunds } from '#server/modules/payments/tables.ts'
import { bottleMovements } from './tables.ts'

type Finding = { rule: 'rule 42'; id: string; what: string }

const total = (column: SQLWrapper, name: string) =>
  sql<number>`coalesce(sum(${column}), 0)::int`.as(name)

/**
 * Rule 42: a deposit is refunded once. The bottles whose deposit became credit have left the
 * customer's place, or they never came and their deposit was not refunded. Read-only.
 */
export async function auditReturnedDeposits(db: DbOrTx): Promise<Finding[]> {
  const returned = countReturned(db)
  const taken = countTaken(db)
  const missing = countMissing(db)
  const opening = countBeyondImported(db)
  const due = sql<number>`coalesce(${taken.bottles}, 0) + coalesce(${missing.bottles}, 0)
    + coalesce(${opening.bottles}, 0)`
  const rows = await db
    .select({ customerId: returned.customerId, bottles: returned.bottles, due })
    .from(returned)
    .leftJoin(taken, eq(taken.customerId, returned.customerId))
    .leftJoin(missing, eq(missing.customerId, returned.customerId))
    .leftJoin(opening, eq(opening.customerId, returned.customerId))
    .where(gt(returned.bottles, due))
  return rows.map(({ customerId, bottles, due }) => ({
    rule: 'rule 42',
    id: customerId ?? '',
    what: `the deposit of ${bottles} bottles became credit, but only ${due} came back or were never left`,
  }))
}

/** Returns that staff entered before the count was open have no movement, so they count as proven. */
function countReturned(db: DbOrTx) {
  const moved = db.select({ id: bottleMovements.eventId }).from(bottleMovements)
  return db
    .select({
      customerId: depositReturns.customerId,
      bottles: total(depositReturns.bottles, 'returned_bottles'),
    })
    .from(depositReturns)
    .where(
      and(
        isNotNull(depositReturns.customerId),
        or(eq(depositReturns.staffEmail, ''), inArray(depositReturns.id, moved)),
      ),
    )
    .groupBy(depositReturns.customerId)
    .as('returned')
}

/** Reversed movements count too: their deposit may have become credit before. */
const countTaken = (db: DbOrTx) =>
  db
    .select({
      customerId: bottleMovements.fromId,
      bottles: total(bottleMovements.quantity, 'taken_bottles'),
    })
    .from(bottleMovements)
    .where(eq(bottleMovements.from, 'customer'))
    .groupBy(bottleMovements.fromId)
    .as('taken')

/** Bottles of orders that are delivered or cancelled, which were neither left nor refunded. */
function countMissing(db: DbOrTx) {
  const { quantity, state, from, to } = bottleMovements
  const left = sql`(select coalesce(sum(case when ${to} = 'customer' then ${quantity}
      when ${from} = 'customer' then -${quantity} else 0 end), 0)
    from ${bottleMovements} where ${bottleMovements.orderId} = ${orders.id} and ${state} = 'full')`
  const refunded = sql`(select coalesce(sum((item ->> 'quantity')::int), 0)
    from ${refunds}, jsonb_array_elements(${refunds.items}) item
    where ${refunds.orderId} = ${orders.id} and ${ne(refunds.status, 'failed')}
      and (item ->> 'isDeposit')::boolean)`
  return db
    .select({
      customerId: orders.customerId,
      bottles: total(
        sql`greatest(0, ${orders.depositBottles} - ${left} - ${refunded})`,
        'missing_bottles',
      ),
    })
    .from(orders)
    .innerJoin(payments, eq(payments.orderId, orders.id))
    .where(
      and(
        gt(orders.depositBottles, 0),
        or(isNotNull(payments.paidAt), eq(payments.kind, 'tender')),
        or(eq(orders.deliveryStatus, 'delivered'), eq(orders.status, 'cancelled')),
      ),
    )
    .groupBy(orders.customerId)
    .as('missing')
}

/** Rule 67: bottles that were on deposit at the import, beyond those that the customer had. */
const countBeyondImported = (db: DbOrTx) =>
  db
    .select({
      customerId: depositOpenings.customerId,
      bottles: total(
        sql`greatest(0, ${depositOpenings.bottles} - ${depositOpenings.bottlesHeld})`,
        'opening_bottles',
      ),
    })
    .from(depositOpenings)
    .groupBy(depositOpenings.customerId)
    .as('opening')
