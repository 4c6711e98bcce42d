import {
  date,
  index,
  integer,
  jsonb,
  pgTable,
  real,
  text,
  timestamp,
  uuid,
} from 'drizzle-orm/pg-core'
import type { PlanBase, PlanResult, PlanUndo } from './plan-data.ts'

const instant = () => timestamp({ withTimezone: true })

/**
 * Rule 50: a proposal for the routes of a date. It has ids of orders and stops and no personal data,
 * and is deleted after a week.
 */
export const routePlans = pgTable(
  'route_plans',
  {
    id: uuid().primaryKey(),
    date: date().notNull(),
    scope: text({ enum: ['everything', 'unplanned', 'reorder', 'standing'] }).notNull(),
    seconds: integer().notNull(),
    status: text({
      enum: [
        'computing',
        'ready',
        'failed',
        'cancelled',
        'applied',
        'dropped',
        'expired',
        'undone',
      ],
    }).notNull(),
    progress: real().notNull().default(0),
    /** The routes that it was made from; applying compares them with the present ones. */
    base: jsonb().$type<PlanBase>().notNull(),
    result: jsonb().$type<PlanResult>(),
    /** The changes made by applying it. */
    undo: jsonb().$type<PlanUndo>(),
    /** Why it failed. */
    problem: text(),
    /** The computing process writes it every second, so that others notice when it dies. */
    aliveAt: instant().notNull(),
    createdAt: instant().notNull(),
  },
  (table) => [
    index('route_plans_of_date').on(table.date, table.createdAt),
    index('route_plans_by_age').on(table.createdAt),
  ],
)

export type PlanRow = typeof routePlans.$inferSelect
