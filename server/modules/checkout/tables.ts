import { sql } from 'drizzle-orm'
import { index, integer, pgTable, text, timestamp, uniqueIndex, uuid } from 'drizzle-orm/pg-core'

const instant = () => timestamp({ withTimezone: true })

/**
 * One browser's way to one paid order. The cookie's token is the key, kept as a hash; at most one
 * checkout of a browser is open (C5).
 */
export const checkouts = pgTable(
  'checkouts',
  {
    id: uuid().primaryKey(),
    browserHash: text().notNull(),
    /** Drawn with the checkout, so that every submit and every retry means the same order. */
    orderId: uuid().notNull().unique(),
    placedAt: instant(),
    /** The first sum that was asked for; the order's true total takes its place at submit. */
    provisionalCents: integer().notNull(),
    intentId: text().unique(),
    /** Which intent of this checkout it is; part of the idempotency key of making the next. */
    intentRound: integer().notNull().default(1),
    /** What the last accepted submit said, so that saying it again is free. */
    submissionHash: text(),
    /** Held while one submit talks to the provider; a dead holder loses it by time. */
    leaseToken: uuid(),
    leaseEndsAt: instant(),
    endedAt: instant(),
    endedAs: text({ enum: ['paid', 'declined', 'expired'] }),
    createdAt: instant().notNull(),
  },
  (table) => [
    uniqueIndex('checkouts_open').on(table.browserHash).where(sql`ended_at is null`),
    index().on(table.browserHash),
    index('checkouts_unfinished').on(table.createdAt).where(sql`ended_at is null`),
  ],
)
