import { timeText } from '#contract/zones/window-text.ts'
import type { LeftOutReason, Plan, RoutingProblem } from '#server/routing/index.ts'
import { compareRoutes } from './compare-routes.ts'
import type { PlanResult, ResultRoute } from './plan-data.ts'
import type { PlanInput } from './problem/build-problem.ts'
import type { PlanDay } from './problem/day.ts'
import type { PlanVisit } from './problem/group-visits.ts'
import { measureRoute, timeRoute } from './problem/time-route.ts'
import { toIsoInstant } from './problem/times.ts'

/** Translates the solver's plan back to orders, with its difference from the routes of now. */
export function toResult(
  day: PlanDay,
  input: PlanInput,
  problem: RoutingProblem,
  plan: Pick<Plan, 'routes' | 'leftOut'>,
): PlanResult {
  const { visits, trucks } = input
  const routes = plan.routes.flatMap((route): ResultRoute[] => {
    const truck = trucks[route.truck]
    if (!truck) return []
    const { minutes, miles } = measureRoute(problem, route)
    const trips = route.trips.map(({ stops }) => {
      const served = stops.flatMap(({ visit, startsAt }) =>
        (visits[visit]?.deliveries ?? []).map(({ orderId, stopId, bottles }) => ({
          stop: { orderId, stopId, plannedAt: toIsoInstant(day.timeZone, day.date, startsAt) },
          bottles,
        })),
      )
      return {
        stops: served.map(({ stop }) => stop),
        load: served.reduce((sum, { bottles }) => sum + bottles, 0),
      }
    })
    return [{ truckId: truck.id, trips, minutes: round(minutes), distance: round(miles) }]
  })
  const left = plan.leftOut.flatMap(({ visit, reason }) => {
    const found = visits[visit]
    return found ? [{ visit: found, reason }] : []
  })
  const onTruck = new Set(day.routes.flatMap(({ stops }) => stops.map(({ stopId }) => stopId)))
  const removed = left.flatMap(({ visit }) =>
    visit.deliveries.flatMap(({ orderId, stopId }) =>
      stopId && onTruck.has(stopId) ? [{ stopId, orderId }] : [],
    ),
  )
  return {
    routes,
    leftOut: left.flatMap(({ visit, reason }) =>
      visit.deliveries.map(({ orderId }) => ({ orderId, reason: reasonText(visit, reason) })),
    ),
    removed,
    difference: compareRoutes(day, routes, {
      removed: removed.length,
      before: sumOfCurrent(problem, input),
    }),
    warnings: input.warnings,
  }
}

function sumOfCurrent(problem: RoutingProblem, { current }: PlanInput) {
  const measured = current.map(({ truck, trips }) =>
    measureRoute(problem, timeRoute(problem, truck, trips)),
  )
  return {
    minutes: measured.reduce((sum, { minutes }) => sum + minutes, 0),
    miles: measured.reduce((sum, { miles }) => sum + miles, 0),
  }
}

const round = (value: number) => Math.round(value * 10) / 10

function reasonText({ deliveries, pinnedTime }: PlanVisit, reason: LeftOutReason): string {
  const bottles = deliveries.reduce((sum, delivery) => sum + delivery.bottles, 0)
  switch (reason) {
    case 'no_truck':
      return "Doesn't fit: no truck is available"
    case 'too_large':
      return `Doesn't fit: ${bottles} bottles are more than any truck carries`
    case 'outside_hours':
      return pinnedTime
        ? `Doesn't fit: no truck can be there at ${timeText(pinnedTime)}`
        : "Doesn't fit: no truck can be there during its hours and back in time"
    case 'no_capacity_left':
      return "Doesn't fit: every truck is full"
    case 'no_time_left':
      return "Doesn't fit: no truck has time left"
  }
}
