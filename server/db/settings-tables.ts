import { pgTable, text, timestamp } from 'drizzle-orm/pg-core'

/** Signing keys and facts of this installation, drawn at the first start. */
export const settings = pgTable('settings', {
  name: text().primaryKey(),
  value: text().notNull(),
  createdAt: timestamp({ withTimezone: true }).notNull(),
})
