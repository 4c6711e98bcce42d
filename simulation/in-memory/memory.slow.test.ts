import { expect, test } from 'vitest'
import { isFoundBy } from './memory-report.ts'
import { runInMemory } from './memory-run.ts'
import { type RuleMutant, ruleMutants } from './rule-mutants.ts'

const upTo = (count: number) => Array.from({ length: count }, (_, index) => String(index + 1))

test('the invariants hold on in-memory rows for 200 seeds with faults', () => {
  const results = upTo(200).map((seed) => runInMemory(seed))

  const failed = results.filter(({ violations }) => violations.length > 0)
  expect(failed.map(({ seed, violations }) => [seed, violations[0]])).toEqual([])
  const paid = results.reduce((sum, result) => sum + result.paid, 0)
  expect(paid).toBeGreaterThan(3_000)
})

test('the same seed gives the same in-memory run', () => {
  expect(runInMemory('7')).toEqual(runInMemory('7'))
})

test.each<RuleMutant>(ruleMutants)(
  'the rule mutant "$name" is found by seed $foundBy',
  (mutant) => {
    expect(isFoundBy(mutant.foundBy, mutant)).toBe(true)
  },
)
