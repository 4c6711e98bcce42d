import type { Plan, RoutingProblem } from './problem.ts'
import { type Budget, createUsedReader } from './read-used.ts'
import { anneal } from './search/anneal.ts'
import { readPlan } from './search/read-plan.ts'
import { createState } from './search/state.ts'
import { buildTables } from './search/tables.ts'
import { validateProblem } from './validate-problem.ts'

export type SolveOptions = Budget & {
  seed: number
  onProgress?: (used: number) => void
}

/** Finds routes for a problem, in the calling thread. */
export function solve(problem: RoutingProblem, options: SolveOptions): Plan {
  validateProblem(problem)
  const readUsed = createUsedReader(options)
  const state = createState(buildTables(problem), options.seed)
  const iterations = anneal(state, (iteration) => {
    const used = readUsed(iteration)
    options.onProgress?.(used)
    return used
  })
  return readPlan(state, iterations)
}
