import { type SQL, sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
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
import type { TruckShift } from '#contract/fleet.ts'

const instant = () => timestamp({ withTimezone: true })

/** Names are sorted without regard to letter case. */
export const nameKey = ({ name }: { name: AnyPgColumn }): SQL => sql`lower(${name})`

export const trucks = pgTable(
  'trucks',
  {
    id: uuid().primaryKey(),
    name: text().notNull(),
    licensePlate: text().notNull(),
    capacity: integer().notNull(),
    status: text({ enum: ['available', 'in-use', 'maintenance'] }).notNull(),
    /** Null: the depot's hours, two trips and no lunch. */
    shift: jsonb().$type<TruckShift>(),
    version: integer().notNull().default(1),
    createdAt: instant().notNull(),
  },
  (table) => [
    index('trucks_newest').on(table.createdAt, table.id),
    index('trucks_by_name').on(nameKey(table), table.id),
  ],
)

/** Drivers log in on their phone; they have no account of the staff portal. */
export const drivers = pgTable(
  'drivers',
  {
    id: uuid().primaryKey(),
    name: text().notNull(),
    isDisabled: boolean().notNull().default(false),
    /** When it was last disabled: earlier logins have ended, and later taps wait for review. */
    disabledAt: instant(),
    version: integer().notNull().default(1),
    createdAt: instant().notNull(),
  },
  (table) => [index('drivers_by_name').on(nameKey(table), table.id)],
)

/** Days on which a driver is away, both ends included. */
export const driverAbsences = pgTable(
  'driver_absences',
  {
    id: uuid().primaryKey(),
    driverId: uuid()
      .notNull()
      .references(() => drivers.id, { onDelete: 'cascade' }),
    from: date().notNull(),
    to: date().notNull(),
  },
  (table) => [index('driver_absences_of_driver').on(table.driverId, table.to)],
)
