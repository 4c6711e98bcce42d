import { openDatabase } from '#server/db/client.ts'
import { migrate } from '#server/db/migrate.ts'
import { emptyDatabase } from '#tests/support/database/clone-database.ts'
import { startTemplateServer } from '#tests/support/database/template-server.ts'
import { silentLog } from '#tests/support/test-runtime.ts'
import { type FixtureVersion, loadFixture } from '../load-fixture.ts'
import { multiplyRows } from './multiply-rows.ts'

const report = (step: string) => process.stderr.write(`${step} …\n`)

const inSeconds = async (work: () => Promise<unknown>) => {
  const start = performance.now()
  await work()
  return ((performance.now() - start) / 1000).toFixed(1)
}

/** Fills a database of that version, upgrades it, and prints how long both starts took. */
export async function measureUpgrade(from: FixtureVersion, orders: number): Promise<void> {
  // Uses PostgreSQL's default settings. Unlike in tests, every commit waits for the disk.
  const server = await startTemplateServer({})
  try {
    const { url } = await emptyDatabase(server.templateUrl)
    report(`Loading the database of ${from}`)
    await loadFixture(url, from)
    const { pool, close } = openDatabase(url, { poolSize: 2, log: silentLog })
    try {
      report(`Filling it up to ${orders} orders`)
      const orderCount = await multiplyRows(pool, orders)
      report('Upgrading')
      const upgrade = await inSeconds(() => migrate(pool))
      const noop = await inSeconds(() => migrate(pool))
      process.stdout.write(
        `Upgrade from ${from} with ${orderCount} orders: ${upgrade} s; start with nothing to migrate: ${noop} s\n`,
      )
    } finally {
      await close()
    }
  } finally {
    await server.stop()
  }
}
