import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { compareVersion, migrate } from '#server/db/migrate.ts'
import { emptyDatabase } from '#tests/support/database/clone-database.ts'
import { templateUrl } from '#tests/support/database/fresh-database.ts'
import { openTestPool } from '#tests/support/database/test-pool.ts'
import { freePort } from '#tests/support/free-port.ts'
import { startServer } from '#tests/support/server-process.ts'
import { previousRelease, unpackRelease } from './bundle/release-file.ts'

const root = resolve(import.meta.dirname, '..', '..')

/** Inside node_modules, where the release finds its packages. */
function unpackPrevious() {
  const cache = join(root, 'node_modules', '.cache')
  mkdirSync(cache, { recursive: true })
  const folder = mkdtempSync(join(cache, 'previous-release-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return unpackRelease(readFileSync(previousRelease), folder)
}

async function openPool() {
  const { url, drop } = await emptyDatabase(templateUrl())
  const pool = openTestPool(url, { max: 1 })
  onTestFinished(async () => {
    await pool.end()
    await drop()
  })
  return { url, pool }
}

const inTwoDays = () => new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10)

test('the release before sells while and after the database is migrated to this version', async () => {
  const { main } = unpackPrevious()
  const { url, pool } = await openPool()
  const start = async (file?: string) => {
    const env = { DATABASE_URL: url, PORT: String(await freePort()) }
    const server = startServer(env, file ? { file } : {})
    return { server, products: await server.waitUntilUp() }
  }
  const sell = async ({ server, products }: Awaited<ReturnType<typeof start>>) => {
    const buyer = server.buyer(products)
    const { orderId, paid } = await buyer.buy(buyer.submission({ deliveryDate: inTwoDays() }))
    expect(paid.body).toMatchObject({ status: 'succeeded' })
    await expect.poll(async () => (await buyer.order(orderId)).body.paymentStatus).toBe('paid')
  }

  const running = await start(main)
  await sell(running)
  await migrate(pool)
  expect(await compareVersion(pool)).toBe('current')
  await sell(running)

  // If a process of the release before crashes now, it starts again.
  const restarted = await start(main)
  const replaced = await start()
  await sell(restarted)
  await sell(replaced)
  for (const { server } of [running, restarted, replaced]) {
    expect(server.output()).not.toMatch(/"level":(50|60)/)
  }
  expect(await compareVersion(pool)).toBe('current')
})
