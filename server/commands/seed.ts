import { parseArgs } from 'node:util'
import type { Pool } from 'pg'
import { pino } from 'pino'
import { systemClock, systemRandom } from '../adapters/system-runtime.ts'
import { ConfigError, readConfig } from '../config/config.ts'
import { createCards } from '../create-cards.ts'
import { copyBalance } from '../demo/copy-balance.ts'
import { seedLoad } from '../demo/seed-load.ts'
import { seedProducts } from '../modules/catalog/index.ts'
import { readSettings } from '../modules/settings/index.ts'
import { openShopDatabase } from '../open-shop-database.ts'
import { prepareDatabase } from '../prepare-database.ts'

const USAGE = 'Usage: npm run seed -- --orders 100000'
const MAX_ORDERS = 5_000_000

/** npm run seed: adds generated orders for load tests. Migrates an empty database first. */
async function main(): Promise<string> {
  const { values } = parseArgs({ options: { orders: { type: 'string' } } })
  const orders = Number(values.orders)
  if (!Number.isInteger(orders) || orders < 1 || orders > MAX_ORDERS) return fail(USAGE)
  const config = readConfig(process.env)
  if (config.production) return fail("Test orders can't be added in production.")
  if (config.payments.provider !== 'sandbox') {
    return fail('Test orders need the card sandbox. Set PAYMENTS=sandbox.')
  }
  const runtime = { clock: systemClock, random: systemRandom, log: pino({ level: 'silent' }) }
  const database = await openShopDatabase(config, runtime.log, { alongsideShop: true })
  const startedAt = performance.now()
  const seconds = () => ((performance.now() - startedAt) / 1000).toFixed(1)
  try {
    await prepareDatabase(database, runtime, config.initialSettings)
    const { name, calendar } = await readSettings(database.db)
    const deps = { ...runtime, db: database.db, calendar }
    await seedProducts(deps)
    const cards = await createCards(config, runtime, { ...database, shopName: name })
    await cards.close()
    const fingerprintKey = cards.sandbox?.secretKey ?? ''
    await seedLoad({ ...deps, fingerprintKey }, orders, (added) => {
      process.stdout.write(`${added} of ${orders} orders, ${seconds()} s\n`)
    })
    await copyBalance({ ...deps, ...database, account: cards.account })
    await vacuum(database.pool)
  } finally {
    await database.close()
  }
  return `Added ${orders} orders in ${seconds()} s.`
}

/** Vacuums now, so that autovacuum does not run during a measurement. */
async function vacuum(pool: Pool): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query('set statement_timeout = 0')
    await client.query('vacuum (analyze)')
  } finally {
    client.release(true)
  }
}

function fail(message: string): string {
  process.exitCode = 1
  return message
}

/** Prints a configuration error as one line, like the server does. */
const output = await main().catch((err: unknown) => {
  if (err instanceof ConfigError) return fail(`Configuration error: ${err.message}`)
  throw err
})
process.stdout.write(`${output}\n`)
