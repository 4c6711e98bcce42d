import { parseArgs } from 'node:util'
import type { Pool } from 'pg'
import { pino } from 'pino'
import { systemClock, systemRandom } from '../adapters/system-runtime.ts'
import { ConfigError, readConfig } from '../config/config.ts'
import { createCards } from '../create-cards.ts'
import { seedLoad } from '../demo/seed-load.ts'
import { seedProducts } from '../modules/catalog/index.ts'
import { openShopDatabase } from '../open-shop-database.ts'
import { prepareDatabase } from '../prepare-database.ts'

const USAGE = 'Usage: npm run seed -- --orders 100000'
const MAX_ORDERS = 5_000_000

/** npm run seed: fills the shop with invented orders for load tests; an empty database becomes one. */
async function main(): Promise<string> {
  const { values } = parseArgs({ options: { orders: { type: 'string' } } })
  const orders = Number(values.orders)
  if (!Number.isInteger(orders) || orders < 1 || orders > MAX_ORDERS) return fail(USAGE)
  const config = readConfig(process.env)
  if (config.production) return fail('A shop in production takes no invented orders.')
  if (config.payments.provider !== 'sandbox') {
    return fail('Only the sandbox vouches for invented payments: set PAYMENTS=sandbox.')
  }
  const world = { clock: systemClock, random: systemRandom, log: pino({ level: 'silent' }) }
  const { timeZone } = config.shop
  const database = await openShopDatabase(config, world.log, { alongsideShop: true })
  const startedAt = performance.now()
  const seconds = () => ((performance.now() - startedAt) / 1000).toFixed(1)
  try {
    await prepareDatabase(database, { ...world, timeZone })
    const deps = { ...world, db: database.db, timeZone }
    await seedProducts(deps)
    const cards = await createCards(config, world, database)
    await cards.close()
    const fingerprintKey = cards.sandbox?.secretKey ?? ''
    await seedLoad({ ...deps, fingerprintKey }, orders, (done) => {
      process.stdout.write(`${done} of ${orders} orders, ${seconds()} s\n`)
    })
    await vacuum(database.pool)
  } finally {
    await database.close()
  }
  return `${orders} orders in ${seconds()} s.`
}

/** What the database would do by itself some minutes later: a measurement should not wait for it. */
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

/** What is wrong with the settings is one line, as at a start. */
const output = await main().catch((err: unknown) => {
  if (err instanceof ConfigError) return fail(`Configuration: ${err.message}`)
  throw err
})
process.stdout.write(`${output}\n`)
