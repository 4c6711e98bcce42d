import { bigint, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'

/** Row counts maintained by triggers, because counting a million rows per request is too slow. */
export const counters = pgTable(
  'counters',
  {
    name: text().notNull(),
    shard: integer().notNull(),
    n: bigint({ mode: 'number' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.name, table.shard] })],
)
