import { type SQL, sql } from 'drizzle-orm'
import type { SubscriptionNeed } from '#contract/listing.ts'
import { orders } from '#server/modules/orders/tables.ts'
import { cycles, subscriptions } from '../tables.ts'

const withDelivery = (state: SQL) =>
  sql`exists (select 1 from ${cycles} join ${orders} on ${orders.id} = ${cycles.orderId}
    where ${cycles.subscriptionId} = ${subscriptions.id} and ${orders.status} <> 'cancelled' and ${state})`

/** As `isOnHold` of deliveries; said so that the index of what was ever held is read. */
const wasHeld = sql`${cycles.heldAt} is not null and ${cycles.status} <> 'paid'`

/** Read by the dashboard's counts and by the filtered list alike, so they always agree. */
export function needing(need: SubscriptionNeed): SQL {
  switch (need) {
    case 'held':
      return withDelivery(sql`${wasHeld} and ${cycles.releasedAt} is null
        and ${cycles.status} in ('ordered', 'charging', 'unpaid', 'failed')`)
    case 'unpaid':
      return withDelivery(sql`${wasHeld} and ${cycles.status} in ('ordered', 'charging', 'unpaid')`)
    case 'uncharged':
      // The order of a missed delivery was called off before its driver reported.
      return sql`exists (select 1 from ${cycles} join ${orders} on ${orders.id} = ${cycles.orderId}
        where ${cycles.subscriptionId} = ${subscriptions.id} and ${cycles.status} = 'skipped' and (
          ${cycles.reason} = 'missed_delivered' and ${orders.status} <> 'cancelled'
          or ${cycles.reason} = 'missed' and ${orders.deliveryStatus} = 'delivered'))`
  }
}
