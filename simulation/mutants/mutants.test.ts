import { expect, test } from 'vitest'
import { freshDatabase } from '#tests/support/database/fresh-database.ts'
import { CODE_ERROR } from '../oracle/code-errors.ts'
import { isCaught, replayLine } from '../replay.ts'
import { runSeed } from '../run-seed.ts'
import { type Scenario, scenarios } from '../scenarios.ts'
import type { Mutant } from './mutant.ts'
import { mutants } from './mutants.ts'

/** Runs take seconds; much longer on a busy machine. */
const TEST_TIMEOUT_MS = 300_000

async function run(scenario: Scenario, mutant?: Mutant) {
  const database = await freshDatabase()
  try {
    return await runSeed({ seed: scenario.seed, databaseUrl: database.url, scenario, mutant })
  } finally {
    await database.drop()
  }
}

test.each(Object.values(scenarios))(
  "I1–I10 hold in '$name'",
  async (scenario) => {
    const result = await run(scenario)

    expect(replayLine(result, { scenario })).toEqual([])
    expect(result.charges).toBeGreaterThan(0)
  },
  TEST_TIMEOUT_MS,
)

test.each(mutants)(
  "the mutant '$name' is found by the scenario '$foundBy.name'",
  async (mutant) => {
    const result = await run(mutant.foundBy, mutant)

    expect(isCaught(result)).toBe(true)
  },
  TEST_TIMEOUT_MS,
)

test(
  'a code error that a job logs ends the run',
  async () => {
    const result = await run(scenarios.noFaults, {
      name: 'broken code',
      foundBy: scenarios.noFaults,
      cards: (port) => ({
        ...port,
        chargeSavedCard: () => Promise.reject(new TypeError('charge is not a function')),
      }),
    })

    expect(result.violations.map(({ rule }) => rule)).toContain(CODE_ERROR)
  },
  TEST_TIMEOUT_MS,
)
