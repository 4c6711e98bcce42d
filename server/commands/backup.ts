import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { pino } from 'pino'
import { clusterPaths } from '../adapters/embedded-postgres/cluster-dir.ts'
import { systemClock, systemRandom } from '../adapters/system-runtime.ts'
import { countRows } from '../backup/manifest.ts'
import { formatCount, megabytes, print, progressPrinter } from '../backup/terminal.ts'
import { verifyBackup } from '../backup/verify-backup.ts'
import { writeBackup } from '../backup/write-backup.ts'
import { type Config, readConfig } from '../config/config.ts'
import { recordBackup, recordVerified } from '../modules/recovery/index.ts'
import { openForCommand } from '../open-for-command.ts'
import { defaultBackupFolder } from '../recovery/backup-store.ts'
import { describeError } from '../terminal/describe-error.ts'
import { readArguments, rejectArguments } from '../terminal/read-arguments.ts'
import { reportLongWork } from '../terminal/report-long-work.ts'

const usage = `Usage: npm run backup [-- --to folder]
       npm run backup -- --verify file

Writes all data of the shop, with its images, into one file, while the shop runs.
The folder is DATA_DIR/backups unless --to names another one. With BACKUP_KEY the file
is encrypted. --verify loads a backup into a scratch database and compares rows and
amounts.`
const command = { name: 'backup', usage }

const log = pino({ level: 'silent' })
const runtime = { clock: systemClock, random: systemRandom }

/** npm run backup */
async function main(): Promise<void> {
  const { values } = readArguments(command, {
    options: { to: { type: 'string' }, verify: { type: 'string' } },
  })
  // An empty value, as from an unset variable, must not mean another command.
  if (values.to === '') rejectArguments(command, '--to needs a folder')
  if (values.verify === '') rejectArguments(command, '--verify needs a file')
  if (values.to && values.verify) rejectArguments(command, 'Use --to or --verify, not both')
  const config = readConfig(process.env)
  if (values.verify) return verify(resolve(values.verify), config)
  await backUp(config, values.to ? resolve(values.to) : defaultBackupFolder(config))
}

async function backUp(config: Config, folder: string): Promise<void> {
  const database = await openForCommand(config, log)
  try {
    const { path, manifest, bytes } = await writeBackup({
      url: database.url,
      folder,
      secret: config.backupKey,
      payments: config.payments.provider,
      clock: systemClock,
      onProgress: progressPrinter(),
    })
    const takenAt = new Date(manifest.createdAt)
    await recordBackup(database.db, runtime, { kind: 'manual', path, bytes, takenAt })
    const rows = formatCount(countRows(manifest))
    print(`Backed up ${manifest.tables.length} tables with ${rows} rows, ${megabytes(bytes)}:`)
    print(path)
    if (!config.backupKey) print('It is not encrypted. Set BACKUP_KEY to encrypt backups.')
    print(`Check it with: npm run backup -- --verify ${path}`)
  } finally {
    await database.close()
  }
}

async function verify(path: string, config: Config): Promise<void> {
  const verified = verifyBackup({ path, secret: config.backupKey, log })
  const manifest = await reportLongWork('Loading into a scratch database', verified)
  const rows = formatCount(countRows(manifest))
  print(`The backup of ${manifest.createdAt} is complete: ${manifest.tables.length} tables with`)
  print(`${rows} rows were loaded, and all amounts agree.`)
  await rememberVerified(config, path)
}

/** A backup can also be verified on a machine without the shop, or with another version of it. */
async function rememberVerified(config: Config, path: string): Promise<void> {
  if (!config.databaseUrl && !existsSync(clusterPaths(config.dataDir).cluster)) return
  try {
    const database = await openForCommand(config, log)
    await recordVerified(database.db, runtime, path).finally(() => database.close())
  } catch {
    print('The shop did not record this: its database is not reachable or has another version.')
  }
}

await main().catch((error: unknown) => {
  process.exitCode = 1
  print(describeError(error))
})
