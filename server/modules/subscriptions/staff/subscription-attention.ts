import { type SQL, sql } from 'drizzle-orm'
import type { SubscriptionAttentionReason } from '#contract/staff/listing.ts'
import { onHold } from '#server/modules/deliveries/index.ts'
import { orders } from '#server/modules/orders/tables.ts'
import { cycles, subscriptions } from '../tables.ts'

const withDelivery = (state: SQL) =>
  sql`exists (select 1 from ${cycles} join ${orders} on ${orders.id} = ${cycles.orderId}
    where ${cycles.subscriptionId} = ${subscriptions.id} and ${orders.status} <> 'cancelled' and ${state})`

/** The order of a missed delivery was cancelled before its driver reported. */
const wasMissed = sql`exists (select 1 from ${cycles} join ${orders} on ${orders.id} = ${cycles.orderId}
        where ${cycles.subscriptionId} = ${subscriptions.id} and ${cycles.status} = 'skipped' and (
          ${cycles.reason} = 'missed_but_delivered' and ${orders.status} <> 'cancelled'
          or ${cycles.reason} = 'missed' and ${orders.deliveryStatus} = 'delivered'))`

/** Used by the dashboard's counts and the filtered list, so they always agree. */
export function subscriptionAttentionFilter(reason: SubscriptionAttentionReason): SQL {
  switch (reason) {
    case 'onHold':
      return withDelivery(onHold(cycles))
    case 'unpaid':
      return withDelivery(
        sql`${cycles.holdAt} is not null and ${cycles.status} in ('ordered', 'charging', 'unpaid')`,
      )
    case 'uncharged':
      return sql`${subscriptions.paysBy} = 'card' and ${wasMissed}`
    case 'uninvoiced':
      return sql`${subscriptions.paysBy} = 'invoice' and ${wasMissed}`
  }
}
