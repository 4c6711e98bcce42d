import { type SQL, sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  bigint,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { staffRoles } from '#contract/staff/permissions.ts'

/** Sorts customers without a name by their email address. */
export const customerNameKey = (table: { name: AnyPgColumn; email: AnyPgColumn }): SQL =>
  sql`lower(coalesce(${table.name}, ${table.email}))`

export const customers = pgTable(
  'customers',
  {
    id: uuid().primaryKey(),
    /** Lower case: one customer per email address. */
    email: text().notNull().unique(),
    name: text(),
    phone: text(),
    /** Set by a manager: the customer may order by invoice with these net days (rule 38). */
    invoiceNetDays: integer(),
    /** After the first login, guest orders no longer change this row. */
    firstSignedInAt: timestamp({ withTimezone: true }),
    version: integer().notNull().default(1),
    createdAt: timestamp({ withTimezone: true }).notNull(),
  },
  (table) => [
    index('customers_newest').on(table.createdAt, table.id),
    index('customers_by_name').on(customerNameKey(table), table.id),
  ],
)

export const staff = pgTable('staff', {
  id: uuid().primaryKey(),
  email: text().notNull().unique(),
  passwordHash: text().notNull(),
  role: text({ enum: staffRoles }).notNull(),
  /** A disabled account has no sessions and cannot log in. */
  disabledAt: timestamp({ withTimezone: true }),
  lastLoginAt: timestamp({ withTimezone: true }),
  /** Since when the role is owner or manager (rule 37). Null: since the account was created. */
  privilegedSince: timestamp({ withTimezone: true }),
  createdAt: timestamp({ withTimezone: true }).notNull(),
})

/** Two-step verification of an account (rule 37). It is on once a first code was correct. */
export const staffTwoStep = pgTable('staff_two_step', {
  staffId: uuid()
    .primaryKey()
    .references(() => staff.id, { onDelete: 'cascade' }),
  /** Encrypted; see `secret-box.ts`. */
  secret: text().notNull(),
  /** Null during set-up. */
  activatedAt: timestamp({ withTimezone: true }),
  /** The time step of the last accepted code. Only later steps are accepted. */
  lastStep: bigint({ mode: 'number' }).notNull(),
  createdAt: timestamp({ withTimezone: true }).notNull(),
})

/** Single-use codes for staff who have lost their phone. Only hashes are stored. */
export const staffRecoveryCodes = pgTable(
  'staff_recovery_codes',
  {
    staffId: uuid()
      .notNull()
      .references(() => staff.id, { onDelete: 'cascade' }),
    codeHash: text().notNull(),
    usedAt: timestamp({ withTimezone: true }),
  },
  (table) => [primaryKey({ columns: [table.staffId, table.codeHash] })],
)

/**
 * Emailed links that set a password: an invitation creates the account of its address, a reset
 * belongs to an account. The token is generated when the email is rendered; only its hash is stored.
 */
export const staffLinks = pgTable(
  'staff_links',
  {
    id: uuid().primaryKey(),
    kind: text({ enum: ['invitation', 'reset'] }).notNull(),
    /** Lower case. */
    email: text().notNull(),
    /** The role of a future account; null on a reset. */
    role: text({ enum: staffRoles }),
    staffId: uuid().references(() => staff.id, { onDelete: 'cascade' }),
    /** The owner who sent it. An invitation ends when its sender loses the role. */
    sentBy: uuid().references(() => staff.id, { onDelete: 'cascade' }),
    tokenHash: text().unique(),
    createdAt: timestamp({ withTimezone: true }).notNull(),
    expiresAt: timestamp({ withTimezone: true }),
    /** Accepted, replaced or revoked. */
    endedAt: timestamp({ withTimezone: true }),
  },
  (table) => [
    uniqueIndex('staff_links_open')
      .on(table.email, table.kind)
      .where(sql`${table.endedAt} is null`),
    index().on(table.sentBy),
    index().on(table.staffId),
    index().on(table.createdAt),
  ],
)

/** One row per login. Only the hash of the token in the cookie is stored. */
export const sessions = pgTable(
  'sessions',
  {
    id: uuid().primaryKey(),
    tokenHash: text().notNull().unique(),
    customerId: uuid().references(() => customers.id, { onDelete: 'cascade' }),
    staffId: uuid().references(() => staff.id, { onDelete: 'cascade' }),
    /** The user agent, so that customers recognize their sessions. */
    browser: text().notNull().default(''),
    createdAt: timestamp({ withTimezone: true }).notNull(),
    expiresAt: timestamp({ withTimezone: true }).notNull(),
    /** Of staff: when the password or a code was last entered in this session (rule 37). */
    confirmedAt: timestamp({ withTimezone: true }),
    /** Of staff: updated every few minutes. Null: not used since the login. */
    lastUsedAt: timestamp({ withTimezone: true }),
  },
  (table) => [index().on(table.customerId), index().on(table.staffId), index().on(table.expiresAt)],
)

/** Browsers in which an account has logged in before. Only the cookie's hash is stored. */
export const knownDevices = pgTable(
  'known_devices',
  {
    id: uuid().primaryKey(),
    tokenHash: text().notNull(),
    customerId: uuid().references(() => customers.id, { onDelete: 'cascade' }),
    staffId: uuid().references(() => staff.id, { onDelete: 'cascade' }),
    /** The user agent at the first login, for the email about it. */
    browser: text().notNull().default(''),
    createdAt: timestamp({ withTimezone: true }).notNull(),
    seenAt: timestamp({ withTimezone: true }).notNull(),
  },
  (table) => [
    uniqueIndex('known_devices_of_customers').on(table.tokenHash, table.customerId),
    uniqueIndex('known_devices_of_staff').on(table.tokenHash, table.staffId),
    index().on(table.customerId),
    index().on(table.staffId),
    index().on(table.seenAt),
  ],
)

/**
 * Requests for a login link. Token and code are generated when the email is rendered (rule 21), so
 * no queue contains them. Only their hashes are stored.
 */
export const loginRequests = pgTable(
  'login_requests',
  {
    id: uuid().primaryKey(),
    /** Lower case. */
    email: text().notNull(),
    /** The requesting browser, the only one in which the code works. */
    browserHash: text().notNull(),
    tokenHash: text().unique(),
    codeHash: text(),
    codeAttempts: integer().notNull().default(0),
    createdAt: timestamp({ withTimezone: true }).notNull(),
    expiresAt: timestamp({ withTimezone: true }),
    usedAt: timestamp({ withTimezone: true }),
  },
  (table) => [index().on(table.browserHash), index().on(table.createdAt)],
)
