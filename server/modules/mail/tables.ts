import { sql } from 'drizzle-orm'
import { index, integer, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'

/**
 * I7: a mail is a row, written in the transaction of the fact that it tells. It names its subject by
 * id alone; words and address are looked up when it is sent.
 */
export const emails = pgTable(
  'mails',
  {
    id: uuid().primaryKey(),
    kind: text().notNull(),
    /** The id of what the mail is about, as its kind understands it. */
    subjectId: uuid().notNull(),
    /** One mail per fact, however often the fact is announced. */
    dedupeKey: text().notNull().unique(),
    status: text({ enum: ['waiting', 'sent', 'dropped'] })
      .notNull()
      .default('waiting'),
    attempts: integer().notNull().default(0),
    dueAt: timestamp({ withTimezone: true }).notNull(),
    lastError: text(),
    createdAt: timestamp({ withTimezone: true }).notNull(),
    sentAt: timestamp({ withTimezone: true }),
  },
  (table) => [
    index('mails_due').on(table.dueAt).where(sql`status = 'waiting'`),
    index().on(table.subjectId),
  ],
)
