import { and, desc, eq, isNotNull, isNull } from 'drizzle-orm'
import type { DbOrTx } from '#server/db/client.ts'
import type { Clock, Random } from '#server/runtime.ts'
import { backups } from './tables.ts'

export type BackupRow = typeof backups.$inferSelect

type NewBackup = Pick<BackupRow, 'kind' | 'path' | 'bytes' | 'takenAt'>

/** Remembers a backup that was written. */
export async function recordBackup(
  db: DbOrTx,
  { random }: { random: Random },
  backup: NewBackup,
): Promise<void> {
  await db
    .insert(backups)
    .values({ id: random.uuid(), ...backup })
    .onConflictDoNothing()
}

/** The backup was loaded into a scratch database, and nothing differed. */
export async function recordVerified(
  db: DbOrTx,
  { clock }: { clock: Clock },
  path: string,
): Promise<void> {
  await db.update(backups).set({ verifiedAt: clock.now() }).where(existingBackup(path))
}

export async function recordRemoved(
  db: DbOrTx,
  { clock }: { clock: Clock },
  path: string,
): Promise<void> {
  await db.update(backups).set({ removedAt: clock.now() }).where(existingBackup(path))
}

export async function findBackup(db: DbOrTx, path: string): Promise<BackupRow | undefined> {
  const [row] = await db.select().from(backups).where(existingBackup(path))
  return row
}

export const listBackups = (db: DbOrTx, limit: number): Promise<BackupRow[]> =>
  db.select().from(backups).orderBy(desc(backups.takenAt)).limit(limit)

/** The latest backup, and the latest one that could be loaded. */
export async function latestBackups(
  db: DbOrTx,
): Promise<{ latest: BackupRow | undefined; verified: BackupRow | undefined }> {
  const [latest] = await db.select().from(backups).orderBy(desc(backups.takenAt)).limit(1)
  const [verified] = await db
    .select()
    .from(backups)
    .where(isNotNull(backups.verifiedAt))
    .orderBy(desc(backups.verifiedAt))
    .limit(1)
  return { latest, verified }
}

const existingBackup = (path: string) => and(eq(backups.path, path), isNull(backups.removedAt))
