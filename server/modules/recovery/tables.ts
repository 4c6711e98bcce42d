import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import type { StoredComparison } from './types.ts'

const instant = () => timestamp({ withTimezone: true })

/** Backups that this shop took. A row outlives its file, so that the history stays. */
export const backups = pgTable(
  'backups',
  {
    id: uuid().primaryKey(),
    /** `migration`: taken before a new version changed the database. */
    kind: text({ enum: ['manual', 'nightly', 'migration'] }).notNull(),
    path: text().notNull(),
    bytes: bigint({ mode: 'number' }).notNull(),
    takenAt: instant().notNull(),
    /** When it was last loaded into a scratch database without a difference. */
    verifiedAt: instant(),
    /** When its file was removed for newer ones. */
    removedAt: instant(),
  },
  (table) => [
    index('backups_taken').on(table.takenAt),
    uniqueIndex('backups_path').on(table.path).where(sql`removed_at is null`),
  ],
)

/** When and where nightly backups are written; a single row, and defaults apply without it. */
export const backupSettings = pgTable('backup_settings', {
  id: integer().primaryKey(),
  /** Hour of the day in the shop's time zone; null switches nightly backups off. */
  hour: integer(),
  /** Null means the folder `backups` of DATA_DIR. */
  folder: text(),
  keep: integer().notNull(),
  updatedAt: instant().notNull(),
})

/**
 * AU22: from a restore until the owner resumes, nothing is charged, refunded or emailed. The row
 * without an end is the current pause.
 */
export const pauses = pgTable(
  'pauses',
  {
    id: uuid().primaryKey(),
    startedAt: instant().notNull(),
    /** The moment that the restored data is from. */
    backupTakenAt: instant().notNull(),
    /** When the books were compared with the card provider's ledger, and what was found. */
    comparedAt: instant(),
    comparison: jsonb().$type<StoredComparison>(),
    endedAt: instant(),
    /** Email address of the staff member; null if a command ended it. */
    endedBy: text(),
    /** Ended without the comparison. */
    isForced: boolean().notNull().default(false),
  },
  (table) => [
    uniqueIndex('pauses_open').on(sql`(${table.endedAt} is null)`).where(sql`ended_at is null`),
  ],
)
