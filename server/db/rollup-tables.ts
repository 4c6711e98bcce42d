import { bigint, date, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'

/**
 * What a day or a month came to, kept by triggers in the transaction of the fact, in shards like the
 * counters: `orders` by the shop's day on which they were placed, with what was taken for them; by their
 * own day the `bottles` that are still to be brought; by the first of the month `brought`, a
 * subscription's paid deliveries, and the subscriptions `started` and `cancelled`.
 */
export const rollups = pgTable(
  'tallies',
  {
    name: text({ enum: ['orders', 'bottles', 'brought', 'started', 'cancelled'] }).notNull(),
    day: date().notNull(),
    shard: integer().notNull(),
    n: bigint({ mode: 'number' }).notNull(),
    cents: bigint({ mode: 'number' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.name, table.day, table.shard] })],
)
