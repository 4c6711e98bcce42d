import type { SeedResult } from './run-seed.ts'

/** What went wrong in a seed, and how to see it again. */
export function replayLine(
  { seed, violations }: SeedResult,
  bug: { name: string } | undefined,
): string[] {
  if (violations.length === 0) return []
  const found = violations.map(({ rule, what, at }) => `  ${at} ${rule}: ${what}`)
  const also = bug ? ` --bug '${bug.name}'` : ''
  return [`seed ${seed} failed; replay: npm run simulate -- --seed ${seed}${also}`, ...found]
}
