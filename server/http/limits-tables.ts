import { integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core'

/** Rate-limit counters shared by all processes. The key contains an HMAC, never an IP or email. */
export const rateLimits = pgTable('rate_limits', {
  key: text().primaryKey(),
  count: integer().notNull(),
  endsAt: timestamp({ withTimezone: true }).notNull(),
})
