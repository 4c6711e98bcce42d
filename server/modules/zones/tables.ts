import { index, integer, jsonb, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import type { ZoneException } from '#contract/zones/landed-date.ts'
import type { RouteDay } from '#contract/zones/zones.ts'

const instant = () => timestamp({ withTimezone: true })

/** Rule 45: an area that is delivered on its own weekdays. */
export const zones = pgTable('zones', {
  id: uuid().primaryKey(),
  name: text().notNull(),
  /** Read and changed as a whole. Their trucks have no foreign key: staff may delete a truck. */
  routeDays: jsonb().$type<RouteDay[]>().notNull(),
  /** Rule 48: in the order of their dates. Written by day changes alone. */
  exceptions: jsonb().$type<ZoneException[]>().notNull().default([]),
  version: integer().notNull().default(1),
  createdAt: instant().notNull(),
  archivedAt: instant(),
})

/** The primary key keeps a ZIP code in one zone. An archived zone has none. */
export const zoneZips = pgTable(
  'zone_zips',
  {
    zip: text().primaryKey(),
    zoneId: uuid()
      .notNull()
      .references(() => zones.id),
  },
  (table) => [index('zone_zips_of_zone').on(table.zoneId)],
)
