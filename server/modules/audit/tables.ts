import { sql } from 'drizzle-orm'
import { bigserial, index, jsonb, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'

type Values = Record<string, unknown>

/**
 * X7: who changed what, and when. Personal values have a separate column, so that erasure can clear
 * it. A trigger rejects every other update and every delete.
 */
export const auditEntries = pgTable(
  'audit_entries',
  {
    id: bigserial({ mode: 'number' }).primaryKey(),
    actor: text({ enum: ['staff', 'customer', 'system', 'unknown'] })
      .notNull()
      .default('staff'),
    /** No foreign key: entries remain when the account is deleted. Null for `system` and `unknown`. */
    staffId: uuid(),
    /** Empty unless the actor is staff. */
    staffEmail: text().notNull(),
    action: text().notNull(),
    subjectId: uuid().notNull(),
    before: jsonb().$type<Values>().notNull(),
    after: jsonb().$type<Values>().notNull(),
    personal: jsonb().$type<{ before: Values; after: Values } | null>(),
    at: timestamp({ withTimezone: true }).notNull(),
  },
  (table) => [
    index().on(table.subjectId),
    index().on(table.at),
    index('audit_by_staff').on(table.staffEmail, table.id),
    index('audit_by_kind').on(sql`rtrim(split_part(action, '.', 1), 's')`, table.id),
  ],
)
