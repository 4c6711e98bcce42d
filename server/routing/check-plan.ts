/**
 * Checks a plan against its problem, from the input alone: nothing is imported from the search, and
 * every sum is computed again. Returns what is wrong and what the plan costs.
 */
import { checkSchedule, type ScheduleTotals } from './check-schedule.ts'
import type { Plan, PlannedRoute, RoutingProblem } from './problem.ts'

export type CheckedPlan = { problems: string[]; cost: number; served: number }

export function checkPlan(problem: RoutingProblem, plan: Plan): CheckedPlan {
  const problems = [...checkCoverage(problem, plan)]
  let cost = 0
  for (const route of plan.routes) {
    const truck = problem.trucks[route.truck]
    if (!truck) {
      problems.push(`truck ${route.truck} does not exist`)
      continue
    }
    problems.push(...checkTrips(problem, route), ...checkPins(problem, route))
    const schedule = checkSchedule(problem, route)
    problems.push(...schedule.problems)
    cost += truck.fixedCost + costOfSchedule(problem, route, schedule.totals)
  }
  const served = plan.routes.flatMap(listStops).length
  return { problems, cost, served }
}

const listStops = (route: PlannedRoute) => route.trips.flatMap(({ stops }) => stops)

function checkCoverage({ visits }: RoutingProblem, { routes, leftOut }: Plan): string[] {
  const counts = visits.map(() => 0)
  const named = [...routes.flatMap(listStops), ...leftOut].map(({ visit }) => visit)
  for (const visit of named) counts[visit] = (counts[visit] ?? Number.NaN) + 1
  const trucks = routes.map(({ truck }) => truck)
  return [
    ...counts.flatMap((count, visit) =>
      count === 1 ? [] : [`visit ${visit} is in the plan ${count} times`],
    ),
    ...(new Set(trucks).size === trucks.length ? [] : ['a truck has two routes']),
  ]
}

function checkTrips({ trucks, visits }: RoutingProblem, route: PlannedRoute): string[] {
  const problems: string[] = []
  const { capacity = 0, maxTrips = 0 } = trucks[route.truck] ?? {}
  if (route.trips.length > maxTrips) problems.push(`truck ${route.truck} has too many trips`)
  for (const { stops } of route.trips) {
    if (stops.length === 0) problems.push(`truck ${route.truck} has a trip without stops`)
    const carried = stops.map(({ visit }) => visits[visit] ?? { full: 0, empties: 0 })
    let onBoard = carried.reduce((sum, { full }) => sum + full, 0)
    let most = onBoard
    for (const { full, empties } of carried) {
      onBoard += empties - full
      most = Math.max(most, onBoard)
    }
    if (most > capacity + 1e-6) problems.push(`truck ${route.truck} carries ${most} of ${capacity}`)
  }
  return problems
}

function checkPins({ visits }: RoutingProblem, route: PlannedRoute): string[] {
  const stops = listStops(route)
  return stops.flatMap(({ visit, startsAt }, index) => {
    const pin = visits[visit]?.pin
    if (!pin) return []
    const position = Math.min(pin.position ?? index + 1, stops.length)
    return [
      ...(pin.truck === undefined || pin.truck === route.truck
        ? []
        : [`visit ${visit} is pinned to truck ${pin.truck}`]),
      ...(position === index + 1 ? [] : [`visit ${visit} is pinned to position ${pin.position}`]),
      ...(pin.time === undefined || Math.abs(pin.time - startsAt) < 1e-6
        ? []
        : [`visit ${visit} is pinned to ${pin.time}`]),
    ]
  })
}

function costOfSchedule(
  { weights, trucks, visits }: RoutingProblem,
  route: PlannedRoute,
  totals: ScheduleTotals,
): number {
  const strangers = listStops(route).filter(({ visit }) => {
    const known = visits[visit]?.knownTruck
    return known !== undefined && known !== route.truck
  })
  return (
    totals.distance * (trucks[route.truck]?.costPerDistance ?? 0) +
    totals.driving * weights.driving +
    totals.waiting * weights.waiting +
    totals.overtime * weights.overtime +
    totals.lateness * weights.lateness +
    totals.worked ** 2 * weights.balance +
    strangers.length * weights.otherTruck
  )
}
