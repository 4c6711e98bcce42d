import { sql } from 'drizzle-orm'
import { index, integer, pgTable, text, timestamp, uniqueIndex, uuid } from 'drizzle-orm/pg-core'

const instant = () => timestamp({ withTimezone: true })

/**
 * Binds a browser, an intent and one future order. The browser is identified by its cookie's token,
 * which is stored as a hash. At most one checkout of a browser is open (C5).
 */
export const checkouts = pgTable(
  'checkouts',
  {
    id: uuid().primaryKey(),
    browserHash: text().notNull(),
    /** Generated with the checkout, so that every submit and retry refers to the same order. */
    orderId: uuid().notNull().unique(),
    placedAt: instant(),
    /** The intent's first amount; the order's total replaces it at submit. */
    provisionalCents: integer().notNull(),
    intentId: text().unique(),
    /** Number of the current intent; part of the idempotency key that creates the next one. */
    intentRound: integer().notNull().default(1),
    /** Hash of the last committed submission, to detect a repeated one. */
    submissionHash: text(),
    /** Lease of the submit that is calling the provider; it expires if the process dies. */
    leaseToken: uuid(),
    leaseEndsAt: instant(),
    endedAt: instant(),
    endedAs: text({ enum: ['paid', 'declined', 'expired'] }),
    createdAt: instant().notNull(),
  },
  (table) => [
    uniqueIndex('checkouts_open').on(table.browserHash).where(sql`ended_at is null`),
    index().on(table.browserHash),
    index('checkouts_abandoned').on(table.endedAt).where(sql`placed_at is null`),
  ],
)
