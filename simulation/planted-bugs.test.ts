import { expect, test } from 'vitest'
import { freshDatabase } from '#tests/support/database.ts'
import { bugs } from './bugs.ts'
import { runSeed } from './run-seed.ts'

/** Tried in this order until one of them finds the bug. */
const seeds = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '10', '11', '12']

test('there are at least ten', () => {
  expect(bugs.length).toBeGreaterThanOrEqual(10)
})

test.each(bugs.map((bug) => [bug.name, bug] as const))(
  'a planted bug is found: %s',
  async (_, bug) => {
    let found: string[] = []
    for (const seed of seeds) {
      const database = await freshDatabase()
      const { violations } = await runSeed({ seed, databaseUrl: database.url, bug }).finally(() =>
        database.drop(),
      )
      found = violations.map(({ rule }) => rule)
      if (found.length > 0) break
    }

    expect(found).not.toEqual([])
  },
  600_000,
)
