import { and, eq, isNotNull, ne, or, type SQL, sql } from 'drizzle-orm'
import type { DbOrTx } from '#server/db/client.ts'
import { orders } from '#server/modules/orders/tables.ts'
import { payments, refunds } from '#server/modules/payments/tables.ts'

/**
 * Rule 42: what remains of each order's deposit. Money that was paid and is still here
 * counts, and what is owed by invoice or on delivery: otherwise each delivery would carry the deposit
 * again until the first invoice is paid. A refund of bottles by item takes their deposit, any other
 * refund takes the goods first, and of a disputed payment the bank has taken back all. Requested
 * refunds count at once, so that nothing is refunded twice while they are sent.
 */
export function orderDeposits(db: DbOrTx, filter?: SQL) {
  const refunded = refundSums(db)
  const bottlesLeft = sql`(${orders.depositBottles} - ${refunded.bottles})`
  const depositLeft = sql`(${orders.depositCents} * ${bottlesLeft} / ${orders.depositBottles})`
  const paidLeft = sql`(${payments.amountCents} + ${payments.creditCents} - ${refunded.pendingCents}
    - greatest(${payments.refundedCents}, ${refunded.toCardCents}))`
  const cents = sql`greatest(0, least(${depositLeft}, ${paidLeft}))`
  // A bottle counts as long as any of its deposit is here.
  const bottles = sql`ceil(${orders.depositBottles} * ${cents}::numeric / ${orders.depositCents})`
  return db
    .select({
      orderId: orders.id,
      customerId: orders.customerId,
      at: sql<Date>`coalesce(${payments.paidAt}, ${payments.createdAt})`
        .mapWith(payments.createdAt)
        .as('remaining_at'),
      cents: sql<number>`(${cents})::int`.as('remaining_cents'),
      bottles: sql<number>`(${bottles})::int`.as('remaining_bottles'),
    })
    .from(orders)
    .innerJoin(payments, eq(payments.orderId, orders.id))
    .innerJoinLateral(refunded, sql`true`)
    .where(
      and(
        // Literals, so that the partial index is used.
        sql`${orders.depositBottles} > 0 and ${orders.depositCents} > 0`,
        or(
          and(isNotNull(payments.paidAt), ne(payments.status, 'disputed')),
          and(eq(payments.status, 'due'), ne(orders.status, 'cancelled')),
        ),
        filter,
      ),
    )
    .as('order_deposits')
}

/** The refunds of one order that have not failed, as `getRefundable` counts them. */
function refundSums(db: DbOrTx) {
  const isDone = sql`${refunds.destination} = 'card' and ${refunds.status} = 'succeeded'
    and ${refunds.intentId} = ${payments.intentId}`
  const isPending = sql`${refunds.destination} = 'credit' or ${refunds.status} = 'requested'`
  const depositBottles = sql`(select sum((item ->> 'quantity')::int)
    from jsonb_array_elements(${refunds.items}) item where (item ->> 'isDeposit')::boolean)`
  return db
    .select({
      toCardCents:
        sql<number>`coalesce(sum(${refunds.amountCents}) filter (where ${isDone}), 0)`.as(
          'to_card_cents',
        ),
      pendingCents:
        sql<number>`coalesce(sum(${refunds.amountCents}) filter (where ${isPending}), 0)`.as(
          'pending_cents',
        ),
      bottles: sql<number>`coalesce(sum(${depositBottles}), 0)`.as('refunded_bottles'),
    })
    .from(refunds)
    .where(and(eq(refunds.orderId, orders.id), ne(refunds.status, 'failed')))
    .as('refunded')
}
