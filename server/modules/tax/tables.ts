import { date, integer, pgTable, text, timestamp, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { customers } from '#server/modules/identity/tables.ts'

const instant = () => timestamp({ withTimezone: true })

/**
 * Rule 41: the combined rate of a ZIP code or a state from a date on. The latest one that has started
 * on the delivery date counts. The audit log has the history of a row.
 */
export const taxRates = pgTable(
  'tax_rates',
  {
    id: uuid().primaryKey(),
    scope: text({ enum: ['zip', 'state'] }).notNull(),
    /** Five digits, or the two letters of a state. */
    value: text().notNull(),
    /** Such as the county; shown to staff only. */
    label: text().notNull().default(''),
    ratePpm: integer().notNull(),
    validFrom: date().notNull(),
    /** The first date on which it no longer applies. On `validFrom` or before: it never applied. */
    endsOn: date(),
    createdAt: instant().notNull(),
  },
  (table) => [uniqueIndex('tax_rates_place').on(table.scope, table.value, table.validFrom)],
)

/** Customers who need not pay sales tax. */
export const taxExemptions = pgTable('tax_exemptions', {
  customerId: uuid()
    .primaryKey()
    .references(() => customers.id, { onDelete: 'cascade' }),
  /** The number of the certificate. */
  certificate: text().notNull(),
  /** The last delivery date that it exempts. */
  expiresOn: date().notNull(),
  updatedAt: instant().notNull(),
})
