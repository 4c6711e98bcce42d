import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { removeUnfinished } from '../backup/remove-unfinished.ts'
import { verifyBackup } from '../backup/verify-backup.ts'
import { writeBackup } from '../backup/write-backup.ts'
import type { Config } from '../config/config.ts'
import type { BackupStore } from '../modules/recovery/index.ts'
import type { Clock, Log } from '../runtime.ts'

type StoreDeps = { config: Config; databaseUrl: string; clock: Clock; log: Log }

/** Backups as files on this machine. */
export function backupStore({ config, databaseUrl: url, clock, log }: StoreDeps): BackupStore {
  const secret = config.backupKey
  return {
    defaultFolder: defaultBackupFolder(config),
    isEmbedded: !config.databaseUrl,
    async write(folder) {
      const payments = config.payments.provider
      const { path, bytes, manifest } = await writeBackup({ url, folder, secret, payments, clock })
      await removeUnfinished(folder, clock.now()).catch((err: unknown) =>
        log.warn({ err }, 'files of unfinished backups were not removed'),
      )
      return { path, bytes, takenAt: new Date(manifest.createdAt) }
    },
    async verify(path) {
      await verifyBackup({ path, secret, log })
    },
    remove: (path) => rm(path, { force: true }),
  }
}

export const defaultBackupFolder = ({ dataDir }: Pick<Config, 'dataDir'>) =>
  join(dataDir, 'backups')
