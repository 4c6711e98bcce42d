import { sql } from 'drizzle-orm'
import {
  bigserial,
  check,
  index,
  integer,
  pgTable,
  text,
  timestamp,
  uuid,
} from 'drizzle-orm/pg-core'

const instant = () => timestamp({ withTimezone: true })

/**
 * A customer's balance, which is the sum of the entries. Its row is the lock under which credit is
 * spent, so that concurrent orders never spend it twice. No foreign keys: a lock on the customer
 * would come after that of the order (docs/decisions/011-lock-order.md).
 */
export const creditAccounts = pgTable(
  'credit_accounts',
  {
    customerId: uuid().primaryKey(),
    balanceCents: integer().notNull().default(0),
    updatedAt: instant().notNull(),
  },
  (table) => [check('credit_accounts_balance', sql`${table.balanceCents} >= 0`)],
)

/** Rule 43: the ledger. A trigger rejects every change except the erasure of reasons. */
export const creditEntries = pgTable(
  'credit_entries',
  {
    id: bigserial({ mode: 'number' }).primaryKey(),
    customerId: uuid().notNull(),
    kind: text({
      enum: [
        'goodwill',
        'deposit_returned',
        'missed_delivery',
        'refund',
        'used',
        'released',
        'forfeited',
      ],
    }).notNull(),
    /** Negative if credit was spent. */
    cents: integer().notNull(),
    orderId: uuid(),
    /** For staff. It may name the customer, so an erasure removes it. */
    reason: text(),
    staffEmail: text(),
    /** One entry per event, however often it is added. */
    dedupeKey: text().unique(),
    createdAt: instant().notNull(),
  },
  (table) => [
    index().on(table.customerId, table.id),
    index('credit_entries_created').on(table.createdAt, table.id),
    index('credit_entries_of_orders').on(table.orderId).where(sql`order_id is not null`),
  ],
)
