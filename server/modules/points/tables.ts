import { sql } from 'drizzle-orm'
import {
  bigserial,
  boolean,
  check,
  doublePrecision,
  foreignKey,
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
import type { TimeWindow } from '#contract/zones/time-window.ts'
import { customers } from '#server/modules/identity/tables.ts'

/**
 * A door that is delivered to. Each customer has their own row for an address, so that entering
 * someone else's address does not change their door.
 */
export const deliveryPoints = pgTable(
  'delivery_points',
  {
    customerId: uuid()
      .notNull()
      .references(() => customers.id, { onDelete: 'cascade' }),
    /** The result of `delivery_point_key`, which ignores spelling. */
    addressKey: text().notNull(),
    /** As it was entered, for staff. */
    address: text().notNull(),
    zip: text().notNull(),
    lat: doublePrecision(),
    lon: doublePrecision(),
    /** Where the coordinates come from. `zip`: there are none, and the center of the ZIP code is used. */
    placeSource: text({ enum: ['zip', 'import', 'pin', 'fix'] })
      .notNull()
      .default('zip'),
    /** From the latest import; the place is here again when a pin is removed. */
    importedLat: doublePrecision(),
    importedLon: doublePrecision(),
    /** Rule 53: the place by drivers' visits, also where a pin wins or staff do not use it. */
    learnedLat: doublePrecision(),
    learnedLon: doublePrecision(),
    learnedVisits: integer().notNull().default(0),
    /** Staff switch it off where drivers park far from the door. */
    isLearnedUsed: boolean().notNull().default(true),
    gateCode: text(),
    /** From the customer, who sees and changes them. */
    instructions: text(),
    /**
     * From the latest checkout without login. They never replace the customer's own, because anyone
     * can enter their email address.
     */
    guestInstructions: text(),
    /** From staff, and never shown to the customer. */
    notes: text(),
    openingHours: jsonb().$type<TimeWindow[]>().notNull().default([]),
    /** Whether a plan may not deliver outside the opening hours. */
    hoursAreHard: boolean().notNull().default(true),
    /** Minutes that this door takes longer than others. */
    extraMinutes: integer().notNull().default(0),
    version: integer().notNull().default(1),
    updatedAt: timestamp({ withTimezone: true }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.customerId, table.addressKey] }),
    check(
      'delivery_points_place',
      sql`(place_source = 'zip') = (lat is null) and (lat is null) = (lon is null)`,
    ),
    check(
      'delivery_points_learned',
      sql`(learned_visits = 0) = (learned_lat is null) and (learned_lat is null) = (learned_lon is null)`,
    ),
    index('delivery_points_lat').on(table.lat).where(sql`lat is not null`),
  ],
)

/**
 * Rule 53: where a truck stood at a door, once per route. When the driver's position is deleted,
 * this keeps the place without route, event and time: `position` is its place in the order of those
 * of the door.
 */
export const pointFixes = pgTable(
  'point_fixes',
  {
    id: bigserial({ mode: 'number' }).primaryKey(),
    customerId: uuid().notNull(),
    addressKey: text().notNull(),
    lat: doublePrecision().notNull(),
    lon: doublePrecision().notNull(),
    routeId: uuid(),
    eventId: uuid(),
    tappedAt: timestamp({ withTimezone: true }),
    position: integer(),
  },
  (table) => [
    foreignKey({
      name: 'point_fixes_point',
      columns: [table.customerId, table.addressKey],
      foreignColumns: [deliveryPoints.customerId, deliveryPoints.addressKey],
    }).onDelete('cascade'),
    uniqueIndex('point_fixes_once').on(table.customerId, table.addressKey, table.routeId),
    index('point_fixes_of_route').on(table.routeId).where(sql`route_id is not null`),
    index('point_fixes_of_event').on(table.eventId).where(sql`event_id is not null`),
    check(
      'point_fixes_kept',
      sql`(route_id is null) = (position is not null) and (route_id is null) = (event_id is null)
        and (route_id is null) = (tapped_at is null)`,
    ),
  ],
)
