import { pino } from 'pino'
import { systemClock, systemRandom } from '../adapters/system-runtime.ts'
import { ConfigError, readConfig } from '../config/config.ts'
import { compareVersion, lastMigration, migrate, readMigrationName } from '../db/migrate.ts'
import { openShopDatabase } from '../open-shop-database.ts'
import { LATER_VERSION } from '../prepare-database.ts'
import { backUpBeforeMigration } from '../recovery/before-migration.ts'
import { shopFiles } from '../shop-files.ts'
import { describeError } from '../terminal/describe-error.ts'
import { readArguments } from '../terminal/read-arguments.ts'
import { reportLongWork } from '../terminal/report-long-work.ts'

const usage = `Usage: npm run migrate

Migrates the database to this version, in one transaction, and starts nothing. Processes of the
previous version may run during the migration and on the new tables; replace them one by one
afterward. Without this command the first process that starts migrates. An embedded database
with orders is backed up first.`

const print = (line: string) => void process.stdout.write(`${line}\n`)

const runtime = {
  ...{ clock: systemClock, random: systemRandom },
  log: {
    ...{ debug: () => {}, error: () => {} },
    info: ({ path }: { path?: unknown }) => print(`Backed up first: ${path}`),
    warn: (_: object, advice: string) => print(`Note: ${advice}.`),
  },
}

/** npm run migrate */
async function main(): Promise<void> {
  readArguments({ name: 'migrate', usage }, {})
  const config = readConfig(process.env)
  const database = await openShopDatabase(config, pino({ level: 'silent' }), {
    alongsideShop: true,
  })
  try {
    const version = await compareVersion(database.pool)
    if (version === 'later') throw new ConfigError(LATER_VERSION)
    const before = version === 'empty' ? undefined : await lastMigration(database.pool)
    const recordBackup = await backUpBeforeMigration(config, database, runtime)
    const startedAt = performance.now()
    await reportLongWork('Migrating', migrate(database.pool))
    await recordBackup()
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
    const after = await lastMigration(database.pool)
    const name = (time: number) => readMigrationName(shopFiles.migrations, time) ?? String(time)
    if (before === after) return print(`The database is at ${name(after)}. Nothing to migrate.`)
    const from = before === undefined ? 'an empty database' : name(before)
    print(`Migrated from ${from} to ${name(after)} in ${seconds} s.`)
  } finally {
    await database.close()
  }
}

await main().catch((error: unknown) => {
  process.exitCode = 1
  const { message } = error as Error
  print(message.startsWith('Migration ') ? message : describeError(error))
})
