import {
  boolean,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  timestamp,
  uuid,
} from 'drizzle-orm/pg-core'
import type { ShopCalendar } from '#contract/dates/shop-calendar.ts'
import type { PlanningChange } from '#contract/routes/planning-settings.ts'

/** Rule 33: the settings that the owner changes, in a single row. The audit log has their history. */
export const shopSettings = pgTable('shop_settings', {
  id: uuid().primaryKey(),
  version: integer().notNull().default(1),
  name: text().notNull(),
  phone: text().notNull(),
  email: text().notNull(),
  city: text().notNull(),
  town: text().notNull(),
  /** Lines below the contact details of the legal pages, such as the company's legal name. */
  legalContact: text().notNull().default(''),
  /** Rule 41: whether sales tax is added to orders. */
  chargesTax: boolean().notNull().default(false),
  /** Rule 32: whether subscribers must agree to a higher price, or are only notified. */
  priceIncreases: text({ enum: ['ask', 'notice'] })
    .notNull()
    .default('ask'),
  /** Rule 42: the deposit of a returnable bottle; 0 means none. */
  depositCents: integer().notNull().default(0),
  isDepositTaxable: boolean().notNull().default(false),
  /** Rule 46: whether customers can only order for the route days of their zone. */
  routeDaysOnly: boolean().notNull().default(false),
  /** What the owner changed of the planning of routes; defaults apply to the rest. */
  routing: jsonb().$type<PlanningChange>().notNull().default({}),
  calendar: jsonb().$type<ShopCalendar>().notNull(),
  updatedAt: timestamp({ withTimezone: true }).notNull(),
})

/** What the owner confirmed on the going-live checklist. The latest row of an item counts. */
export const checklistConfirmations = pgTable(
  'checklist_confirmations',
  {
    id: uuid().primaryKey(),
    item: text().notNull(),
    /** When a backup or a restore test was made. */
    doneOn: date(),
    /** Email address of the staff member. */
    confirmedBy: text().notNull(),
    confirmedAt: timestamp({ withTimezone: true }).notNull(),
  },
  (table) => [index('checklist_confirmations_latest').on(table.item, table.confirmedAt)],
)
