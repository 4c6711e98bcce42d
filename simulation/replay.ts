import { ENDLESS_RUNS } from './job-triggers.ts'
import type { Mutant } from './mutants/mutant.ts'
import { CODE_ERROR } from './oracle/code-errors.ts'
import type { SeedResult } from './run-seed.ts'
import type { Scenario } from './scenario.ts'

type Setting = { mutant?: Mutant | undefined; scenario?: Scenario | undefined }

/** Formats the violations of a seed and the command that replays it. */
export function replayLine(
  { seed, violations }: SeedResult,
  { mutant, scenario }: Setting,
): string[] {
  if (violations.length === 0) return []
  const lines = violations.map(({ rule, what, at }) => `  ${at} ${rule}: ${what}`)
  const flags = [
    `--seed ${seed}`,
    ...(scenario ? [`--scenario '${scenario.name}'`] : []),
    ...(mutant ? [`--mutant '${mutant.name}'`] : []),
  ]
  return [`seed ${seed} failed; replay: npm run simulate -- ${flags.join(' ')}`, ...lines]
}

/** Endless job runs and code errors do not count as finding a mutant. */
export const isCaught = ({ violations }: SeedResult) =>
  violations.some(({ rule, what }) => rule !== CODE_ERROR && !what.includes(ENDLESS_RUNS))
