import type { Mutant } from './mutants/mutant.ts'
import { CODE_ERROR } from './oracle/code-errors.ts'
import type { SeedResult } from './run-seed.ts'
import type { Scenario } from './scenarios.ts'

type Setting = { mutant?: Mutant | undefined; scenario?: Scenario | undefined }

/** What went wrong in a seed, and how to see it again. */
export function replayLine(
  { seed, violations }: SeedResult,
  { mutant, scenario }: Setting,
): string[] {
  if (violations.length === 0) return []
  const found = violations.map(({ rule, what, at }) => `  ${at} ${rule}: ${what}`)
  const words = [
    `--seed ${seed}`,
    ...(scenario ? [`--scenario '${scenario.name}'`] : []),
    ...(mutant ? [`--mutant '${mutant.name}'`] : []),
  ]
  return [`seed ${seed} failed; replay: npm run simulate -- ${words.join(' ')}`, ...found]
}

/** A round that never ends, or an error in the code, tells nothing of a planted mutant. */
export const isCaught = ({ violations }: SeedResult) =>
  violations.some(({ rule, what }) => rule !== CODE_ERROR && !what.includes('circles'))
