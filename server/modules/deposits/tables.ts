import { index, integer, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { customers } from '#server/modules/identity/tables.ts'

/**
 * Rule 42: bottles that a customer returned, with the deposit that became credit. Append-only. What
 * was charged is in the orders: their lines are frozen, and only paid ones count.
 */
export const depositReturns = pgTable(
  'deposit_returns',
  {
    id: uuid().primaryKey(),
    /** Null after the customer was erased; the amounts stay in the books. */
    customerId: uuid().references(() => customers.id, { onDelete: 'set null' }),
    bottles: integer().notNull(),
    cents: integer().notNull(),
    /** Bottles that also came back, for which no deposit was paid (rule 67). */
    bottlesWithoutDeposit: integer().notNull().default(0),
    staffEmail: text().notNull(),
    at: timestamp({ withTimezone: true }).notNull(),
  },
  (table) => [index('deposit_returns_by_customer').on(table.customerId, table.at)],
)

/**
 * Rule 67: the bottles that a customer held, and those on deposit, when the shop imported them
 * from another system. The deposit was paid there, so no order carries it.
 */
export const depositOpenings = pgTable(
  'deposit_openings',
  {
    /** The imported subscription; removing it removes its bottles. */
    id: uuid().primaryKey(),
    customerId: uuid().references(() => customers.id, { onDelete: 'set null' }),
    bottlesHeld: integer().notNull(),
    bottles: integer().notNull(),
    cents: integer().notNull(),
    staffEmail: text().notNull(),
    at: timestamp({ withTimezone: true }).notNull(),
  },
  (table) => [index('deposit_openings_by_customer').on(table.customerId, table.at)],
)

/**
 * Rule 42: the bottles that were counted at a customer's door, as the bottle ledger has them. Once
 * there is a row, it is the number of bottles held. No foreign key: a lock on the customer would come
 * after that of the order (docs/decisions/011-lock-order.md).
 */
export const depositCounts = pgTable('deposit_counts', {
  customerId: uuid().primaryKey(),
  bottles: integer().notNull(),
})
