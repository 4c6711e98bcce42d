import { sql } from 'drizzle-orm'
import {
  bigint,
  bigserial,
  index,
  integer,
  jsonb,
  pgSchema,
  text,
  timestamp,
} from 'drizzle-orm/pg-core'

/** The sandbox stores its ledger in its own schema; the shop never reads these tables. */
export const sandbox = pgSchema('sandbox')

/** Every API object, as returned by the API. The other columns exist for lookups. */
export const objects = sandbox.table(
  'objects',
  {
    id: text().primaryKey(),
    seq: bigserial({ mode: 'number' }).notNull(),
    type: text().notNull(),
    created: bigint({ mode: 'number' }).notNull(),
    /** Incremented by each change; a change based on an older version does not apply. */
    version: integer().notNull().default(0),
    customer: text(),
    intent: text(),
    email: text(),
    /** How a test card behaves. Its number is never stored. */
    behavior: text(),
    data: jsonb().notNull(),
  },
  (table) => [
    index('objects_type_seq').on(table.type, table.seq),
    index('objects_customer').on(table.customer, table.type).where(sql`customer is not null`),
    index('objects_intent').on(table.intent, table.type).where(sql`intent is not null`),
    index('objects_email').on(table.email).where(sql`email is not null`),
  ],
)

/** The first response to each idempotency key, stored for 24 hours. */
export const idempotencyKeys = sandbox.table(
  'idempotency_keys',
  {
    key: text().primaryKey(),
    fingerprint: text().notNull(),
    status: integer().notNull(),
    body: text().notNull(),
    createdAt: timestamp({ withTimezone: true }).notNull(),
  },
  (table) => [index('idempotency_keys_created').on(table.createdAt)],
)

/** Events and the state of their webhook; `dueAt` is null if nothing remains to be sent. */
export const events = sandbox.table(
  'events',
  {
    id: text().primaryKey(),
    seq: bigserial({ mode: 'number' }).notNull(),
    type: text().notNull(),
    created: bigint({ mode: 'number' }).notNull(),
    /** The object at the time of the event. */
    data: jsonb().notNull(),
    attempts: integer().notNull().default(0),
    dueAt: timestamp({ withTimezone: true }),
    deliveredAt: timestamp({ withTimezone: true }),
  },
  (table) => [
    index('events_seq').on(table.seq),
    index('events_due').on(table.dueAt).where(sql`due_at is not null`),
  ],
)

/** Every movement of the account's balance, written when the balance is read. Amounts in cents. */
export const balanceTransactions = sandbox.table(
  'balance_transactions',
  {
    id: text().primaryKey(),
    seq: bigserial({ mode: 'number' }).notNull(),
    created: bigint({ mode: 'number' }).notNull(),
    availableOn: bigint({ mode: 'number' }).notNull(),
    type: text().notNull(),
    /** Stripe's reporting category, which separates disputes from other adjustments. */
    category: text().notNull(),
    amount: bigint({ mode: 'number' }).notNull(),
    fee: bigint({ mode: 'number' }).notNull(),
    source: text(),
    description: text(),
    /** The payout that paid it out, or that it is itself. */
    payout: text(),
  },
  (table) => [
    index('balance_transactions_created').on(table.created, table.seq),
    index('balance_transactions_payout').on(table.payout).where(sql`payout is not null`),
    index('balance_transactions_open').on(table.availableOn).where(sql`payout is null`),
  ],
)
