import { expect, test } from 'vitest'
import { isCaught } from '../replay.ts'
import { dayMutants } from './day-mutants.ts'
import { mutants } from './mutants.ts'
import { officeMutants } from './office-mutants.ts'
import { RUN_TIMEOUT_MS, runScenario } from './run-scenario.ts'

/** Mutants of office and days have their own files, because the tests of one file run in turn. */
const elsewhere = [...officeMutants, ...dayMutants]
const others = mutants.filter((mutant) => !elsewhere.includes(mutant))

test.each(others)(
  "the mutant '$name' is found by the scenario '$foundBy.name'",
  async (mutant) => {
    const result = await runScenario(mutant.foundBy, mutant)

    expect(isCaught(result)).toBe(true)
  },
  RUN_TIMEOUT_MS,
)
