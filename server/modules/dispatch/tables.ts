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
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { drivers } from '#server/modules/fleet/tables.ts'
import { orders } from '#server/modules/orders/tables.ts'

const instant = () => timestamp({ withTimezone: true })

export const schedules = pgTable(
  'schedules',
  {
    id: uuid().primaryKey(),
    orderId: uuid()
      .notNull()
      .references(() => orders.id, { onDelete: 'cascade' }),
    /** No foreign key: a deleted truck leaves its old rows behind (rule 13). */
    truckId: uuid(),
    scheduledDate: date().notNull(),
    scheduledTime: text(),
    status: text({ enum: ['pending', 'in-progress', 'completed', 'cancelled'] }).notNull(),
    notes: text(),
    /** Which of the route's trips, from 1. */
    trip: integer().notNull().default(1),
    /** Order within the trip; stops without one come last, in the order they were added. */
    position: integer(),
    /** The part that plans must not change (rule 51). */
    pin: text({ enum: ['none', 'truck', 'position', 'time'] })
      .notNull()
      .default('none'),
    /** When the truck is expected at the door, by the plan. */
    plannedAt: instant(),
    /** Rule 58: the driver was there and could not deliver. The stop is cancelled. */
    outcome: text({ enum: ['failed'] }),
    /** When the driver delivered or failed, by the driver's own clock, corrected. */
    outcomeAt: instant(),
    version: integer().notNull().default(1),
    createdAt: instant().notNull(),
  },
  (table) => [
    index('schedules_newest').on(table.createdAt, table.id),
    index('schedules_by_status').on(table.status, table.createdAt, table.id),
    index('schedules_by_date').on(table.scheduledDate, table.id),
    index('schedules_by_status_and_date').on(table.status, table.scheduledDate, table.id),
    index().on(table.orderId),
    index().on(table.truckId),
  ],
)

/**
 * One truck on one date. Its stops are the schedules with the same truck and date. A trigger on
 * schedules inserts the route of the first stop and counts up its version.
 */
export const routes = pgTable(
  'routes',
  {
    id: uuid().primaryKey(),
    /** No foreign key: the route of a deleted truck stays (rule 13). */
    truckId: uuid().notNull(),
    date: date().notNull(),
    driverId: uuid().references(() => drivers.id),
    status: text({ enum: ['draft', 'published', 'out', 'closed'] })
      .notNull()
      .default('draft'),
    /** A plan leaves a locked route as it is. */
    isLocked: boolean().notNull().default(false),
    version: integer().notNull().default(1),
    publishedAt: instant(),
    /** The version that the customers were emailed about. */
    publishedVersion: integer(),
    leftAt: instant(),
    closedAt: instant(),
  },
  (table) => [
    uniqueIndex('routes_of_truck').on(table.truckId, table.date),
    index('routes_by_date').on(table.date),
    index().on(table.driverId, table.date),
  ],
)

/**
 * Rule 52: the delivery window that was announced, so that a customer is emailed once per time. The
 * names in the database stay, because an earlier version may still use them during an upgrade.
 */
export const announcedWindows = pgTable(
  'told_windows',
  {
    orderId: uuid()
      .primaryKey()
      .references(() => orders.id, { onDelete: 'cascade' }),
    date: date().notNull(),
    /** The middle of the window; null if only the day was announced. */
    expectedAt: instant(),
    announcedAt: timestamp('told_at', { withTimezone: true }).notNull(),
    /** Since when it has been known to be wrong; the customer is emailed a while later. */
    wrongSince: instant(),
  },
  (table) => [index('told_windows_by_date').on(table.date)],
)

/** Rule 52: the order in which a truck usually visits doors on a weekday, Monday being 1. */
export const standingOrders = pgTable(
  'standing_orders',
  {
    /** No foreign key: that of a deleted truck is not used (rule 13). */
    truckId: uuid().notNull(),
    weekday: integer().notNull(),
    /** Null: it is called after its truck. */
    name: text(),
    stops: jsonb().$type<{ door: string; trip: number }[]>().notNull(),
    savedAt: instant().notNull(),
  },
  (table) => [primaryKey({ columns: [table.truckId, table.weekday] })],
)
