import { date, index, integer, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
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
