import { Failure } from '#contract/errors.ts'
import * as contract from '#contract/staff/recovery.ts'
import type { Mount } from '#server/http/mount/mount.ts'
import { countQueuedAt } from '#server/modules/mail/index.ts'
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
    if (!pause) return { pause: null }
    const queuedEmails = await countQueuedAt(deps.db, pause.backupTakenAt)
    return { pause: { ...toPause(pause), queuedEmails } }
  })
  mount(contract.resumeShop, async ({ user, body }) => {
    const { pause, discardedEmails } = await resumeShop(deps, {
      actor: user,
      isForced: body?.force ?? false,
      discardsQueued: body?.queuedEmails === 'discard',
    })
    await deps.liveShop.reload()
    return { comparison: pause.isForced ? null : pause.comparison, discardedEmails }
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
