import { expect, test } from 'vitest'
import { freshDatabase } from '#tests/support/database/fresh-database.ts'
import { replayLine } from './replay.ts'
import { runSeed } from './run-seed.ts'

/** As many as fit into a minute of two cores; `npm run simulate -- --seeds 1000` runs more. */
const seeds = ['3', '4', '6', '7']
const TEST_TIMEOUT_MS = 600_000
const fingerprints = new Map<string, string>()

async function run(seed: string) {
  const database = await freshDatabase()
  try {
    return await runSeed({ seed, databaseUrl: database.url })
  } finally {
    await database.drop()
  }
}

test.each(seeds)(
  'I1–I10 hold through months of faults, by seed %s',
  async (seed) => {
    const result = await run(seed)
    fingerprints.set(seed, result.fingerprint)

    expect(replayLine(result, {})).toEqual([])
    expect(result.charges).toBeGreaterThan(0)
  },
  TEST_TIMEOUT_MS,
)

test(
  'the same seed is the same run',
  async () => {
    const again = await run('3')

    expect(again.fingerprint).toBe(fingerprints.get('3'))
  },
  TEST_TIMEOUT_MS,
)
