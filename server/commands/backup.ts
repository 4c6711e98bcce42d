import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { pino } from 'pino'
import { systemClock } from '../adapters/system-runtime.ts'
import { BackupError } from '../backup/backup-error.ts'
import { countRows } from '../backup/manifest.ts'
import { verifyBackup } from '../backup/verify-backup.ts'
import { writeBackup } from '../backup/write-backup.ts'
import { type Config, ConfigError, readConfig } from '../config/config.ts'
import { openForCommand } from '../open-for-command.ts'

const USAGE = `Usage: npm run backup [-- --to folder]
       npm run backup -- --verify file

Writes all data of the shop, with its pictures, into one file, while the shop runs.
The folder is DATA_DIR/backups unless --to names another one. With BACKUP_KEY the file
is encrypted. --verify loads a backup into a scratch database and compares rows and
sums of money; it changes nothing.`

const PROGRESS_MS = 2_000
const number = new Intl.NumberFormat('en-US')
const print = (line: string) => void process.stdout.write(`${line}\n`)
const log = pino({ level: 'silent' })

/** npm run backup */
async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      to: { type: 'string' },
      verify: { type: 'string' },
      help: { type: 'boolean', short: 'h' },
    },
  })
  if (values.help) return print(USAGE)
  const config = readConfig(process.env)
  if (values.verify) return verify(resolve(values.verify), config)
  await backUp(config, values.to ? resolve(values.to) : join(config.dataDir, 'backups'))
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
    const rows = number.format(countRows(manifest))
    print(`Backed up ${manifest.tables.length} tables with ${rows} rows, ${megabytes(bytes)}:`)
    print(path)
    if (!config.backupKey) print('It is not encrypted. Set BACKUP_KEY to encrypt backups.')
    print(`Check it with: npm run backup -- --verify ${path}`)
  } finally {
    await database.close()
  }
}

async function verify(path: string, { backupKey: secret }: Config): Promise<void> {
  const manifest = await verifyBackup({ path, secret, log })
  const rows = number.format(countRows(manifest))
  print(`The backup of ${manifest.createdAt} is complete: ${manifest.tables.length} tables with`)
  print(`${rows} rows were loaded, and all sums of money agree.`)
}

/** One line every two seconds, so that a small backup prints none. */
function progressPrinter() {
  let printedAt = performance.now()
  return (rows: number, ofRows: number) => {
    if (performance.now() - printedAt < PROGRESS_MS) return
    printedAt = performance.now()
    print(`${number.format(rows)} of ${number.format(ofRows)} rows`)
  }
}

const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`

await main().catch((error: unknown) => {
  process.exitCode = 1
  if (error instanceof ConfigError) return print(`Configuration error: ${error.message}`)
  if (error instanceof BackupError) return print(error.message)
  const { code, message } = error as NodeJS.ErrnoException
  if (code?.startsWith('ERR_PARSE_ARGS')) return print(`${message}\n\n${USAGE}`)
  const reason = code && reasons[code]
  if (!reason) throw error
  print(`${reason} (${message})`)
})

const reasons: Record<string, string> = {
  ENOENT: 'There is no such file.',
  ENOSPC: 'The disk is full. Nothing was backed up.',
  EACCES: 'The folder or file may not be used by this user.',
  EEXIST: 'A backup was started in this folder at the same moment. Try again.',
}
