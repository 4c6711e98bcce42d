import { boolean, pgTable, timestamp, uuid } from 'drizzle-orm/pg-core'
import { customers } from '#server/modules/identity/tables.ts'
import { orders } from '#server/modules/orders/tables.ts'

/** Rule 63: whether one delivery's customer wants the email; decides before the customer's setting. */
export const nearEmailChoices = pgTable('near_email_choices', {
  orderId: uuid()
    .primaryKey()
    .references(() => orders.id, { onDelete: 'cascade' }),
  isWanted: boolean().notNull(),
})

/** Rule 63: customers who want the email for every delivery. */
export const nearEmailCustomers = pgTable('near_email_customers', {
  customerId: uuid()
    .primaryKey()
    .references(() => customers.id, { onDelete: 'cascade' }),
  since: timestamp({ withTimezone: true }).notNull(),
})
