import { resolve } from 'node:path'
import { pino } from 'pino'
import { systemClock, systemRandom } from '../adapters/system-runtime.ts'
import { BackupError, UntouchedError } from '../backup/backup-error.ts'
import { inspectBackup } from '../backup/inspect-backup.ts'
import { countRows, type Manifest } from '../backup/manifest.ts'
import { formatCount, print, progressPrinter } from '../backup/terminal.ts'
import { type Config, readConfig } from '../config/config.ts'
import { readSettings } from '../modules/settings/index.ts'
import { openShopDatabase, type ShopDatabase } from '../open-shop-database.ts'
import { auditRows } from '../recovery/audit-rows.ts'
import { restoreBackup } from '../recovery/restore-backup.ts'
import { describeError } from '../terminal/describe-error.ts'
import { readArguments, rejectArguments } from '../terminal/read-arguments.ts'
import { reportLongWork } from '../terminal/report-long-work.ts'

const usage = `Usage: npm run restore -- file [--into url|folder] --yes

Loads a backup into an empty database: the one of this shop, or with --into a PostgreSQL
URL or an empty folder for the embedded database. Compares rows and amounts with
the backup and audits them. Afterward the shop is paused: nothing is charged, refunded
or emailed until you run: npm run resume -- --yes`
const command = { name: 'restore', usage }

const MAX_LISTED = 20
const log = pino({ level: 'silent' })
const runtime = { clock: systemClock, random: systemRandom }

/** npm run restore */
async function main(): Promise<void> {
  const { values, positionals } = readArguments(command, {
    allowPositionals: true,
    options: { into: { type: 'string' }, yes: { type: 'boolean' } },
  })
  const [file] = positionals
  if (!file || positionals.length > 1) rejectArguments(command, 'Name one backup file')
  const config = readConfig(process.env)
  const target = readTarget(config, values.into)
  const path = resolve(file)
  const manifest = await inspectBackup(path, config.backupKey)
  print(summarize(manifest))
  if (!values.yes)
    throw new BackupError(
      `It would be loaded into ${describeTarget(target)}. Nothing was changed. To go on, add --yes.`,
    )
  const database = await openShopDatabase(target, log, { alongsideShop: true })
  try {
    await restore(config, path, database)
  } finally {
    await database.close()
  }
  print(describeNext(values.into, target))
}

type Target = Pick<Config, 'databaseUrl' | 'dataDir'>

function readTarget({ databaseUrl, dataDir }: Config, into: string | undefined): Target {
  if (into === undefined) return { databaseUrl, dataDir }
  if (/^postgres(ql)?:\/\//.test(into)) return { databaseUrl: into, dataDir }
  if (into === '' || into.includes('://'))
    rejectArguments(command, '--into needs a URL that starts with postgres://, or a folder')
  return { databaseUrl: undefined, dataDir: resolve(into) }
}

/** Without the URL's password. */
const describeTarget = ({ databaseUrl, dataDir }: Target) =>
  databaseUrl ? databaseUrl.replace(/\/\/[^@/]*@/, '//') : dataDir

const summarize = (manifest: Manifest) =>
  `Backup of ${manifest.createdAt}, version ${manifest.shopVersion}: ${manifest.tables.length} tables with ${formatCount(countRows(manifest))} rows.`

async function restore(config: Config, path: string, database: ShopDatabase): Promise<void> {
  print('Loading …')
  const options = { path, secret: config.backupKey, database, ...runtime }
  await restoreBackup({ ...options, onProgress: progressPrinter() }).catch((err: unknown) => {
    if (!(err instanceof UntouchedError))
      print('Nothing was restored. The database is empty again.')
    throw err
  })
  print('All rows were loaded, and all amounts agree.')
  print('Auditing …')
  const shop = await readSettings(database.db)
  const audited = auditRows(database.db, { clock: systemClock, shop })
  const { findings } = await reportLongWork('Auditing', audited)
  for (const { rule, id, what } of findings.slice(0, MAX_LISTED)) print(`${rule} ${id}: ${what}`)
  print(
    findings.length === 0
      ? 'No differences found.'
      : `Found ${findings.length} differences that were already in the backup.`,
  )
}

function describeNext(into: string | undefined, { databaseUrl }: Target): string {
  const setting = databaseUrl ? 'DATABASE_URL' : 'DATA_DIR'
  const start = into === undefined ? 'Start the shop' : `Set ${setting} and start the shop`
  return `The shop is paused: checkout is closed, and nothing is charged, refunded or emailed but logins.
${start}, look at it, then run: npm run resume -- --yes`
}

await main().catch((error: unknown) => {
  process.exitCode = 1
  print(describeError(error))
})
