import { bigserial, index, integer, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'

/**
 * Rule 39: the account of customers who pay by invoice. Triggers add an entry when an order is
 * invoiced, paid in part, or cancelled, so a balance at any time is the sum of the entries before it
 * (server/db/triggers/invoice-entries.sql). Append-only, so that a statement never changes.
 */
export const invoiceEntries = pgTable(
  'invoice_entries',
  {
    id: bigserial({ mode: 'number' }).primaryKey(),
    /** No foreign keys: the entries remain when the customer is erased. */
    customerId: uuid(),
    orderId: uuid().notNull(),
    kind: text({ enum: ['invoiced', 'received', 'cancelled'] }).notNull(),
    /** Positive if it raises what the customer owes. */
    cents: integer().notNull(),
    createdAt: timestamp({ withTimezone: true }).notNull(),
  },
  (table) => [index().on(table.customerId, table.createdAt), index().on(table.orderId)],
)
