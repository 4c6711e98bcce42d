import { expect, test } from 'vitest'
import { freshDatabase } from '#tests/support/database/fresh-database.ts'
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
    expect(result.strays).toBe(0)
  },
)

test('the same seed gives the same day, call by call, also on a slower machine', async () => {
  const { fingerprint, counts } = await run('1')
  const slower = await run('1', { slowMs: 20 })
  expect([...slower.counts]).toEqual([...counts])
  expect(slower.fingerprint).toBe(fingerprint)
})
