import { sql } from 'drizzle-orm'
import { orders } from '#server/modules/orders/tables.ts'
import { bottleMovements } from './tables.ts'

/** Drivers counted fewer bottles at the door than the order has. False if nobody counted. */
export const isLeftShort = sql<boolean>`coalesce((
  select sum(case when ${bottleMovements.from} = 'truck' then 1 else -1 end * ${bottleMovements.quantity})
    < ${orders.bottles}
  from ${bottleMovements} where ${bottleMovements.orderId} = ${orders.id}
  and ${bottleMovements.cause} = 'delivered' and ${bottleMovements.state} = 'full'), false)`
