import type {
  Board,
  BoardDelivery,
  BoardRoute,
  BoardStop,
  StopPin,
} from '#contract/routes/board.ts'
import { newStopId } from './added-here.ts'
import { countBottles, findStop } from './lanes.ts'

/** Where a stop goes: a truck's trip, and the position that it then has there, both from 1. */
export type Target = { truckId: string; trip: number; position: number }

/** A change by hand that the server may not know yet. */
export type BoardChange =
  | { kind: 'add'; orderId: string; to: Target }
  | { kind: 'move'; stopId: string; to: Target }
  | { kind: 'remove'; stopId: string }
  | { kind: 'pin'; stopId: string; pin: StopPin }

/** The board as it will be once the server has made the change. Unknown stops change nothing. */
export function applyChange(board: Board, change: BoardChange): Board {
  if (change.kind === 'add') return addStop(board, change.orderId, change.to)
  const found = findStop(board, change.stopId)
  if (!found) return board
  if (change.kind === 'pin') {
    const pinned = { ...found.stop, pin: change.pin }
    return withStops(board, found.route.truckId, found.trip, (stops) =>
      stops.map((stop) => (stop.id === pinned.id ? pinned : stop)),
    )
  }
  const without = withStops(board, found.route.truckId, found.trip, (stops) =>
    stops.filter(({ id }) => id !== found.stop.id),
  )
  if (change.kind === 'remove') {
    const unplanned = [...board.unplanned, toDelivery(found.stop)]
    return withoutEmptyTrips({ ...without, unplanned })
  }
  const staysOnTruck = found.route.truckId === change.to.truckId
  const moved = { ...found.stop, ...(!staysOnTruck && { plannedAt: null }) }
  return withoutEmptyTrips(insertStop(without, moved, change.to))
}

function addStop(board: Board, orderId: string, to: Target): Board {
  const delivery = board.unplanned.find((row) => row.orderId === orderId)
  if (!delivery) return board
  const stop: BoardStop = {
    ...delivery,
    id: newStopId(orderId),
    position: to.position,
    version: 0,
    status: 'pending',
    pin: 'none',
    plannedAt: null,
    scheduledTime: null,
  }
  const unplanned = board.unplanned.filter((row) => row !== delivery)
  return insertStop({ ...board, unplanned }, stop, to)
}

function insertStop(board: Board, stop: BoardStop, { truckId, trip, position }: Target): Board {
  return withStops(board, truckId, trip, (stops) => stops.toSpliced(position - 1, 0, stop))
}

/** Changes the stops of one trip, numbers them again and counts its bottles. */
function withStops(
  board: Board,
  truckId: string,
  trip: number,
  change: (stops: readonly BoardStop[]) => readonly BoardStop[],
): Board {
  const hasRoute = board.routes.some((route) => route.truckId === truckId)
  const routes = hasRoute ? board.routes : [...board.routes, newRoute(truckId)]
  return {
    ...board,
    routes: routes.map((route) =>
      route.truckId === truckId ? { ...route, trips: changedTrips(route, trip, change) } : route,
    ),
  }
}

function changedTrips(
  { trips }: BoardRoute,
  trip: number,
  change: (stops: readonly BoardStop[]) => readonly BoardStop[],
): BoardRoute['trips'] {
  // A trip after the last one starts a new one.
  const at = Math.min(trip - 1, trips.length)
  const { stops, load } = trips[at] ?? { stops: [], load: 0 }
  const changed = change(stops).map((stop, index) => ({ ...stop, position: index + 1 }))
  const after = { stops: changed, load: load + countBottles(changed) - countBottles(stops) }
  return trips.toSpliced(at, 1, after)
}

/** Only now, because the target counts the trips as they were shown. */
const withoutEmptyTrips = (board: Board): Board => ({
  ...board,
  routes: board.routes.map((route) =>
    route.trips.every(({ stops }) => stops.length > 0)
      ? route
      : { ...route, trips: route.trips.filter(({ stops }) => stops.length > 0) },
  ),
})

const newRoute = (truckId: string): BoardRoute => ({
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

const toDelivery = ({
  id: _id,
  position: _position,
  version: _version,
  status: _status,
  pin: _pin,
  plannedAt: _plannedAt,
  scheduledTime: _scheduledTime,
  ...delivery
}: BoardStop): BoardDelivery => delivery
