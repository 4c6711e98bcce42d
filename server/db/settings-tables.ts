import { pgTable, text, timestamp } from 'drizzle-orm/pg-core'

/** Signing keys and values of this installation, created at the first start. */
export const settings = pgTable('settings', {
  name: text().primaryKey(),
  value: text().notNull(),
  createdAt: timestamp({ withTimezone: true }).notNull(),
})
