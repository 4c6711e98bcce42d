import type { Board, BoardDelivery, BoardRoute, BoardStop } from '#contract/routes/board.ts'
import type { Plan } from '#contract/routes/plans.ts'
import { isOpen } from './lanes.ts'

/** The board as the plan would make it. Trucks that the plan leaves alone stay as they are. */
export function previewPlan(board: Board, plan: Pick<Plan, 'routes'>): Board {
  const stops = new Map(
    board.routes
      .flatMap(({ trips }) => trips.flatMap((trip) => trip.stops))
      .filter(isOpen)
      .map((stop) => [stop.orderId, stop]),
  )
  const deliveries = new Map(board.unplanned.map((delivery) => [delivery.orderId, delivery]))
  const planned = new Set<string>()
  const routes = new Map(board.routes.map((route) => [route.truckId, route]))
  for (const { truckId, trips } of plan.routes) {
    const current = routes.get(truckId)
    const changed = trips.map((trip) => ({
      load: trip.load,
      stops: trip.stops.flatMap(({ orderId, plannedAt }, index) => {
        const known = stops.get(orderId) ?? deliveries.get(orderId)
        planned.add(orderId)
        return known ? [toStop(known, index + 1, plannedAt)] : []
      }),
    }))
    routes.set(truckId, { ...(current ?? emptyRoute(truckId)), trips: changed })
  }
  const isPlanned = new Set(plan.routes.map(({ truckId }) => truckId))
  return {
    ...board,
    // A stop that the plan moves is no longer on its truck, even if that one is otherwise kept.
    routes: [...routes.values()].map((route) =>
      isPlanned.has(route.truckId) ? route : withoutOrders(route, planned),
    ),
    unplanned: board.unplanned.filter(({ orderId }) => !planned.has(orderId)),
  }
}

const toStop = (
  known: BoardDelivery | BoardStop,
  position: number,
  plannedAt: string,
): BoardStop => ({
  id: `plan-${known.orderId}`,
  version: 0,
  status: 'pending',
  pin: 'none',
  scheduledTime: null,
  ...known,
  position,
  plannedAt,
})

const withoutOrders = (route: BoardRoute, orders: ReadonlySet<string>): BoardRoute => ({
  ...route,
  trips: route.trips.map((trip) => ({
    ...trip,
    stops: trip.stops.filter((stop) => !isOpen(stop) || !orders.has(stop.orderId)),
  })),
})

const emptyRoute = (truckId: string): BoardRoute => ({
  id: '',
  truckId,
  driverId: null,
  status: 'draft',
  version: 0,
  isLocked: false,
  publishedAt: null,
  trips: [],
  warnings: [],
})
