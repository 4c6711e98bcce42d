import { sql } from 'drizzle-orm'
import { index, integer, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'

/**
 * The outbox. I7: a row is inserted in the transaction of the change it reports. It stores only the
 * id of its entity; content and email address are looked up when it is sent.
 */
export const emails = pgTable(
  'emails',
  {
    id: uuid().primaryKey(),
    kind: text().notNull(),
    /** Id of the order, subscription, alert or login that the email is about, by `kind`. */
    subjectId: uuid().notNull(),
    /** One email per change, however often it is queued. */
    dedupeKey: text().notNull().unique(),
    status: text({ enum: ['pending', 'sent', 'discarded'] })
      .notNull()
      .default('pending'),
    attempts: integer().notNull().default(0),
    dueAt: timestamp({ withTimezone: true }).notNull(),
    lastError: text(),
    createdAt: timestamp({ withTimezone: true }).notNull(),
    sentAt: timestamp({ withTimezone: true }),
  },
  (table) => [
    index('emails_due').on(table.dueAt).where(sql`status = 'pending'`),
    index().on(table.subjectId),
    index('emails_finished').on(table.createdAt).where(sql`status <> 'pending'`),
  ],
)
