import { integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core'

/** Counters shared by every process. The key holds a keyed hash, never an address. */
export const rateLimits = pgTable('rate_limits', {
  key: text().primaryKey(),
  count: integer().notNull(),
  endsAt: timestamp({ withTimezone: true }).notNull(),
})
