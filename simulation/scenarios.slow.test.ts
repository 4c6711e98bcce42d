import { expect, test } from 'vitest'
import { RUN_TIMEOUT_MS, runScenario } from './mutants/run-scenario.ts'
import { CODE_ERROR } from './oracle/code-errors.ts'
import { replayLine } from './replay.ts'
import { scenarios } from './scenarios.ts'

test.each(Object.values(scenarios))(
  "I1–I10 hold in '$name'",
  async (scenario) => {
    const result = await runScenario(scenario)

    expect(replayLine(result, { scenario })).toEqual([])
    expect(result.charges).toBeGreaterThan(0)
  },
  RUN_TIMEOUT_MS,
)

test(
  'a code error that a job logs ends the run',
  async () => {
    const result = await runScenario(scenarios.noFaults, {
      name: 'broken code',
      foundBy: scenarios.noFaults,
      cards: (port) => ({
        ...port,
        chargeSavedCard: () => Promise.reject(new TypeError('charge is not a function')),
      }),
    })

    expect(result.violations.map(({ rule }) => rule)).toContain(CODE_ERROR)
  },
  RUN_TIMEOUT_MS,
)
