import {
  bigserial,
  boolean,
  date,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uuid,
} from 'drizzle-orm/pg-core'
import { zones } from '#server/modules/zones/tables.ts'

/** Rule 46: locked while the places of a zone on a date are counted and reserved. */
export const zoneDays = pgTable(
  'zone_days',
  {
    zoneId: uuid()
      .notNull()
      .references(() => zones.id),
    date: date().notNull(),
  },
  (table) => [primaryKey({ columns: [table.zoneId, table.date] }), index().on(table.date)],
)

/**
 * The deliveries of subscriptions in the next weeks that have no order yet, with the dates on which
 * they land. `subscriptions` computes them; a subscription's rows are replaced as a whole.
 */
export const plannedDeliveries = pgTable(
  'planned_deliveries',
  {
    subscriptionId: uuid().notNull(),
    cycle: integer().notNull(),
    date: date().notNull(),
    /** Five digits. */
    zip: text().notNull(),
    bottles: integer().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.subscriptionId, table.cycle] }),
    index('planned_deliveries_by_date_and_zip').on(table.date, table.zip),
  ],
)

/**
 * Subscriptions whose planned deliveries are outdated; triggers add them. A change that comes while
 * they are computed raises `mark`, so that it is not lost.
 */
export const plansToUpdate = pgTable('plans_to_update', {
  subscriptionId: uuid().primaryKey(),
  mark: bigserial({ mode: 'number' }).notNull(),
})

/** A single row: whether all planned deliveries are outdated, and until when they are known. */
export const planState = pgTable('plan_state', {
  id: integer().primaryKey(),
  isOutdated: boolean().notNull(),
  until: date().notNull(),
})
