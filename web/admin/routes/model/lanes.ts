import type { AddedStop, Board, BoardRoute, BoardStop } from '#contract/routes/board.ts'
import { hasId } from './added-here.ts'

/** Numbered from 1. `added`: what its driver added, in the order of time. */
export type Trip = BoardRoute['trips'][number] & { number: number; added: readonly AddedStop[] }
type BoardTruck = Board['trucks'][number]

/** One truck's row of the board. A truck without stops has no route yet. */
export type Lane = {
  truckId: string
  name: string
  /** Null for a deleted truck. */
  capacity: number | null
  isInMaintenance: boolean
  isDeleted: boolean
  /** Index of its color. */
  color: number
  route: BoardRoute | undefined
  /** At least one, which may be empty. */
  trips: readonly Trip[]
}

export const COLORS = 10

const emptyTrip = { stops: [], load: 0 }

/** All trucks by name, then the routes of deleted trucks. */
export function buildLanes({ trucks, routes }: Board): Lane[] {
  const byTruck = new Map(routes.map((route) => [route.truckId, route]))
  const known = trucks.toSorted((a, b) => byName(a, b))
  const knownIds = new Set(known.map(({ id }) => id))
  const lanes = known.map((truck) => toLane(truck, byTruck.get(truck.id)))
  const deleted = routes
    .filter(({ truckId }) => !knownIds.has(truckId))
    .map((route) => toLane(undefined, route, route.truckId))
  return [...lanes, ...deleted].map((lane, index) => ({ ...lane, color: index % COLORS }))
}

const byName = (a: BoardTruck, b: BoardTruck) =>
  a.name.localeCompare(b.name, 'en', { numeric: true })

const toLane = (truck: BoardTruck | undefined, route: BoardRoute | undefined, id = ''): Lane => ({
  truckId: truck?.id ?? id,
  name: truck?.name || 'Unknown',
  capacity: truck?.capacity ?? null,
  isInMaintenance: truck?.status === 'maintenance',
  isDeleted: !truck,
  color: 0,
  route,
  trips: toTrips(route),
})

function toTrips(route: BoardRoute | undefined): Trip[] {
  const trips = route?.trips.length ? route.trips : [emptyTrip]
  return trips.map((trip, index) => ({
    ...trip,
    number: index + 1,
    // A change that is not saved yet may have ended the last trip.
    added: (route?.addedStops ?? []).filter(
      (added) => Math.min(added.trip, trips.length) === index + 1,
    ),
  }))
}

export const listStops = ({ trips }: Pick<Lane, 'trips'>): BoardStop[] =>
  trips.flatMap(({ stops }) => stops)

export const hasRows = ({ trips }: Pick<Lane, 'trips'>): boolean =>
  trips.some(({ stops, added }) => stops.length > 0 || added.length > 0)

/** Its driver can see the route, also if all of its stops were moved away. */
export const isRunning = ({ route }: Pick<Lane, 'route'>): boolean =>
  route?.status === 'published' || route?.status === 'out'

/** There is something to see or to do, such as closing a route on which stops were only added. */
export const isInUse = (lane: Pick<Lane, 'trips' | 'route'>): boolean =>
  hasRows(lane) || isRunning(lane)

export type TripRow = { stop: BoardStop; index: number } | { added: AddedStop }

/** The stops of a trip, and after the last one that was visited before it, each that was added. */
export function toTripRows({ stops, added }: Pick<Trip, 'stops' | 'added'>): TripRow[] {
  const planned = stops.map((stop, index) => ({ stop, index }))
  const visits = earliestVisits(stops)
  const rows: TripRow[] = []
  let next = 0
  for (const candidate of added) {
    const at = Date.parse(candidate.at)
    const from = next
    while ((visits[next] ?? Number.POSITIVE_INFINITY) <= at) next += 1
    rows.push(...planned.slice(from, next), { added: candidate })
  }
  return [...rows, ...planned.slice(next)]
}

/** Of each stop and those after it, because a driver may visit them in another order. */
function earliestVisits(stops: readonly BoardStop[]): number[] {
  let earliest = Number.POSITIVE_INFINITY
  const visits = stops.toReversed().map(({ outcomeAt }) => {
    if (outcomeAt) earliest = Math.min(earliest, Date.parse(outcomeAt))
    return earliest
  })
  return visits.reverse()
}

export const countBottles = (stops: readonly { bottles: number }[]): number =>
  stops.reduce((sum, { bottles }) => sum + bottles, 0)

/** A stop that can still be moved. */
export const isOpen = ({ status }: Pick<BoardStop, 'status'>): boolean =>
  status === 'pending' || status === 'in-progress'

/** Its stops can be changed; a closed route stays as it was driven. */
export const isEditable = ({ route }: Pick<Lane, 'route'>): boolean => route?.status !== 'closed'

export type DayTotals = {
  stops: number
  bottles: number
  done: number
  trucksUsed: number
  trucks: number
  unplanned: number
}

export function dayTotals(board: Board): DayTotals {
  const lanes = buildLanes(board)
  const stops = lanes.flatMap(listStops)
  return {
    stops: stops.length,
    bottles: countBottles(stops),
    done: stops.filter((stop) => !isOpen(stop)).length,
    trucksUsed: lanes.filter(isInUse).length,
    trucks: board.trucks.length,
    unplanned: board.unplanned.length,
  }
}

export type FoundStop = { stop: BoardStop; route: BoardRoute; trip: number }

/** The stop, its route and its trip, from 1. */
export function findStop({ routes }: Board, stopId: string): FoundStop | undefined {
  for (const route of routes) {
    for (const [index, { stops }] of route.trips.entries()) {
      const stop = stops.find((candidate) => hasId(candidate, stopId))
      if (stop) return { stop, route, trip: index + 1 }
    }
  }
  return undefined
}
