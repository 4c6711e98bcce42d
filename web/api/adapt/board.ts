import type {
  AddedStop,
  Board,
  BoardDelivery,
  BoardRoute,
  BoardStop,
  RouteStatus,
  StopPin,
} from '#contract/routes/board.ts'
import { type Fields, toFields, toId, toList, toNumber, toText } from './read.ts'

const pins: readonly StopPin[] = ['none', 'truck', 'position', 'time']
const routeStatuses: readonly RouteStatus[] = ['draft', 'published', 'out', 'closed']
const stopStatuses: readonly BoardStop['status'][] = [
  'pending',
  'in-progress',
  'completed',
  'cancelled',
]
const truckStatuses = ['available', 'in-use', 'maintenance'] as const

const pickKnown = <Value extends string>(
  values: readonly Value[],
  value: unknown,
  fallback: Value,
): Value => values.find((known) => known === value) ?? fallback

/** The board with all fields. What another backend leaves out is empty. */
export function adaptBoard(body: unknown, date: string): Board {
  const board = toFields(body)
  return {
    date: toText(board.date) ?? date,
    publishFrom: toText(board.publishFrom) ?? '',
    routes: toList(board.routes, adaptRoute),
    unplanned: toList(board.unplanned, (row) => adaptDelivery(toFields(row))),
    trucks: toList(board.trucks, (row) => {
      const truck = toFields(row)
      return {
        id: toId(truck.id),
        name: toText(truck.name) ?? '',
        capacity: toNumber(truck.capacity) ?? 0,
        status: pickKnown(truckStatuses, truck.status, 'available'),
      }
    }),
    drivers: toList(board.drivers, (row) => {
      const driver = toFields(row)
      return {
        id: toId(driver.id),
        name: toText(driver.name) ?? '',
        isAbsent: driver.isAbsent === true,
      }
    }),
    zones: toList(board.zones, (row) => {
      const zone = toFields(row)
      return { id: toId(zone.id), name: toText(zone.name) ?? '' }
    }),
    depot: toPlace(board.depot),
    standing: toList(board.standing, (row) => {
      const order = toFields(row)
      return {
        truckId: toId(order.truckId),
        name: toText(order.name),
        stops: toNumber(order.stops) ?? 0,
        savedAt: toText(order.savedAt) ?? '',
      }
    }),
    planId: toText(board.planId),
  }
}

function adaptRoute(body: unknown): BoardRoute {
  const route = toFields(body)
  return {
    id: toId(route.id),
    truckId: toId(route.truckId),
    driverId: toText(route.driverId),
    status: pickKnown(routeStatuses, route.status, 'draft'),
    version: toNumber(route.version) ?? 1,
    isLocked: route.isLocked === true,
    publishedAt: toText(route.publishedAt),
    hasUnpublishedChanges: route.hasUnpublishedChanges === true,
    trips: toList(route.trips, (row) => {
      const trip = toFields(row)
      const stops = toList(trip.stops, adaptStop)
      const bottles = stops.reduce((sum, stop) => sum + stop.bottles, 0)
      return { stops, load: toNumber(trip.load) ?? bottles }
    }),
    addedStops: toList(route.addedStops, adaptAddedStop),
    warnings: toList(route.warnings, (text) => toText(text) ?? ''),
  }
}

function adaptStop(body: unknown): BoardStop {
  const stop = toFields(body)
  const outcomeAt = toText(stop.outcomeAt)
  return {
    ...adaptDelivery(stop),
    id: toId(stop.id),
    position: toNumber(stop.position) ?? 1,
    version: toNumber(stop.version) ?? 1,
    status: pickKnown(stopStatuses, stop.status, 'pending'),
    pin: pickKnown(pins, stop.pin, 'none'),
    plannedAt: toText(stop.plannedAt),
    scheduledTime: toText(stop.scheduledTime),
    ...(stop.outcome === 'failed' && { outcome: 'failed' as const }),
    ...(outcomeAt && { outcomeAt }),
  }
}

function adaptAddedStop(body: unknown): AddedStop {
  const added = toFields(body)
  return {
    id: toId(added.id),
    trip: toNumber(added.trip) ?? 1,
    at: toText(added.at) ?? '',
    name: toText(added.name),
    left: toNumber(added.left) ?? 0,
    taken: toNumber(added.taken) ?? 0,
    reviewId: toText(added.reviewId),
  }
}

function adaptDelivery(delivery: Fields): BoardDelivery {
  const window = toWindow(delivery.window)
  return {
    orderId: toId(delivery.orderId),
    customerName: toText(delivery.customerName),
    deliveryAddress: toText(delivery.deliveryAddress),
    deliveryCity: toText(delivery.deliveryCity) ?? '',
    deliveryZip: toText(delivery.deliveryZip) ?? '',
    deliveryDate: toText(delivery.deliveryDate) ?? '',
    bottles: toNumber(delivery.bottles) ?? 0,
    zoneId: toText(delivery.zoneId),
    window,
    openingHours: toList(delivery.openingHours, toWindow).filter((hours) => hours !== null),
    instructions: toText(delivery.instructions),
    place: toPlace(delivery.place),
    isOnHold: delivery.isOnHold === true,
  }
}

function toWindow(value: unknown): { from: string; to: string } | null {
  const window = toFields(value)
  const from = toText(window.from)
  const to = toText(window.to)
  return from && to ? { from, to } : null
}

function toPlace(value: unknown): { lat: number; lon: number } | null {
  const { lat, lon } = toFields(value)
  const [north, east] = [toNumber(lat), toNumber(lon)]
  return north === null || east === null ? null : { lat: north, lon: east }
}
