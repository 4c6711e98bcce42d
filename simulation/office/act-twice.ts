import { reportCodeError } from '../oracle/code-errors.ts'
import type { WatchedRun } from '../oracle/watched-run.ts'
import type { Rng } from '../rng.ts'
import type { ShopProcess } from '../shop-process.ts'

/** Acts in two processes at once, as after a double click. Returns what was not rejected. */
export async function actTwice<T>(
  world: WatchedRun,
  rng: Rng,
  at: ShopProcess,
  act: (process: ShopProcess, n: number) => Promise<T>,
): Promise<T[]> {
  const other = rng.pick(world.alive()) ?? at
  const results = await Promise.allSettled([at, other].map(act))
  for (const result of results)
    if (result.status === 'rejected') reportCodeError(world.oracle, result.reason)
  return results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []))
}
