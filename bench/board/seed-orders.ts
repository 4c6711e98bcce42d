import { once } from 'node:events'
import { join } from 'node:path'
import { Client } from 'pg'
import { startProgram } from '../child.ts'
import type { Cores } from '../cores.ts'
import { withDatabase } from '../measure-staff.ts'

const SEED = join(import.meta.dirname, '../../dist/server/seed.mjs')

/** Creates a database of its own with that many orders. Returns its URL. */
export async function seedOrders(
  cores: Cores,
  url: string,
  { name, orders }: { name: string; orders: number },
): Promise<string> {
  const client = new Client({ connectionString: url })
  await client.connect()
  await client.query(`create database ${name}`)
  await client.end()
  const databaseUrl = withDatabase(url, name)
  const env = { DATABASE_URL: databaseUrl, SHOP_TIME_ZONE: 'America/New_York', PAYMENTS: 'sandbox' }
  const args = ['--orders', String(orders)]
  const [code] = await once(startProgram(cores, 'load core', SEED, { args, env }), 'exit')
  if (code !== 0) throw new Error(`seeding ${orders} orders exited with code ${code}`)
  return databaseUrl
}
