import { type SQL, sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  index,
  integer,
  pgTable,
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
  createdAt: timestamp({ withTimezone: true }).notNull(),
})

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
