import type { Board, BoardDelivery, BoardRoute, BoardStop } from '#contract/routes/board.ts'

export const fixtureDelivery = (
  name: string,
  change: Partial<BoardDelivery> = {},
): BoardDelivery => ({
  orderId: name,
  customerName: name,
  deliveryAddress: '12 Main Street',
  deliveryCity: 'Kingston',
  deliveryZip: '12401',
  deliveryDate: '2026-03-05',
  bottles: 2,
  zoneId: null,
  window: null,
  instructions: null,
  place: null,
  isOnHold: false,
  ...change,
})

const fixtureStop = (name: string, position: number): BoardStop => ({
  ...fixtureDelivery(name),
  id: `stop-${name}`,
  position,
  version: 1,
  status: 'pending',
  pin: 'none',
  plannedAt: null,
  scheduledTime: null,
})

/** 'a b | c' is a route of two trips: a space between stops, a bar between trips. */
export function fixtureRoute(truckId: string, text: string): BoardRoute {
  const trips = text.split(' | ').map((trip) => {
    const stops = trip.split(' ').map((name, index) => fixtureStop(name, index + 1))
    return { stops, load: stops.length * 2 }
  })
  return {
    id: `route-${truckId}`,
    truckId,
    driverId: null,
    status: 'draft',
    version: 1,
    isLocked: false,
    publishedAt: null,
    trips,
    warnings: [],
  }
}

export function fixtureBoard(routes: Record<string, string>, unplanned: string[] = []): Board {
  return {
    date: '2026-03-05',
    publishFrom: '2026-03-04T13:00:00.000Z',
    routes: Object.entries(routes).map(([truckId, text]) => fixtureRoute(truckId, text)),
    unplanned: unplanned.map((name) => fixtureDelivery(name)),
    trucks: ['blue', 'red'].map((id) => ({ id, name: id, capacity: 6, status: 'available' })),
    drivers: [],
    zones: [],
    depot: null,
    planId: null,
  }
}

/** The opposite of fixtureRoute, with loads: 'a b (4) | c (2)'. */
export function describeRoute({ routes }: Board, truckId: string): string {
  const trips = routes.find((route) => route.truckId === truckId)?.trips ?? []
  return trips
    .map(({ stops, load }) => `${stops.map(({ orderId }) => orderId).join(' ')} (${load})`)
    .join(' | ')
}
