import type { Db } from '#server/db/client.ts'
import { BACKUP_LIMIT_MS } from '#server/health/watches/backups.ts'
import { findPause, latestBackups } from '#server/modules/recovery/index.ts'
import type { Clock } from '#server/runtime.ts'
import { type CheckResult, fail, ok, warn } from '../check.ts'

const DAY_MS = 86_400_000
/** A backup that was never loaded is a hope. */
const VERIFY_DAYS = 31

const day = (at: Date) => at.toISOString().slice(0, 16).replace('T', ' ')

export async function checkBackup(db: Db, clock: Clock): Promise<CheckResult> {
  const { latest } = await latestBackups(db)
  if (!latest) return warn('There is no backup yet. Run npm run backup.')
  const message = `The latest backup is of ${day(latest.takenAt)} UTC`
  const isOld = clock.now().getTime() - latest.takenAt.getTime() > BACKUP_LIMIT_MS
  return isOld ? fail(`${message}, more than 26 hours ago.`) : ok(`${message}.`)
}

/** Whether a backup was loaded into a scratch database lately. */
export async function checkVerifiedRestore(db: Db, clock: Clock): Promise<CheckResult> {
  const { verified } = await latestBackups(db)
  if (!verified?.verifiedAt) {
    return warn('No backup was ever loaded again. Run npm run backup -- --verify file.')
  }
  const age = clock.now().getTime() - verified.verifiedAt.getTime()
  const message = `A backup was last loaded and compared at ${day(verified.verifiedAt)} UTC`
  return age > VERIFY_DAYS * DAY_MS ? warn(`${message}, over a month ago.`) : ok(`${message}.`)
}

export async function checkPause(db: Db): Promise<CheckResult> {
  const pause = await findPause(db)
  if (!pause) return ok('Charges and emails are not paused.')
  return warn(
    `The shop was restored from a backup of ${day(pause.backupTakenAt)} UTC: charges and emails wait for npm run resume.`,
  )
}
