import {
  boolean,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uuid,
} from 'drizzle-orm/pg-core'
import type { DayChangeCounts } from '#contract/zones/day-changes.ts'
import type { TimeWindow } from '#contract/zones/time-window.ts'
import { orders } from '#server/modules/orders/tables.ts'
import { subscriptions } from '#server/modules/subscriptions/tables.ts'

const instant = () => timestamp({ withTimezone: true })

/** Rule 48: a date that staff closed or moved, for zones or for the whole shop. */
export const dayChanges = pgTable(
  'day_changes',
  {
    id: uuid().primaryKey(),
    date: date().notNull(),
    /** Null for the shop's whole date. */
    zoneIds: uuid().array(),
    kind: text({ enum: ['closed', 'moved'] }).notNull(),
    toDate: date(),
    reason: text().notNull(),
    status: text({ enum: ['applied', 'undone', 'final'] }).notNull(),
    counts: jsonb().$type<DayChangeCounts>().notNull(),
    /** Email address of the staff member. */
    appliedBy: text().notNull(),
    appliedAt: instant().notNull(),
    undoneAt: instant(),
  },
  (table) => [index('day_changes_newest').on(table.appliedAt, table.id)],
)

/** Values that an undo restores in an ordered delivery. Deleted once no one needs to look them up. */
export const dayChangeMoves = pgTable(
  'day_change_moves',
  {
    dayChangeId: uuid()
      .notNull()
      .references(() => dayChanges.id),
    orderId: uuid()
      .notNull()
      .references(() => orders.id, { onDelete: 'cascade' }),
    fromDate: date().notNull(),
    toDate: date().notNull(),
    /** Of the order after the move. An order with another version was changed since. */
    version: integer().notNull(),
    wasRescheduled: boolean().notNull(),
    /** Pending truck stops that were cancelled, with their versions before. */
    stops: jsonb().$type<{ id: string; version: number }[]>().notNull(),
    /** The time window that the new date does not have. */
    lostWindow: jsonb().$type<TimeWindow>(),
  },
  (table) => [
    primaryKey({ columns: [table.dayChangeId, table.orderId] }),
    index().on(table.orderId),
  ],
)

/** Values that an undo restores in a delivery that has no order yet. */
export const dayChangeCycles = pgTable(
  'day_change_cycles',
  {
    dayChangeId: uuid()
      .notNull()
      .references(() => dayChanges.id),
    subscriptionId: uuid()
      .notNull()
      .references(() => subscriptions.id),
    cycle: integer().notNull(),
    toDate: date().notNull(),
    /** The date of its row; null if it had none and followed the cadence. */
    storedDate: date(),
    wasRescheduled: boolean().notNull(),
  },
  (table) => [primaryKey({ columns: [table.dayChangeId, table.subscriptionId, table.cycle] })],
)
