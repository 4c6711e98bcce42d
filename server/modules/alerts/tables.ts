import { sql } from 'drizzle-orm'
import { index, pgTable, text, timestamp, uniqueIndex, uuid } from 'drizzle-orm/pg-core'

/** Trouble that staff must hear of. One row per incident: open until it ends, then history. */
export const alerts = pgTable(
  'alerts',
  {
    id: uuid().primaryKey(),
    kind: text().notNull(),
    /** Tells incidents of one kind apart, such as an order id; empty for the whole shop. */
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
