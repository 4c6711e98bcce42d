import { desc, gte, min } from 'drizzle-orm'
import { shopDate, shopInstant } from '#contract/dates/shop-calendar.ts'
import type { Shop } from '#contract/shop.ts'
import type { Db } from '#server/db/client.ts'
import { listOpenAlerts } from '#server/modules/alerts/index.ts'
import { staff } from '#server/modules/identity/tables.ts'
import { readBackupSettings } from './backup-settings.ts'
import { backupSettings, backups } from './tables.ts'
import { alertOnFailure, type TakeDeps, takeBackup, verifyAndPrune } from './take-backup.ts'

/** Takes the backup of the day once its hour has come, also later if the shop was closed then. */
export async function backUpNightly(deps: TakeDeps & { shop: Shop }): Promise<void> {
  const { db, clock, shop, store } = deps
  const { hour } = await readBackupSettings(db, store)
  if (hour === null) return
  const now = clock.now()
  const dueAt = shopInstant(shop.calendar, shopDate(shop.calendar, now), hour)
  if (now < dueAt || (await isNewSince(db, dueAt))) return
  const taken = await db
    .select({ path: backups.path, kind: backups.kind, verifiedAt: backups.verifiedAt })
    .from(backups)
    .where(gte(backups.takenAt, dueAt))
    .orderBy(desc(backups.takenAt))
  const tonight = taken.filter(({ kind }) => kind === 'nightly')
  if (tonight.some(({ verifiedAt }) => verifiedAt !== null)) return
  const [unverified] = tonight
  if (unverified && (await isSettled(db, taken))) return
  await alertOnFailure(deps, async () => {
    // A process that ended before its backup was verified has left it to the next one.
    const path = unverified?.path ?? (await takeBackup(deps, 'nightly'))?.path
    if (path) await verifyAndPrune(deps, path)
  })
}

/**
 * A backup that could not be verified stays as it is, and loading it every ten minutes would only slow the
 * shop down. The alert asks for help; once someone has resolved it, the backup is verified again, unless
 * one by hand has been verified since.
 */
async function isSettled(db: Db, taken: { verifiedAt: Date | null }[]): Promise<boolean> {
  if (taken.some(({ verifiedAt }) => verifiedAt !== null)) return true
  return (await listOpenAlerts(db)).some(({ kind }) => kind === 'backup_failed')
}

/**
 * A shop that opened after today's hour waits for its first night: it has nothing to lose yet. The first
 * staff account is as old as the shop. Who has chosen an hour gets the backup of today.
 */
async function isNewSince(db: Db, dueAt: Date): Promise<boolean> {
  const [chosen] = await db.select({ id: backupSettings.id }).from(backupSettings)
  if (chosen) return false
  const [first] = await db.select({ at: min(staff.createdAt) }).from(staff)
  return !first?.at || first.at >= dueAt
}
