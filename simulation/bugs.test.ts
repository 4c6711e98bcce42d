import { expect, test } from 'vitest'
import { freshDatabase } from '#tests/support/database.ts'
import type { Bug } from './bug.ts'
import { bugs } from './bugs.ts'
import { MISTAKE } from './mistakes.ts'
import { isCaught, replayLine } from './replay.ts'
import { runSeed } from './run-seed.ts'
import { type Scenario, scenarios } from './scenarios.ts'

/** Seconds; many more where a machine has a lot else to do. */
const LONG = 300_000

async function run(scenario: Scenario, bug?: Bug) {
  const database = await freshDatabase()
  try {
    return await runSeed({ seed: scenario.seed, databaseUrl: database.url, scenario, bug })
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
  LONG,
)

test.each(bugs)(
  "a planted bug is found: $name, in '$foundBy.name'",
  async (bug) => {
    const result = await run(bug.foundBy, bug)

    expect(isCaught(result)).toBe(true)
  },
  LONG,
)

test(
  'an error in the code that a job survives ends the run',
  async () => {
    const result = await run(scenarios.fairWeather, {
      name: 'broken code',
      foundBy: scenarios.fairWeather,
      cards: (port) => ({
        ...port,
        chargeSaved: () => Promise.reject(new TypeError('it is not a function')),
      }),
    })

    expect(result.violations.map(({ rule }) => rule)).toContain(MISTAKE)
  },
  LONG,
)
