import { bigint, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'

/** How many rows there are, kept by triggers: counting a million anew takes too long for a page. */
export const counters = pgTable(
  'counters',
  {
    name: text().notNull(),
    shard: integer().notNull(),
    n: bigint({ mode: 'number' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.name, table.shard] })],
)
