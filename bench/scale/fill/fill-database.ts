import { Client } from 'pg'
import { dateIn } from '#contract/dates/calendar.ts'
import { openDatabase } from '#server/db/client.ts'
import { migrate } from '#server/db/migrate.ts'
import { ensureRollupTimeZone } from '#server/db/rollups.ts'
import { seedProducts } from '#server/modules/catalog/seed-products.ts'
import { zipPlace } from '#server/modules/points/index.ts'
import { seededRandom, silentLog } from '#tests/support/test-runtime.ts'
import type { Sizes } from '../sizes.ts'
import { dropIndexes } from './indexes.ts'
import * as orders from './orders.ts'
import * as payments from './payments.ts'
import * as people from './people.ts'
import * as stops from './stops.ts'
import * as subscriptions from './subscriptions.ts'
import { totals } from './totals.ts'

export const SHOP_ZONE = 'America/New_York'

const filled = [
  ...['customers', 'provider_customers', 'orders', 'order_items', 'payments', 'intents'],
  ...[
    'payment_transitions',
    'refunds',
    'subscriptions',
    'subscription_items',
    'cycles',
    'consents',
  ],
  ...['trucks', 'schedules', 'routes'],
]

type Step = [name: string, statement: string, values?: unknown[]]

/** Fills an empty database with three years of a shop, by one statement per table. */
export async function fillDatabase(
  databaseUrl: string,
  sizes: Sizes,
  now: Date,
  onStep: (name: string) => void = () => {},
): Promise<void> {
  await prepare(databaseUrl, now)
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    // Triggers and foreign keys would double the work; the totals are computed at the end.
    await client.query(`set session_replication_role = replica; set timezone = 'UTC'; set jit = off;
      set work_mem = '256MB'; set maintenance_work_mem = '512MB'; set statement_timeout = 0`)
    for (const statement of people.helpers) await client.query(statement)
    const definitions = await dropIndexes(client, filled)
    for (const [name, statement, values = []] of await listSteps(sizes, now)) {
      onStep(name)
      await client.query(statement, values)
      const table = /create table (\S+)/.exec(statement)?.[1]
      if (table) await client.query(`analyze ${table}`)
    }
    await client.query('drop schema fill cascade')
    onStep(`${definitions.length} indexes`)
    for (const definition of definitions) await client.query(definition)
    onStep('vacuum and statistics')
    await client.query('vacuum analyze')
    onStep('totals')
    for (const statement of totals) await client.query(statement)
    await client.query('vacuum analyze counters, rollups, subscription_counts')
    await client.query('checkpoint')
  } finally {
    await client.end()
  }
}

/** Tables, products and the time zone, as the server's first start makes them. */
async function prepare(databaseUrl: string, now: Date): Promise<void> {
  const { pool, db, close } = openDatabase(databaseUrl, { poolSize: 2, log: silentLog })
  const clock = { now: () => now }
  try {
    await migrate(pool)
    await seedProducts({ db, clock, random: seededRandom('scale') })
    await ensureRollupTimeZone(pool, clock, SHOP_ZONE)
  } finally {
    await close()
  }
}

async function listSteps(sizes: Sizes, now: Date): Promise<Step[]> {
  const today = dateIn(SHOP_ZONE, now)
  return [
    ['people', people.people, [sizes.customers, await zipsOfNewYork()]],
    ['catalog', orders.products],
    ['subscriptions to be', subscriptions.staged, [sizes.subscriptions, today]],
    ['their deliveries', subscriptions.deliveries, [today]],
    [
      'orders to be',
      orders.staged,
      [sizes.orders, sizes.customers, sizes.subscriptions, today, now],
    ],
    ['customers', people.customers],
    ['provider customers', people.providerCustomers],
    ['orders', orders.orders],
    ['items', orders.items],
    ['payments', payments.payments],
    ['intents', payments.intents],
    ['transitions', payments.transitions],
    ['refunds', payments.refunds],
    ['subscriptions', subscriptions.subscriptions],
    ['items of subscriptions', subscriptions.items],
    ['cycles', subscriptions.cycles],
    ['consents', subscriptions.consents],
    ['trucks', stops.trucks, [sizes.trucks]],
    ['stops', stops.schedules, [sizes.trucks]],
    ['routes', stops.routes],
  ]
}

async function zipsOfNewYork(): Promise<string[]> {
  const all = Array.from({ length: 5_000 }, (_, index) => String(10_000 + index))
  const places = await Promise.all(all.map(zipPlace))
  return all.filter((_, index) => places[index] !== null)
}
