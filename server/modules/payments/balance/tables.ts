import { sql } from 'drizzle-orm'
import { bigint, boolean, date, index, pgTable, text, timestamp } from 'drizzle-orm/pg-core'
import { payoutStatuses } from './port.ts'

const instant = () => timestamp({ withTimezone: true })
/** The sums of a payout can exceed 32 bits. */
const cents = () => bigint({ mode: 'number' })

/**
 * Rule 65: the provider's balance transactions, kept for good because they are books. A trigger
 * rejects every change but the first assignment of a payout.
 */
export const balanceTransactions = pgTable(
  'balance_transactions',
  {
    id: text().primaryKey(),
    /** Mode and account of the key (`live:acct_1`), so that test payments stay out of the books. */
    account: text().notNull(),
    category: text().notNull(),
    amountCents: cents().notNull(),
    feeCents: cents().notNull(),
    netCents: cents().notNull(),
    currency: text().notNull(),
    sourceRef: text(),
    intentId: text(),
    description: text(),
    /** Null until the provider has paid it out. */
    payoutId: text(),
    createdAt: instant().notNull(),
    availableAt: instant().notNull(),
    readAt: instant().notNull(),
  },
  (table) => [
    index('balance_transactions_created').on(table.createdAt, table.id),
    index('balance_transactions_intent').on(table.intentId).where(sql`intent_id is not null`),
    index('balance_transactions_payout').on(table.payoutId).where(sql`payout_id is not null`),
  ],
)

/** Payouts to the bank account in the state the provider last reported. */
export const payouts = pgTable(
  'payouts',
  {
    id: text().primaryKey(),
    account: text().notNull(),
    amountCents: cents().notNull(),
    currency: text().notNull(),
    status: text({ enum: payoutStatuses }).notNull(),
    isAutomatic: boolean().notNull(),
    arrivesOn: date().notNull(),
    transactionId: text(),
    createdAt: instant().notNull(),
    /** When the transactions that it consists of were read; null until then. */
    itemizedAt: instant(),
    updatedAt: instant().notNull(),
  },
  (table) => [
    index('payouts_created').on(table.createdAt, table.id),
    index('payouts_not_itemized').on(table.createdAt).where(sql`itemized_at is null`),
  ],
)
