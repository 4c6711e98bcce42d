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

/** Who gave no name stands under the address, as mail programs have it. */
export const customerNameKey = (table: { name: AnyPgColumn; email: AnyPgColumn }): SQL =>
  sql`lower(coalesce(${table.name}, ${table.email}))`

export const customers = pgTable(
  'customers',
  {
    id: uuid().primaryKey(),
    /** In lower case: one customer per address, however it was typed. */
    email: text().notNull().unique(),
    name: text(),
    phone: text(),
    /** Once somebody has proved to own the address, a guest order changes nothing here. */
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
  createdAt: timestamp({ withTimezone: true }).notNull(),
})

/** One row per login. The cookie holds the token; only its hash is kept. */
export const sessions = pgTable(
  'sessions',
  {
    id: uuid().primaryKey(),
    tokenHash: text().notNull().unique(),
    customerId: uuid().references(() => customers.id, { onDelete: 'cascade' }),
    staffId: uuid().references(() => staff.id, { onDelete: 'cascade' }),
    /** What the browser called itself, so that people recognise their own. */
    browser: text().notNull().default(''),
    createdAt: timestamp({ withTimezone: true }).notNull(),
    expiresAt: timestamp({ withTimezone: true }).notNull(),
  },
  (table) => [index().on(table.customerId), index().on(table.staffId), index().on(table.expiresAt)],
)

/** A browser in which an account has logged in before. Its cookie's token is kept as a hash alone. */
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
 * Somebody wants to sign in. Token and code are drawn when the mail is written (rule 21), so no
 * payload ever holds them; here are their hashes alone.
 */
export const loginRequests = pgTable(
  'login_requests',
  {
    id: uuid().primaryKey(),
    /** In lower case. */
    email: text().notNull(),
    /** The browser that asked, the only one in which the code works. */
    browserHash: text().notNull(),
    tokenHash: text().unique(),
    codeHash: text(),
    codeAttempts: integer('code_tries').notNull().default(0),
    createdAt: timestamp({ withTimezone: true }).notNull(),
    expiresAt: timestamp({ withTimezone: true }),
    usedAt: timestamp({ withTimezone: true }),
  },
  (table) => [index().on(table.browserHash), index().on(table.createdAt)],
)
