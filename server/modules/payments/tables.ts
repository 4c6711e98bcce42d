import { sql } from 'drizzle-orm'
import {
  bigserial,
  boolean,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  unique,
  uuid,
} from 'drizzle-orm/pg-core'
import type { RefundedItem } from './refunds/refunded-item.ts'

const instant = () => timestamp({ withTimezone: true })

/** An order's amount due and payment state. Only the settle path writes `status` (I2, I9). */
export const payments = pgTable(
  'payments',
  {
    orderId: uuid().primaryKey(),
    /** The only intent that may pay this order (I1). */
    intentId: text().unique(),
    /**
     * A cycle's payment ends with its subscription, not after a day or three declines. A tender's is
     * paid on delivery or by invoice, never by card (rule 39).
     */
    kind: text({ enum: ['checkout', 'cycle', 'tender'] })
      .notNull()
      .default('checkout'),
    /** The amount charged to the card: the order's total minus `creditCents`. */
    amountCents: integer().notNull(),
    /** Rule 43: the part of the total that account credit pays. */
    creditCents: integer().notNull().default(0),
    currency: text().notNull().default('usd'),
    status: text({
      enum: ['pending', 'processing', 'paid', 'failed', 'refunded', 'disputed', 'covered', 'due'],
    })
      .notNull()
      .default('pending'),
    /**
     * Terms of an invoice; null on orders that are paid on delivery or by card. The due date and the
     * time are set when the order is invoiced: before that, its terms are not accepted or its
     * delivery is upcoming.
     */
    dueOn: date(),
    netDays: integer(),
    invoicedAt: instant(),
    /** When an unpaid pay link ends; null means a day after the order was placed. */
    expiresAt: instant(),
    /** Refunded the way it was paid: to the card, or as tenders. */
    refundedCents: integer().notNull().default(0),
    /** The part of it that was deposit and tax, which is no revenue. Written by a trigger. */
    refundedOwedCents: integer().notNull().default(0),
    /** Amount refunded as account credit; not part of `refundedCents`. */
    creditRefundedCents: integer().notNull().default(0),
    /** Amount refunded in the provider's dashboard, as far as the customer was notified. */
    outsideRefundedCents: integer().notNull().default(0),
    /** The card that paid, if it is saved for renewals of a subscription. */
    paymentMethodRef: text(),
    customerRef: text(),
    paidAt: instant(),
    /** Last provider read; used to avoid back-to-back reads. */
    checkedAt: instant(),
    /** When a view of the order last started a provider read; null: the next view starts one. */
    readStartedAt: instant(),
    /** How often a succeeded payment could not be applied here, and when the next retry is due. */
    settleFailures: integer().notNull().default(0),
    settleRetryAt: instant(),
    settleError: text(),
    /** Set when the retries are exhausted: staff decide. */
    setAsideAt: instant(),
    createdAt: instant().notNull(),
    updatedAt: instant().notNull(),
  },
  (table) => [
    /** Recent payments are compared with recent declines and with the latest webhook. */
    index('payments_paid').on(table.paidAt).where(sql`paid_at is not null`),
    /** For the books: orders that no charge paid. */
    index('payments_covered').on(table.paidAt).where(sql`amount_cents = 0`),
    index('payments_on_account').on(table.orderId).where(sql`kind = 'tender'`),
    index('payments_settle_retry').on(table.settleRetryAt).where(sql`settle_retry_at is not null`),
    index('payments_set_aside').on(table.setAsideAt).where(sql`set_aside_at is not null`),
    index('payments_failed').on(table.createdAt).where(sql`status = 'failed'`),
    index('payments_disputed').on(table.orderId).where(sql`status = 'disputed'`),
    index('payments_due').on(table.dueOn).where(sql`status = 'due'`),
    index('payments_open').on(table.createdAt).where(sql`status in ('pending', 'processing')`),
  ],
)

/** Every intent created at the provider, including replaced ones. Rows are never deleted. */
export const intents = pgTable(
  'intents',
  {
    id: text().primaryKey(),
    /** The order it is for, which may not have been placed yet. */
    orderId: uuid().notNull(),
    livemode: boolean().notNull(),
    /** Keyed hash of the network that got the client secret; null if a saved card is charged. */
    network: text(),
    createdAt: instant().notNull(),
    /** Set when it is paid, cancelled or refunded: it can no longer be charged. */
    closedAt: instant(),
    checkedAt: instant(),
  },
  (table) => [
    index().on(table.orderId),
    index('intents_open').on(table.createdAt).where(sql`closed_at is null`),
  ],
)

/** Declined charge attempts. Webhook and provider read may both report one; it has a single row. */
export const declines = pgTable(
  'declines',
  {
    chargeRef: text().primaryKey(),
    intentId: text().notNull(),
    code: text().notNull(),
    /** The network of its intent, if the card was entered in a browser. */
    network: text(),
    createdAt: instant().notNull(),
  },
  (table) => [index().on(table.intentId), index('declines_newest').on(table.createdAt)],
)

/** I3: the row and its key are committed before the refund is requested from the provider. */
export const refunds = pgTable(
  'refunds',
  {
    id: uuid().primaryKey(),
    orderId: uuid().notNull(),
    /** A refund as credit never reaches the provider. */
    destination: text({ enum: ['card', 'credit', 'tender'] })
      .notNull()
      .default('card'),
    /** How a refund of tenders was paid back. */
    method: text({ enum: ['cash', 'check', 'transfer'] }),
    intentId: text(),
    amountCents: integer().notNull(),
    /** The refunded items; null on a refund of a free amount. */
    items: jsonb().$type<RefundedItem[]>(),
    reason: text().notNull(),
    dedupeKey: text().notNull().unique(),
    status: text({ enum: ['requested', 'succeeded', 'failed'] })
      .notNull()
      .default('requested'),
    providerRef: text().unique(),
    attempts: integer().notNull().default(0),
    /** Part of the idempotency key: raised after a rejection, which the provider would replay. */
    keyVersion: integer().notNull().default(0),
    /** Why it is still pending or has failed; for staff, without personal data. */
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

/** Each signed provider event, inserted once in the transaction of its effect (W2). */
export const providerEvents = pgTable(
  'provider_events',
  {
    id: text().primaryKey(),
    type: text().notNull(),
    intentId: text(),
    receivedAt: instant().notNull(),
  },
  (table) => [index().on(table.receivedAt)],
)

/** The instant up to which the provider's event list was read and applied. */
export const providerCheckpoints = pgTable('provider_checkpoints', {
  name: text().primaryKey(),
  at: instant().notNull(),
})

/** C3: an event or the ledger has another amount, currency, mode or order than expected. */
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

/** History of payment states, for the audit of I9. */
export const paymentTransitions = pgTable(
  'payment_transitions',
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

/** Our customers' ids at the provider, one per account and mode that the shop has used. */
export const providerCustomers = pgTable(
  'provider_customers',
  {
    customerId: uuid().notNull(),
    /** Empty on rows written before this column existed. */
    account: text().notNull().default(''),
    customerRef: text().notNull().unique(),
    createdAt: instant().notNull(),
  },
  (table) => [primaryKey({ columns: [table.customerId, table.account] })],
)

/** Erased customers who still have to be deleted at the provider. */
export const providerCustomerDeletions = pgTable('provider_customer_deletions', {
  customerRef: text().primaryKey(),
  attempts: integer().notNull().default(0),
  dueAt: instant().notNull(),
  createdAt: instant().notNull(),
})
