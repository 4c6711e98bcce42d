import { and, desc, eq, isNull } from 'drizzle-orm'
import type { Db } from '#server/db/client.ts'
import { endAlert, raiseAlert } from '#server/modules/alerts/index.ts'
import type { Clock, Log, Random } from '#server/runtime.ts'
import {
  type BackupRow,
  findBackup,
  recordBackup,
  recordRemoved,
  recordVerified,
} from './backup-history.ts'
import { readBackupSettings } from './backup-settings.ts'
import type { BackupStore } from './port.ts'
import { backups } from './tables.ts'

export type TakeDeps = { db: Db; clock: Clock; random: Random; log: Log; store: BackupStore }

/** Writes a backup and remembers it. It still has to be verified. */
export async function takeBackup(
  deps: TakeDeps,
  kind: 'manual' | 'nightly',
): Promise<BackupRow | undefined> {
  const { db, store } = deps
  const { folder } = await readBackupSettings(db, store)
  const written = await store.write(folder || store.defaultFolder)
  await recordBackup(db, deps, { kind, ...written })
  return findBackup(db, written.path)
}

/** Verifies a backup. Only then older nightly ones beyond the number to keep are removed. */
export async function verifyAndPrune(deps: TakeDeps, path: string): Promise<void> {
  const { db, store } = deps
  await store.verify(path)
  await recordVerified(db, deps, path)
  const { keep } = await readBackupSettings(db, store)
  const nightly = await db
    .select()
    .from(backups)
    .where(and(eq(backups.kind, 'nightly'), isNull(backups.removedAt)))
    .orderBy(desc(backups.takenAt))
  // Unverified backups don't count: they must not displace the last good ones.
  const oldest = nightly.filter(({ verifiedAt }) => verifiedAt !== null)[keep - 1]
  if (!oldest) return
  for (const { path: old } of nightly.filter(({ takenAt }) => takenAt < oldest.takenAt)) {
    await store.remove(old)
    await recordRemoved(db, deps, old)
  }
}

/** A backup that can't be written or verified is an alert, which the next good one ends. */
export async function alertOnFailure(deps: TakeDeps, work: () => Promise<void>): Promise<void> {
  try {
    await work()
    await deps.db.transaction((tx) => endAlert(tx, deps, { kind: 'backup_failed' }))
  } catch (err) {
    deps.log.error({ err }, 'backup failed')
    const reason = err instanceof Error ? err.message : String(err)
    const message = `We couldn't take or verify a backup: ${reason} Older backups were kept.`
    await deps.db.transaction((tx) => raiseAlert(tx, deps, { kind: 'backup_failed', message }))
  }
}
