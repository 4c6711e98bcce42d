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

const o = orders

/** The frozen lines of an order, with the signs of the books. Their sum is what was charged. */
export const orderLines = {
  products: sql`${o.subtotalCents}`,
  discounts: sql`-${o.discountCents}`,
  otherLines: sql`${o.totalCents} - ${o.subtotalCents} + ${o.discountCents} - ${o.taxCents}
    - ${o.depositCents}`,
  deposits: sql`${o.depositCents}`,
  tax: sql`${o.taxCents}`,
  creditUsed: sql`-${payments.creditCents}`,
} satisfies Record<string, SQL>

/** The lines of many orders, each multiplied by the sign. */
export const sumOfLines = (sign: SQL): SQL =>
  sql.join(
    Object.entries(orderLines).map(
      ([name, cents]) => sql`sum(${sign} * (${cents})) as ${sql.identifier(name)}`,
    ),
    sql`, `,
  )
