import { runInMemory } from './memory-run.ts'
import { type RuleMutant, ruleMutants } from './rule-mutants.ts'

type ReportOptions = { seeds: readonly string[]; withMutants: boolean; print(line: string): void }

/** Prints the results; returns true if there are no violations and every mutant was found. */
export function reportMemory({ seeds, withMutants, print }: ReportOptions): boolean {
  if (!withMutants) return reportSeeds(seeds, print)
  const missed = ruleMutants.filter((mutant) => {
    const found = [mutant.foundBy, ...seeds].find((seed) => isFoundBy(seed, mutant))
    print(found ? `${mutant.name}: found by seed ${found}` : `${mutant.name}: NOT FOUND`)
    return !found
  })
  return missed.length === 0
}

/** True if the mutant fails with this seed and the correct rules pass with it. */
export const isFoundBy = (seed: string, mutant: RuleMutant) =>
  runInMemory(seed, mutant).violations.length > 0 && runInMemory(seed).violations.length === 0

function reportSeeds(seeds: readonly string[], print: ReportOptions['print']): boolean {
  const startedAt = performance.now()
  const results = seeds.map((seed) => runInMemory(seed))
  const failed = results.filter(({ violations }) => violations.length > 0)
  for (const { seed, violations } of failed) {
    print(`seed ${seed} failed; replay: npm run simulate -- --memory --seed ${seed}`)
    for (const { at, rule, what } of violations) print(`  ${at} ${rule}: ${what}`)
  }
  const sum = (read: (result: (typeof results)[number]) => number) =>
    results.reduce((total, result) => total + read(result), 0)
  print(
    [
      `${results.length} seeds in memory in ${((performance.now() - startedAt) / 1000).toFixed(1)} s`,
      `${(sum(({ days }) => days) / 365.25).toFixed(2)} simulated years`,
      `${sum(({ charges }) => charges)} requests`,
      `${sum(({ paid }) => paid)} charges`,
      `${sum(({ doubles }) => doubles)} doubles`,
      `${sum(({ losses }) => losses)} losses`,
      `${failed.length} seeds failed`,
    ].join(', '),
  )
  return failed.length === 0
}
