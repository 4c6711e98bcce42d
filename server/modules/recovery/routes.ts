import { Failure } from '#contract/errors.ts'
import * as contract from '#contract/staff/recovery.ts'
import type { Mount } from '#server/http/mount/mount.ts'
import { listBackups } from './backup-history.ts'
import { readBackupSettings, updateBackupSettings } from './backup-settings.ts'
import { findPause, type PauseRow } from './pause.ts'
import { type ResumeDeps, resumeShop } from './resume-shop.ts'
import { alertOnFailure, type TakeDeps, takeBackup, verifyAndPrune } from './take-backup.ts'

type RouteDeps = ResumeDeps &
  TakeDeps & { liveShop: { reload(): Promise<void> }; config: { backupKey: string | undefined } }

const LISTED = 10

export function recoveryRoutes(mount: Mount, deps: RouteDeps): void {
  mount(contract.readPause, async () => {
    const pause = await findPause(deps.db)
    return { pause: pause ? toPause(pause) : null }
  })
  mount(contract.resumeShop, async ({ user, body }) => {
    const ended = await resumeShop(deps, { actor: user, isForced: body?.force ?? false })
    await deps.liveShop.reload()
    return { comparison: ended.isForced ? null : ended.comparison }
  })
  mount(contract.readBackups, () => toBackups(deps))
  mount(contract.updateBackups, async ({ user, body }) => {
    await updateBackupSettings(deps, user, body)
    return toBackups(deps)
  })
  mount(contract.backUpNow, async ({ body }) => {
    await backUpNow(deps, body.verify)
    return toBackups(deps)
  })
}

async function toBackups({ db, store, config }: RouteDeps): Promise<contract.Backups> {
  const rows = await listBackups(db, LISTED)
  return {
    settings: await readBackupSettings(db, store),
    defaultFolder: store.defaultFolder,
    isEncrypted: config.backupKey !== undefined,
    backups: rows.map(({ takenAt, verifiedAt, removedAt, ...row }) => ({
      ...row,
      takenAt: takenAt.toISOString(),
      verifiedAt: verifiedAt?.toISOString() ?? null,
      removedAt: removedAt?.toISOString() ?? null,
    })),
  }
}

/** The owner waits for the file, not for the scratch database that verifies it. */
async function backUpNow(deps: RouteDeps, isVerified: boolean): Promise<void> {
  const taken = await takeBackup(deps, 'manual').catch((err: unknown) => {
    deps.log.error({ err }, 'backup failed')
    throw new Failure('backup_failed')
  })
  if (taken && isVerified)
    void alertOnFailure(deps, () => verifyAndPrune(deps, taken.path)).catch(() => {})
}

const toPause = ({ startedAt, backupTakenAt }: PauseRow) => ({
  startedAt: startedAt.toISOString(),
  backupTakenAt: backupTakenAt.toISOString(),
})
