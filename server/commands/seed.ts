import type { Pool } from 'pg'
import { pino } from 'pino'
import { systemClock, systemRandom } from '../adapters/system-runtime.ts'
import { readConfig } from '../config/config.ts'
import { createCards } from '../create-cards.ts'
import type { Db } from '../db/client.ts'
import { copyBalance } from '../demo/copy-balance.ts'
import { seedLoad } from '../demo/seed-load.ts'
import { seedProducts } from '../modules/catalog/index.ts'
import { orders } from '../modules/orders/tables.ts'
import { readSettings } from '../modules/settings/index.ts'
import { openForCommand } from '../open-for-command.ts'
import { prepareDatabase } from '../prepare-database.ts'
import { describeError } from '../terminal/describe-error.ts'
import { readArguments, readCount } from '../terminal/read-arguments.ts'

const usage = `Usage: npm run seed -- --orders 100000 [--yes]

Adds a year of generated orders for load tests, to a shop with the card sandbox. They can't be
removed again, and production does not start with them: a database that has orders already needs
--yes. An empty database is migrated first.`
const command = { name: 'seed', usage }
const MAX_ORDERS = 5_000_000

/** npm run seed: adds generated orders for load tests. Migrates an empty database first, but no other. */
async function main(): Promise<string> {
  const { values } = readArguments(command, {
    options: { orders: { type: 'string' }, yes: { type: 'boolean' } },
  })
  const count = readCount(command, '--orders', values.orders ?? '', MAX_ORDERS)
  const config = readConfig(process.env)
  if (config.production) return fail("Test orders can't be added in production.")
  if (config.payments.provider !== 'sandbox') {
    return fail('Test orders need the card sandbox. Set PAYMENTS=sandbox.')
  }
  const runtime = { clock: systemClock, random: systemRandom, log: pino({ level: 'silent' }) }
  const database = await openForCommand(config, runtime.log, { preparesEmpty: true })
  const startedAt = performance.now()
  const seconds = () => ((performance.now() - startedAt) / 1000).toFixed(1)
  try {
    await prepareDatabase(database, runtime, config.initialSettings)
    if (!values.yes && (await hasOrders(database.db))) return fail(HAS_ORDERS)
    const { name, calendar } = await readSettings(database.db)
    const deps = { ...runtime, db: database.db, calendar }
    await seedProducts(deps)
    const cards = await createCards(config, runtime, { ...database, shopName: name })
    await cards.close()
    const fingerprintKey = cards.sandbox?.secretKey ?? ''
    await seedLoad({ ...deps, fingerprintKey }, count, (added) => {
      process.stdout.write(`${added} of ${count} orders, ${seconds()} s\n`)
    })
    await copyBalance({ ...deps, ...database, account: cards.account })
    await vacuum(database.pool)
  } finally {
    await database.close()
  }
  return `Added ${count} orders in ${seconds()} s.`
}

const HAS_ORDERS =
  'The shop has orders already. Nothing was added. To add test orders that stay among them, add --yes.'

async function hasOrders(db: Db): Promise<boolean> {
  return (await db.select({ id: orders.id }).from(orders).limit(1)).length > 0
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

const output = await main().catch((error: unknown) => fail(describeError(error)))
process.stdout.write(`${output}\n`)
