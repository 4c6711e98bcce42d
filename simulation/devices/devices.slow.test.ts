import { expect, test } from 'vitest'
import { freshDatabase } from '#tests/support/database/fresh-database.ts'
import { DeviceWorld } from './device-world.ts'
import { deviceReplayLine } from './report-devices.ts'
import { type DeviceOptions, runDevices } from './run-devices.ts'

/** `npm run simulate -- --devices 30 --seeds 20` runs more. */
const seeds = ['1', '2']

async function run(seed: string, options?: Partial<DeviceOptions>) {
  const database = await freshDatabase()
  return runDevices({ ...options, seed, databaseUrl: database.url }).finally(database.drop)
}

test.each(seeds)(
  'rule 55: what drivers enter is neither lost nor applied twice, seed %s',
  async (seed) => {
    const result = await run(seed)

    expect(deviceReplayLine(result)).toEqual([])
    expect(result.counts.get('tap delivered')).toBeGreaterThan(0)
    expect(result.counts.get('tap stop-added')).toBeGreaterThan(0)
    expect(result.strays).toBe(0)
  },
)

test('the same seed gives the same day, call by call, also on a slower machine', async () => {
  const { fingerprint, counts } = await run('1')
  const slower = await run('1', { slowMs: 20 })
  expect([...slower.counts]).toEqual([...counts])
  expect(slower.fingerprint).toBe(fingerprint)
})

test('no time limit in real time affects the replies of the simulated shop', async () => {
  const database = await freshDatabase()
  const world = new DeviceWorld({ seed: '1' })
  try {
    await world.open(database.url, '1', { trucks: 1, stopsPerTruck: 1 })
    const { db, asyncCommitDb } = world.shop.deps
    for (const { $client: pool } of [db, asyncCommitDb]) {
      const { rows } = await pool.query(
        `select name, setting from pg_settings where setting <> '0' and name in
           ('lock_timeout', 'statement_timeout', 'idle_in_transaction_session_timeout')`,
      )
      expect(rows).toEqual([])
      expect(pool.options.connectionTimeoutMillis).toBe(0)
    }
  } finally {
    await world.close()
    await database.drop()
  }
})
