import { bigint, date, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'

/**
 * Totals maintained by triggers in the transaction of the change, in shards like the counters. By day
 * in the shop's time zone: `orders` placed with their captured cents, and `bottles` to deliver. By the
 * first of the month: paid renewals with their cents, and subscriptions `started` and `cancelled`.
 */
export const rollups = pgTable(
  'rollups',
  {
    name: text({ enum: ['orders', 'bottles', 'renewals', 'started', 'cancelled'] }).notNull(),
    day: date().notNull(),
    shard: integer().notNull(),
    n: bigint({ mode: 'number' }).notNull(),
    cents: bigint({ mode: 'number' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.name, table.day, table.shard] })],
)
