import { type SQL, sql } from 'drizzle-orm'
import type { SubscriptionAttentionReason } from '#contract/staff/listing.ts'
import { onHold } from '#server/modules/deliveries/index.ts'
import { orders } from '#server/modules/orders/tables.ts'
import { openStatusList } from '../queries.ts'
import { cycles, subscriptions } from '../tables.ts'
import { uncharged } from '../uncharged.ts'

const withDelivery = (state: SQL) =>
  sql`exists (select 1 from ${cycles} join ${orders} on ${orders.id} = ${cycles.orderId}
    where ${cycles.subscriptionId} = ${subscriptions.id} and ${orders.status} <> 'cancelled' and ${state})`

/** Also of an order that was cancelled before its driver reported the delivery. */
const hasUncharged = sql`exists (select 1 from ${cycles} join ${orders} on ${orders.id} = ${cycles.orderId}
    where ${cycles.subscriptionId} = ${subscriptions.id} and ${uncharged(cycles, orders)})`

/** Used by the dashboard's counts and the filtered list, so they always agree. */
export function subscriptionAttentionFilter(reason: SubscriptionAttentionReason): SQL {
  switch (reason) {
    case 'onHold':
      return withDelivery(onHold(cycles))
    case 'unpaid':
      return withDelivery(
        sql`${cycles.holdAt} is not null and ${cycles.status} in (${openStatusList})`,
      )
    case 'uncharged':
      return sql`${subscriptions.paysBy} = 'card' and ${hasUncharged}`
    case 'uninvoiced':
      return sql`${subscriptions.paysBy} = 'invoice' and ${hasUncharged}`
  }
}
