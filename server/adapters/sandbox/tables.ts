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

/** The sandbox keeps its ledger apart from the shop: the shop never reads these tables. */
export const sandbox = pgSchema('sandbox')

/** Every resource, as the API answers it. The columns beside `data` exist to be looked up by. */
export const objects = sandbox.table(
  'objects',
  {
    id: text().primaryKey(),
    seq: bigserial({ mode: 'number' }).notNull(),
    type: text().notNull(),
    created: bigint({ mode: 'number' }).notNull(),
    /** Raised by each change; a change that read an older version does not apply. */
    version: integer().notNull().default(0),
    customer: text(),
    intent: text(),
    email: text(),
    /** How a test card behaves. Its number is never kept. */
    behaviour: text(),
    data: jsonb().notNull(),
  },
  (table) => [
    index('objects_type_seq').on(table.type, table.seq),
    index('objects_customer').on(table.customer, table.type).where(sql`customer is not null`),
    index('objects_intent').on(table.intent, table.type).where(sql`intent is not null`),
    index('objects_email').on(table.email).where(sql`email is not null`),
  ],
)

/** The first answer to each idempotency key, kept for 24 hours. */
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

/** What happened, and how far its webhook has come: `dueAt` is null when nothing is left to send. */
export const events = sandbox.table(
  'events',
  {
    id: text().primaryKey(),
    seq: bigserial({ mode: 'number' }).notNull(),
    type: text().notNull(),
    created: bigint({ mode: 'number' }).notNull(),
    /** The object as it was when this happened. */
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
