import { and, eq, type SQL, sql } from 'drizzle-orm'
import { products } from '#server/modules/catalog/tables.ts'
import { orderItems, orders } from '#server/modules/orders/tables.ts'
import { bottleMovements } from './tables.ts'

const { from, quantity, state, cause, orderId } = bottleMovements

const left = sql`sum(case when ${state} <> 'full' then 0
  when ${from} = 'truck' then ${quantity} else -${quantity} end)`

const returnable = sql`(
  select coalesce(sum(${orderItems.quantity}), 0) from ${orderItems}
  join ${products} on ${products.id} = ${orderItems.productId}
  where ${orderItems.orderId} = ${orders.id} and ${products.isReturnable})`

/**
 * How many bottles of an order drivers have not left at the door, by the movements that match. Null if
 * none are missing, or if nothing was booked. The ledger has only returnable bottles, so a delivery is
 * short if returnable ones are missing. Bottles that customers own then count as missing too, because
 * no movement shows that they were left.
 */
export const bottlesMissing = (isEarlier?: SQL) => sql<number | null>`(
  select case when ${left} < ${returnable} then ${orders.bottles} - ${left} end::int
  from ${bottleMovements} where ${and(eq(orderId, orders.id), eq(cause, 'delivered'), isEarlier)})`
