import { type SQL, sql } from 'drizzle-orm'
import { orders } from '#server/modules/orders/tables.ts'

/**
 * The columns that follow a new delivery status. An order that is marked as delivered again keeps its
 * time; one that was not delivered in between gets a new window for reports (rule 66).
 */
export function statusColumns(deliveryStatus: SQL, at: SQL) {
  const isDelivered = sql`${deliveryStatus} = 'delivered' and ${orders.deliveryStatus} <> 'delivered'`
  return {
    deliveryStatus,
    deliveredAt: sql`case when ${isDelivered} then ${at} else ${orders.deliveredAt} end`,
    reportUntil: sql`case when ${isDelivered} then null else ${orders.reportUntil} end`,
  }
}

export const asInstant = (at: Date): SQL => sql`${at.toISOString()}::timestamptz`
