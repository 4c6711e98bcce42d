import { openDatabase } from '#server/db/client.ts'
import { migrate } from '#server/db/migrate.ts'
import { readArguments, readCount } from '#server/terminal/read-arguments.ts'
import { emptyDatabase } from '#tests/support/database/clone-database.ts'
import { startTemplateServer } from '#tests/support/database/template-server.ts'
import { silentLog } from '#tests/support/test-runtime.ts'
import { type FixtureVersion, loadFixture } from '../load-fixture.ts'
import { multiplyRows } from './multiply-rows.ts'

const FROM: FixtureVersion = '0.1.0'
const usage = `Usage: npm run upgrade:measure -- 100000

Measures how long the upgrade from ${FROM} takes with that many orders, on a database of its own.`
const command = { name: 'upgrade:measure', usage }
const { positionals } = readArguments(command, { allowPositionals: true })
const orders = readCount(
  command,
  'The number of orders',
  positionals.join(' ') || '100000',
  5_000_000,
)

const report = (step: string) => process.stderr.write(`${step} …\n`)

const inSeconds = async (work: () => Promise<unknown>) => {
  const start = performance.now()
  await work()
  return ((performance.now() - start) / 1000).toFixed(1)
}

// Uses PostgreSQL's default settings. Unlike in tests, every commit waits for the disk.
const server = await startTemplateServer({})
try {
  const { url } = await emptyDatabase(server.templateUrl)
  report(`Loading the database of ${FROM}`)
  await loadFixture(url, FROM)
  const { pool, close } = openDatabase(url, { poolSize: 2, log: silentLog })
  try {
    report(`Filling it up to ${orders} orders`)
    const orderCount = await multiplyRows(pool, orders)
    report('Upgrading')
    const upgrade = await inSeconds(() => migrate(pool))
    const noop = await inSeconds(() => migrate(pool))
    process.stdout.write(
      `Upgrade from ${FROM} with ${orderCount} orders: ${upgrade} s; start with nothing to migrate: ${noop} s\n`,
    )
  } finally {
    await close()
  }
} finally {
  await server.stop()
}
