import { expect, test } from 'vitest'
import { freshDatabase } from '#tests/support/database/fresh-database.ts'
import type { DeviceMutant } from './device-mutants.ts'
import { deviceReplayLine } from './report-devices.ts'
import { runDevices } from './run-devices.ts'

/** `npm run simulate -- --devices 30 --seeds 20` runs more. */
const seeds = ['1', '2']

async function run(seed: string, mutant?: DeviceMutant) {
  const database = await freshDatabase()
  return runDevices({ seed, databaseUrl: database.url, mutant }).finally(database.drop)
}

test.each(seeds)(
  'rule 55: what drivers enter is neither lost nor applied twice, seed %s',
  async (seed) => {
    const result = await run(seed)

    expect(deviceReplayLine(result)).toEqual([])
    expect(result.counts.get('tap delivered')).toBeGreaterThan(0)
  },
)

test('the same seed gives the same day', async () => {
  const { fingerprint } = await run('1')
  expect((await run('1')).fingerprint).toBe(fingerprint)
})
