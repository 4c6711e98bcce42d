import { sql } from 'drizzle-orm'
import { date, index, integer, jsonb, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { customers } from '#server/modules/identity/tables.ts'
import { subscriptions } from '#server/modules/subscriptions/tables.ts'

const instant = () => timestamp({ withTimezone: true })

export type ImportedItem = { productId: string; quantity: number; agreedCents: number | null }

/**
 * Rule 67: subscriptions that ran in another system. A row becomes a subscription when its customer
 * agrees; until then nothing plans, charges or counts it. It stays as proof of the answer.
 */
export const importedSubscriptions = pgTable(
  'imported_subscriptions',
  {
    id: uuid().primaryKey(),
    customerId: uuid()
      .notNull()
      .references(() => customers.id, { onDelete: 'cascade' }),
    /** Email and street address: the same line is imported once, however often it is uploaded. */
    matchKey: text().notNull().unique(),
    customerName: text().notNull(),
    customerEmail: text().notNull(),
    customerPhone: text().notNull(),
    deliveryAddress: text().notNull(),
    deliveryCity: text().notNull(),
    deliveryState: text().notNull(),
    deliveryZip: text().notNull(),
    items: jsonb().$type<ImportedItem[]>().notNull(),
    frequency: text({ enum: ['weekly', 'bi-weekly', 'monthly'] }).notNull(),
    nextDate: date().notNull(),
    bottlesHeld: integer().notNull(),
    notes: text().notNull(),
    status: text({ enum: ['waiting', 'agreed', 'declined'] })
      .notNull()
      .default('waiting'),
    /** Hash of the token of the latest link; the token itself is only in the email. */
    tokenHash: text().unique(),
    /** When the latest link was requested and rendered, and until when it works. */
    requestedAt: instant(),
    sentAt: instant(),
    expiresAt: instant(),
    linkCount: integer().notNull().default(0),
    /** The provider's intent that saves the card. */
    setupRef: text(),
    /** The customer's agreement, with IP address and time; or the time of declining. */
    consentText: text(),
    ip: text(),
    answeredAt: instant(),
    subscriptionId: uuid().references(() => subscriptions.id),
    staffEmail: text().notNull(),
    importedAt: instant().notNull(),
  },
  (table) => [
    index().on(table.customerId),
    index('imported_subscriptions_newest').on(table.importedAt, table.id),
    index('imported_subscriptions_waiting').on(table.requestedAt).where(sql`status = 'waiting'`),
  ],
)

export type ImportedRow = typeof importedSubscriptions.$inferSelect
