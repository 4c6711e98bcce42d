import { runInMemory } from './memory-run.ts'
import { type RuleMutant, ruleMutants } from './rule-mutants.ts'

type ReportOptions = { seeds: readonly string[]; withMutants: boolean; say(line: string): void }

/** Prints what the seeds came to; true when nothing was wrong, and every planted mutant was found. */
export function reportMemory({ seeds, withMutants, say }: ReportOptions): boolean {
  if (!withMutants) return reportSeeds(seeds, say)
  const missed = ruleMutants.filter((mutant) => {
    const found = [mutant.foundBy, ...seeds].find((seed) => isFoundBy(seed, mutant))
    say(found ? `${mutant.name}: found by seed ${found}` : `${mutant.name}: NOT FOUND`)
    return !found
  })
  return missed.length === 0
}

/** The right rules get through the very same seed. */
export const isFoundBy = (seed: string, mutant: RuleMutant) =>
  runInMemory(seed, mutant).violations.length > 0 && runInMemory(seed).violations.length === 0

function reportSeeds(seeds: readonly string[], say: ReportOptions['say']): boolean {
  const begun = performance.now()
  const results = seeds.map((seed) => runInMemory(seed))
  const failed = results.filter(({ violations }) => violations.length > 0)
  for (const { seed, violations } of failed) {
    say(`seed ${seed} failed; replay: npm run simulate -- --memory --seed ${seed}`)
    for (const { at, rule, what } of violations) say(`  ${at} ${rule}: ${what}`)
  }
  const sum = (of: (result: (typeof results)[number]) => number) =>
    results.reduce((all, one) => all + of(one), 0)
  say(
    [
      `${results.length} seeds in memory in ${((performance.now() - begun) / 1000).toFixed(1)} s`,
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
