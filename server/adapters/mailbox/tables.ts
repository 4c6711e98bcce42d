import { index, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'

/** Emails shown in the development mailbox. Not used in production. */
export const mailbox = pgTable(
  'mailbox',
  {
    id: uuid().primaryKey(),
    messageId: text().notNull().unique(),
    sender: text().notNull(),
    recipient: text().notNull(),
    subject: text().notNull(),
    html: text().notNull(),
    text: text().notNull(),
    receivedAt: timestamp({ withTimezone: true }).notNull(),
  },
  (table) => [index().on(table.receivedAt)],
)
