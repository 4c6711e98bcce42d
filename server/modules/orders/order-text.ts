import { type Column, sql } from 'drizzle-orm'
import { customers } from '#server/modules/identity/tables.ts'
import { payments } from '#server/modules/payments/tables.ts'
import { orderItems, orders } from './tables.ts'

const money = (cents: Column) => sql`(${cents} / 100.0)::numeric(12, 2)::text`

const items = sql`(
  select coalesce(json_agg(json_build_object(
    'id', ${orderItems.id},
    'price', ${money(orderItems.priceCents)},
    'quantity', ${orderItems.quantity},
    'product', json_build_object(
      'id', ${orderItems.productId}, 'name', ${orderItems.productName}, 'size', ${orderItems.productSize}
    )
  ) order by ${orderItems.position}), '[]')
  from ${orderItems} where ${orderItems.orderId} = ${orders.id}
)`

/**
 * An order as staff see it, as the JSON text of the contract's Order: what `toOrderView` makes, but
 * made where the rows are. Staff look at this list all day, and reading fifty orders into objects
 * only to write them out again takes most of a request's time.
 */
export const orderText = sql<string>`json_build_object(
  'id', ${orders.id},
  'createdAt', to_char(${orders.createdAt} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
  'status', ${orders.status},
  'deliveryStatus', ${orders.deliveryStatus},
  'paymentStatus', coalesce(${payments.status}, 'pending'),
  'deliveryDate', ${orders.deliveryDate},
  'subtotal', ${money(orders.subtotalCents)},
  'discount', ${money(orders.discountCents)},
  'total', ${money(orders.totalCents)},
  'isRecurring', ${orders.isRecurring},
  'recurringFrequency', ${orders.recurringFrequency},
  'parentOrderId', ${orders.parentOrderId},
  'customer', case when ${customers.id} is not null
    then json_build_object('id', ${customers.id}, 'email', ${customers.email}) end,
  'customerEmail', ${orders.customerEmail},
  'customerName', ${orders.customerName},
  'customerPhone', ${orders.customerPhone},
  'deliveryAddress', ${orders.deliveryAddress},
  'deliveryCity', ${orders.deliveryCity},
  'deliveryState', ${orders.deliveryState},
  'deliveryZip', ${orders.deliveryZip},
  'items', ${items},
  'version', ${orders.version}
)::text`
