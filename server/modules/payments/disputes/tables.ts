import { sql } from 'drizzle-orm'
import { boolean, index, integer, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'

const instant = () => timestamp({ withTimezone: true })

/** Disputes (chargebacks) in the state the provider last reported. */
export const disputes = pgTable(
  'disputes',
  {
    id: text().primaryKey(),
    orderId: uuid().notNull(),
    intentId: text().notNull(),
    amountCents: integer().notNull(),
    reason: text().notNull(),
    state: text({ enum: ['open', 'won', 'lost'] }).notNull(),
    /** Deadline for submitting evidence to the bank. */
    evidenceDueAt: instant(),
    openedAt: instant().notNull(),
    closedAt: instant(),
    updatedAt: instant().notNull(),
  },
  (table) => [
    index().on(table.orderId),
    index('disputes_open').on(table.orderId).where(sql`state = 'open'`),
  ],
)

/** Early fraud warnings of the card networks. */
export const fraudWarnings = pgTable(
  'fraud_warnings',
  {
    id: text().primaryKey(),
    orderId: uuid().notNull(),
    intentId: text().notNull(),
    fraudType: text().notNull(),
    isActionable: boolean().notNull(),
    warnedAt: instant().notNull(),
  },
  (table) => [
    index().on(table.orderId),
    index('fraud_warnings_open').on(table.orderId).where(sql`is_actionable`),
  ],
)
