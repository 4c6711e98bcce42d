import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uuid,
} from 'drizzle-orm/pg-core'
import type { TimeWindow } from '#contract/zones/time-window.ts'
import { customers } from '#server/modules/identity/tables.ts'

/**
 * A door that is delivered to. Each customer has their own row for an address, so that nobody
 * changes the door of somebody else by entering their address.
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
    index('delivery_points_lat').on(table.lat).where(sql`lat is not null`),
  ],
)
