import { freshDatabase } from '#tests/support/database/fresh-database.ts'
import { runSeed } from '../run-seed.ts'
import type { Scenario } from '../scenario.ts'
import type { Mutant } from './mutant.ts'

/** Runs take seconds; much longer on a busy machine. */
export const RUN_TIMEOUT_MS = 300_000

export async function runScenario(scenario: Scenario, mutant?: Mutant) {
  const database = await freshDatabase()
  try {
    return await runSeed({ seed: scenario.seed, databaseUrl: database.url, scenario, mutant })
  } finally {
    await database.drop()
  }
}
