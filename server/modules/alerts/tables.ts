import { sql } from 'drizzle-orm'
import { index, pgTable, text, timestamp, uniqueIndex, uuid } from 'drizzle-orm/pg-core'

/** Incidents shown to staff. One row per incident; `endedAt` is null while it is open. */
export const alerts = pgTable(
  'alerts',
  {
    id: uuid().primaryKey(),
    kind: text().notNull(),
    /** Separates incidents of one kind, such as an order id; empty for the entire shop. */
    subject: text().notNull(),
    message: text().notNull(),
    openedAt: timestamp({ withTimezone: true }).notNull(),
    endedAt: timestamp({ withTimezone: true }),
  },
  (table) => [
    uniqueIndex('alerts_open').on(table.kind, table.subject).where(sql`ended_at is null`),
    index('alerts_ended').on(table.endedAt).where(sql`ended_at is not null`),
  ],
)
