import { and, eq, gte, min } from 'drizzle-orm'
import { shopDate, shopInstant } from '#contract/dates/shop-calendar.ts'
import type { Shop } from '#contract/shop.ts'
import type { Db } from '#server/db/client.ts'
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
    .select({ path: backups.path, verifiedAt: backups.verifiedAt })
    .from(backups)
    .where(and(eq(backups.kind, 'nightly'), gte(backups.takenAt, dueAt)))
  if (taken.some(({ verifiedAt }) => verifiedAt !== null)) return
  await alertOnFailure(deps, async () => {
    // One that was written but not verified is tried again before another is written.
    const path = taken[0]?.path ?? (await takeBackup(deps, 'nightly'))?.path
    if (path) await verifyAndPrune(deps, path)
  })
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
