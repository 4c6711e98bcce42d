import { pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { orders } from '#server/modules/orders/tables.ts'

/** Orders entered by staff. The request id makes a double click one order (C5). */
export const phoneOrders = pgTable('phone_orders', {
  orderId: uuid()
    .primaryKey()
    .references(() => orders.id, { onDelete: 'cascade' }),
  requestId: uuid().notNull().unique(),
  /** Keyed by the request's content: the same id with other content is rejected. */
  requestHash: text().notNull(),
  /** No foreign key: rows remain when the account is deleted. */
  staffId: uuid().notNull(),
  createdAt: timestamp({ withTimezone: true }).notNull(),
})
