import { type SQL, sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  index,
  integer,
  pgTable,
  text,
  timestamp,
  uuid,
} from 'drizzle-orm/pg-core'

const instant = () => timestamp({ withTimezone: true })

/** Names are sorted without regard to letter case. */
export const truckNameKey = ({ name }: { name: AnyPgColumn }): SQL => sql`lower(${name})`

export const trucks = pgTable(
  'trucks',
  {
    id: uuid().primaryKey(),
    name: text().notNull(),
    licensePlate: text().notNull(),
    capacity: integer().notNull(),
    status: text({ enum: ['available', 'in-use', 'maintenance'] }).notNull(),
    version: integer().notNull().default(1),
    createdAt: instant().notNull(),
  },
  (table) => [
    index('trucks_newest').on(table.createdAt, table.id),
    index('trucks_by_name').on(truckNameKey(table), table.id),
  ],
)
