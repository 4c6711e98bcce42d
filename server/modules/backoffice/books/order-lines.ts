import { type SQL, sql } from 'drizzle-orm'
import { orders } from '#server/modules/orders/tables.ts'
import { balanceTransactions } from '#server/modules/payments/balance/tables.ts'
import { payments } from '#server/modules/payments/tables.ts'

/**
 * The charge that paid an order. One with another amount, or of an intent that was replaced, has no
 * lines and is listed as a difference.
 */
export const matchedPayment: SQL = sql`${balanceTransactions.category} = 'charge'
  and ${payments.intentId} = ${balanceTransactions.intentId}
  and ${payments.amountCents} = ${balanceTransactions.amountCents}`

/**
 * The order that such a charge paid. If it was cancelled first and gave its credit back, the charge
 * pays for nothing and is refunded.
 */
export const matchedOrder: SQL = sql`${orders.id} = ${payments.orderId}
  and ${orders.totalCents} = ${payments.amountCents} + ${payments.creditCents}`

const o = orders

/**
 * Fees have no column of their own. Few orders have one, and looking for it first takes half the time
 * of reading every line. Null without an order, like the other lines.
 */
const feeCents = sql`case ${o.priceLines} @> '[{"kind": "fee"}]'
  when true then (select sum((line ->> 'cents')::int)::int
    from jsonb_array_elements(${o.priceLines}) line where line ->> 'kind' = 'fee')
  when false then 0 end`

/** The frozen lines of an order, with the signs of the books. Their sum is what was charged. */
export const orderLines = {
  products: sql`${o.subtotalCents}`,
  discounts: sql`-${o.discountCents}`,
  otherLines: feeCents,
  deposits: sql`${o.depositCents}`,
  tax: sql`${o.taxCents}`,
  // Not the payment's credit: an order on account that is cancelled no longer has any.
  creditUsed: sql`${payments.amountCents} - ${o.totalCents}`,
} satisfies Record<string, SQL>

/** The lines of many orders, each multiplied by the sign. */
export const sumOfLines = (sign: SQL): SQL =>
  sql.join(
    Object.entries(orderLines).map(
      ([name, cents]) => sql`sum(${sign} * (${cents})) as ${sql.identifier(name)}`,
    ),
    sql`, `,
  )
