import { sql } from 'drizzle-orm'
import { bigserial, index, jsonb, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'

type Values = Record<string, unknown>

/**
 * X7: who did what, when, to what. Personal values are in a column of their own, so that erasure can null them; a
 * trigger refuses every other update, and every delete.
 */
export const auditEntries = pgTable(
  'audit_entries',
  {
    id: bigserial({ mode: 'number' }).primaryKey(),
    actor: text({ enum: ['staff', 'customer', 'system', 'unknown'] })
      .notNull()
      .default('staff'),
    /** No foreign key: the entry outlives the account. None for the system and for strangers. */
    staffId: uuid(),
    /** Empty for everybody but staff. */
    staffEmail: text().notNull(),
    action: text('deed').notNull(),
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
    index('audit_by_kind').on(sql`rtrim(split_part(deed, '.', 1), 's')`, table.id),
  ],
)
