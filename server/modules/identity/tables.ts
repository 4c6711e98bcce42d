import { index, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'

export const customers = pgTable('customers', {
  id: uuid().primaryKey(),
  /** In lower case: one customer per address, however it was typed. */
  email: text().notNull().unique(),
  name: text(),
  phone: text(),
  /** Once somebody has proved to own the address, a guest order changes nothing here. */
  firstSignedInAt: timestamp({ withTimezone: true }),
  createdAt: timestamp({ withTimezone: true }).notNull(),
})

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
    createdAt: timestamp({ withTimezone: true }).notNull(),
    expiresAt: timestamp({ withTimezone: true }).notNull(),
  },
  (table) => [index().on(table.customerId), index().on(table.staffId), index().on(table.expiresAt)],
)
