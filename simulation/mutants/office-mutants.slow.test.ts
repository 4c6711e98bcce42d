import { expect, test } from 'vitest'
import { isCaught } from '../replay.ts'
import { officeMutants } from './office-mutants.ts'
import { RUN_TIMEOUT_MS, runScenario } from './run-scenario.ts'

test.each(officeMutants)(
  "the mutant '$name' is found by the scenario '$foundBy.name'",
  async (mutant) => {
    const result = await runScenario(mutant.foundBy, mutant)

    expect(isCaught(result)).toBe(true)
  },
  RUN_TIMEOUT_MS,
)
