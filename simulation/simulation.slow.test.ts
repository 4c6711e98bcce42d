import { expect, test } from 'vitest'
import { freshDatabase } from '#tests/support/database/fresh-database.ts'
import { replayLine } from './replay.ts'
import { runSeed } from './run-seed.ts'

/** Takes about a minute on two cores; `npm run simulate -- --seeds 1000` runs more. */
const seeds = ['3', '4', '6', '7']
const TEST_TIMEOUT_MS = 600_000
const fingerprints = new Map<string, string>()
let invoicedCycles = 0

async function run(seed: string) {
  const database = await freshDatabase()
  try {
    return await runSeed({ seed, databaseUrl: database.url })
  } finally {
    await database.drop()
  }
}

test.each(seeds)(
  'I1–I10 hold through weeks of faults, seed %s',
  async (seed) => {
    const result = await run(seed)
    fingerprints.set(seed, result.fingerprint)
    invoicedCycles += result.counts.get('cycle invoiced') ?? 0

    expect(replayLine(result, {})).toEqual([])
    expect(result.charges).toBeGreaterThan(0)
  },
  TEST_TIMEOUT_MS,
)

test('rule 39: random runs have subscriptions on invoice', () => {
  expect(invoicedCycles).toBeGreaterThan(0)
})

test(
  'the same seed gives the same run',
  async () => {
    const repeated = await run('3')

    expect(repeated.fingerprint).toBe(fingerprints.get('3'))
  },
  TEST_TIMEOUT_MS,
)
