import { pgTable, text, timestamp } from 'drizzle-orm/pg-core'

/** When something last happened in any process, to notice that it no longer does. */
export const heartbeats = pgTable('heartbeats', {
  /** Such as `webhook`, or `job:` and the name of a job. */
  name: text().primaryKey(),
  at: timestamp({ withTimezone: true }).notNull(),
})
