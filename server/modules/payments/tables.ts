import { sql } from 'drizzle-orm'
import {
  bigserial,
  boolean,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  timestamp,
  unique,
  uuid,
} from 'drizzle-orm/pg-core'

const instant = () => timestamp({ withTimezone: true })

/** What is owed for an order and what became of it. Only the settle path writes `status` (I2, I9). */
export const payments = pgTable(
  'payments',
  {
    orderId: uuid().primaryKey(),
    /** The one intent that may pay this order (I1). */
    intentId: text().unique(),
    /** A cycle's payment lives and ends with its subscription, not after a day or three declines. */
    kind: text({ enum: ['checkout', 'cycle'] })
      .notNull()
      .default('checkout'),
    amountCents: integer().notNull(),
    currency: text().notNull().default('usd'),
    status: text({ enum: ['pending', 'processing', 'paid', 'failed', 'refunded', 'disputed'] })
      .notNull()
      .default('pending'),
    refundedCents: integer().notNull().default(0),
    /** How much of it was refunded at the provider by hand, as far as the customer was told. */
    outsideRefundedCents: integer().notNull().default(0),
    /** The card it was paid with, where it is saved for later deliveries of a subscription. */
    paymentMethodRef: text(),
    customerRef: text(),
    paidAt: instant(),
    /** When the provider was last asked, so that nobody asks twice in a breath. */
    checkedAt: instant(),
    /** When a reader of the order last had the provider asked; null when the next one should. */
    readStartedAt: timestamp('asked_at', { withTimezone: true }),
    /** How often the payment succeeded and could not be applied here, and when that is tried next. */
    settleFailures: integer().notNull().default(0),
    settleRetryAt: instant(),
    settleError: text(),
    /** Tried too often: staff decide. */
    setAsideAt: instant(),
    createdAt: instant().notNull(),
    updatedAt: instant().notNull(),
  },
  (table) => [
    /** How many were paid in the last minutes, beside how many cards were declined. */
    index('payments_paid').on(table.paidAt).where(sql`kind = 'checkout' and paid_at is not null`),
    index('payments_settle_retry').on(table.settleRetryAt).where(sql`settle_retry_at is not null`),
    index('payments_set_aside').on(table.setAsideAt).where(sql`set_aside_at is not null`),
    index('payments_failed').on(table.createdAt).where(sql`status = 'failed'`),
    index('payments_disputed').on(table.orderId).where(sql`status = 'disputed'`),
    index('payments_open').on(table.createdAt).where(sql`status in ('pending', 'processing')`),
  ],
)

/** Every intent that we had made at the provider, the replaced ones included: none is forgotten. */
export const intents = pgTable(
  'intents',
  {
    id: text().primaryKey(),
    /** The order it is meant for, which may not have been placed yet. */
    orderId: uuid().notNull(),
    livemode: boolean().notNull(),
    /** Keyed hash of the network that holds its secret; null where a saved card is charged. */
    network: text(),
    createdAt: instant().notNull(),
    /** Paid, cancelled or refunded: nothing more can happen to it by itself. */
    closedAt: instant(),
    checkedAt: instant(),
  },
  (table) => [
    index().on(table.orderId),
    index('intents_open').on(table.createdAt).where(sql`closed_at is null`),
  ],
)

/** A declined try, once each, whoever tells of it first. */
export const declines = pgTable(
  'declines',
  {
    chargeRef: text().primaryKey(),
    intentId: text().notNull(),
    code: text().notNull(),
    /** The network of its intent, where a visitor typed the card. */
    network: text(),
    createdAt: instant().notNull(),
  },
  (table) => [
    index().on(table.intentId),
    index('declines_by_visitors').on(table.createdAt).where(sql`network is not null`),
  ],
)

/** I3: the row and its key are committed before the provider is asked to give money back. */
export const refunds = pgTable(
  'refunds',
  {
    id: uuid().primaryKey(),
    orderId: uuid().notNull(),
    intentId: text().notNull(),
    amountCents: integer().notNull(),
    reason: text().notNull(),
    dedupeKey: text().notNull().unique(),
    status: text({ enum: ['requested', 'succeeded', 'failed'] })
      .notNull()
      .default('requested'),
    providerRef: text().unique(),
    attempts: integer().notNull().default(0),
    /** Part of the idempotency key: raised when the provider refused and would repeat its answer. */
    keyVersion: integer().notNull().default(0),
    /** Why it is not through yet, or failed; for staff, without personal data. */
    lastError: text(),
    dueAt: instant().notNull(),
    createdAt: instant().notNull(),
    updatedAt: instant().notNull(),
  },
  (table) => [
    index().on(table.orderId),
    index().on(table.intentId),
    index('refunds_failed').on(table.orderId).where(sql`status = 'failed'`),
    index('refunds_due').on(table.dueAt).where(sql`status = 'requested'`),
  ],
)

/** Each signed message of the provider, once, in the transaction of its effect (W2). */
export const providerEvents = pgTable('provider_events', {
  id: text().primaryKey(),
  type: text().notNull(),
  intentId: text(),
  receivedAt: instant().notNull(),
})

/** How far the provider's own list of events was read and applied. */
export const providerCheckpoints = pgTable('provider_marks', {
  name: text().primaryKey(),
  at: instant().notNull(),
})

/** A payment that its holder's bank contests, as the provider last told. */
export const disputes = pgTable(
  'disputes',
  {
    id: text().primaryKey(),
    orderId: uuid().notNull(),
    intentId: text().notNull(),
    amountCents: integer().notNull(),
    reason: text().notNull(),
    state: text({ enum: ['open', 'won', 'lost'] }).notNull(),
    /** Until when the bank takes evidence from us. */
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

/** The card network's early reports of likely fraud. */
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

/** C3: something claimed or held other sums, currency, mode or order than we agreed on. */
export const mismatches = pgTable(
  'mismatches',
  {
    id: bigserial({ mode: 'number' }).primaryKey(),
    intentId: text().notNull(),
    orderId: uuid().notNull(),
    source: text({ enum: ['event', 'ledger'] }).notNull(),
    what: text().notNull(),
    expected: text().notNull(),
    found: text().notNull(),
    createdAt: instant().notNull(),
  },
  (table) => [unique().on(table.intentId, table.source, table.what, table.expected, table.found)],
)

/** Every step of a payment's state, for the audit of I9. */
export const paymentTransitions = pgTable(
  'payment_steps',
  {
    id: bigserial({ mode: 'number' }).primaryKey(),
    orderId: uuid().notNull(),
    intentId: text(),
    from: text('from_status').notNull(),
    to: text('to_status').notNull(),
    createdAt: instant().notNull(),
  },
  (table) => [index().on(table.orderId)],
)

/** Our customers as the provider knows them, in each account and mode that the shop has used. */
export const providerCustomers = pgTable(
  'payers',
  {
    customerId: uuid().notNull(),
    /** Empty on rows from before accounts were told apart. */
    account: text().notNull().default(''),
    customerRef: text().notNull().unique(),
    createdAt: instant().notNull(),
  },
  (table) => [primaryKey({ columns: [table.customerId, table.account] })],
)

/** Customers of the provider whose person was erased, until the provider has deleted them too. */
export const providerCustomerDeletions = pgTable('provider_customer_deletions', {
  customerRef: text().primaryKey(),
  attempts: integer().notNull().default(0),
  dueAt: instant().notNull(),
  createdAt: instant().notNull(),
})
