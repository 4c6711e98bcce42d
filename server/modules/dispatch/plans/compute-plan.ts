import type { PlanScope } from '#contract/routes/plans.ts'
import {
  checkPlan,
  type GeoPoint,
  type Plan,
  type RoutingProblem,
  solveInWorkers,
  type TravelMatrix,
} from '#server/routing/index.ts'
import type { PlanResult } from './plan-data.ts'
import { buildProblem, type PlanInput } from './problem/build-problem.ts'
import type { PlanDay } from './problem/day.ts'
import { timeRoute } from './problem/time-route.ts'
import { toResult } from './to-result.ts'

/** Rule 53: measures the ways between points, in meters and seconds. */
export type MeasurePoints = (
  points: readonly GeoPoint[],
  kmPerHour: number,
) => Promise<{ matrix: TravelMatrix; warnings: string[] }>

export type ComputeOptions = {
  measurePoints: MeasurePoints
  seeds: readonly number[]
  /** Either ends the search; a number of iterations gives the same plan on any machine. */
  cpuSeconds?: number
  iterations?: number
  signal?: AbortSignal
  onProgress?: (used: number) => void
}

export type ComputedPlan =
  | { status: 'ready'; result: PlanResult }
  | { status: 'failed'; problems: string[] }
  | { status: 'cancelled' }

/** Computes a plan in worker threads, and offers it only if the independent checker accepts it. */
export async function computePlan(
  day: PlanDay,
  scope: PlanScope,
  options: ComputeOptions,
): Promise<ComputedPlan> {
  const input = buildProblem(day, scope)
  const measured = await orAborted(
    options.measurePoints(input.points, input.kmPerHour),
    options.signal,
  )
  if (!measured) return { status: 'cancelled' }
  input.warnings.push(...measured.warnings)
  const problem: RoutingProblem = { ...input.problem, matrix: measured.matrix }
  if (input.trucks.length === 0) {
    const leftOut = input.visits.map((_, visit) => ({ visit, reason: 'no_truck' as const }))
    return { status: 'ready', result: toResult(day, input, problem, { routes: [], leftOut }) }
  }
  const solved = await solveInWorkers(problem, { ...options, ...limitSmall(problem) })
  if (solved.status === 'cancelled') return solved
  if (solved.status === 'failed') return { status: 'failed', problems: solved.failures }
  const problems = findFaults(problem, input, solved.plan)
  if (problems.length > 0) return { status: 'failed', problems }
  return { status: 'ready', result: toResult(day, input, problem, solved.plan) }
}

/** A routing server may be slow; a cancelled plan doesn't wait for it. */
async function orAborted<T>(work: Promise<T>, signal?: AbortSignal): Promise<T | undefined> {
  if (!signal) return work
  const aborted = new Promise<undefined>((resolve) => {
    signal.addEventListener('abort', () => resolve(undefined), { once: true })
  })
  return signal.aborted ? undefined : Promise.race([work, aborted])
}

/** A handful of visits is solved long before its time is over. */
const SMALL_PROBLEM = 12
const ITERATIONS_PER_VISIT = 4_000

const limitSmall = ({ visits }: RoutingProblem) =>
  visits.length <= SMALL_PROBLEM ? { iterations: visits.length * ITERATIONS_PER_VISIT } : {}

/**
 * Returns the rules that the plan breaks. A rule that the dispatcher's own route already broke, and that
 * the plan had to keep, is not one of them.
 */
export function findFaults(problem: RoutingProblem, input: PlanInput, plan: Plan): string[] {
  const { problems } = checkPlan(problem, plan)
  if (problems.length === 0) return []
  const kept = input.trucks.flatMap((_, truck) => {
    const trips = (input.problem.start?.[truck] ?? []).map((trip) =>
      trip.filter((visit) => problem.visits[visit]?.isKept),
    )
    const solverTruck = problem.trucks[truck]
    return solverTruck && trips.some(({ length }) => length > 0)
      ? [{ truck, ...timeRoute(problem, solverTruck, trips) }]
      : []
  })
  const broken = new Set(
    kept.filter((route) => checkAlone(problem, route).length > 0).map(({ truck }) => truck),
  )
  if (broken.size === 0) return problems
  const others = plan.routes.filter(({ truck }) => !broken.has(truck))
  return others.flatMap((route) => checkAlone(problem, route))
}

function checkAlone(problem: RoutingProblem, route: Plan['routes'][number]): string[] {
  const served = new Set(route.trips.flatMap(({ stops }) => stops.map(({ visit }) => visit)))
  const leftOut = problem.visits.flatMap((_, visit) =>
    served.has(visit) ? [] : [{ visit, reason: 'no_time_left' as const }],
  )
  return checkPlan(problem, { routes: [route], leftOut, cost: 0, iterations: 0 }).problems
}
