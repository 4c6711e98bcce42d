import type { BoardRoute, BoardStop } from '#contract/routes/board.ts'

type TripStop = { id: string; trip: number; position: number | null }
export type Slot = { trip?: number | undefined; position?: number | undefined }

/** The route's trips in order, without empty ones; `stops` are in the order of the route. */
export function groupByTrip<Stop>(stops: readonly Stop[], getTrip: (stop: Stop) => number) {
  const trips = new Map<number, Stop[]>()
  for (const stop of stops) {
    const list = trips.get(getTrip(stop))
    if (list) list.push(stop)
    else trips.set(getTrip(stop), [stop])
  }
  return [...trips].sort(([a], [b]) => a - b).map(([number, list]) => ({ number, stops: list }))
}

/** The trip, as the board counts them, in which a driver was: the latest that has started by then. */
export const boardTrip = (tripNumbers: readonly number[], number: number): number =>
  Math.max(1, tripNumbers.filter((trip) => trip <= number).length)

/**
 * Where each stop of a route is once `id` is at the slot. Trips count as the board shows them: without
 * empty ones. A truck that is out keeps the numbers of its trips.
 */
export function placeStop(
  stops: readonly TripStop[],
  id: string,
  { trip, position }: Slot,
  { keepsTripNumbers = false } = {},
): { id: string; trip: number; position: number }[] {
  const trips = groupByTrip(stops, (stop) => stop.trip).map(({ number, stops: list }) => ({
    number,
    ids: list.map((stop) => stop.id),
  }))
  const own = trips.findIndex(({ ids }) => ids.includes(id))
  const requestedTrip = trip ?? (own >= 0 ? own + 1 : Math.max(trips.length, 1))
  let target = trips[requestedTrip - 1]
  if (!target) {
    target = { number: (trips.at(-1)?.number ?? 0) + 1, ids: [] }
    trips.push(target)
  }
  const at = position ?? (own >= 0 && trips[own] === target ? target.ids.indexOf(id) + 1 : Infinity)
  for (const trip of trips) trip.ids = trip.ids.filter((other) => other !== id)
  target.ids.splice(Math.min(at - 1, target.ids.length), 0, id)
  return trips
    .filter(({ ids }) => ids.length > 0)
    .flatMap(({ number, ids }, index) =>
      ids.map((stopId, before) => ({
        id: stopId,
        trip: keepsTripNumbers ? number : index + 1,
        position: before + 1,
      })),
    )
}

type RouteDriver = { isAbsent: boolean; isDisabled: boolean; isBusy: boolean } | undefined
type RouteTruck = { capacity: number; status: string } | undefined

/** Rule 51: edits by hand warn and never block. `truck` is undefined if it was deleted. */
export function routeWarnings(
  trips: BoardRoute['trips'],
  { date, truck, driver }: { date: string; truck: RouteTruck; driver: RouteDriver },
): string[] {
  const stops = trips.flatMap((trip) => trip.stops)
  const overloaded = trips.flatMap(({ load }, index) =>
    truck && load > truck.capacity
      ? [`Trip ${index + 1} carries ${load} of ${truck.capacity} bottles`]
      : [],
  )
  const other = stops.filter(({ deliveryDate }) => deliveryDate !== date).length
  const doubled = stops.length - new Set(stops.map(({ orderId }) => orderId)).size
  return [
    ...(truck ? [] : ['The truck was deleted. Move its stops to another one.']),
    ...(truck?.status === 'maintenance' ? ['The truck is in maintenance'] : []),
    ...(driver?.isDisabled ? ['The driver is disabled. Choose another one.'] : []),
    ...(driver?.isAbsent && !driver.isDisabled ? ['The driver is away on this date'] : []),
    ...(driver?.isBusy ? ['The driver has another route on this date'] : []),
    ...overloaded,
    ...(other > 0 ? [`${count(other, 'stop')} for a delivery of another date`] : []),
    ...(doubled > 0 ? [`${count(doubled, 'delivery', 'deliveries')} with more than one stop`] : []),
  ]
}

const count = (amount: number, one: string, many = `${one}s`) =>
  `${amount} ${amount === 1 ? one : many}`

/**
 * The stops whose bottles a trip needs. A delivery with several stops is loaded once, for the first one:
 * `loaded` has the orders of earlier trips. What could not be delivered, or only in part (`short`), comes
 * back, so a second stop needs bottles again.
 */
export function stopsToLoad<Stop extends Pick<BoardStop, 'orderId' | 'status'>>(
  stops: readonly Stop[],
  loaded: Set<string>,
  short: ReadonlySet<string>,
): Stop[] {
  const firstStops = new Map(stops.toReversed().map((stop) => [stop.orderId, stop]))
  const toLoad = stops.filter(
    (stop) => firstStops.get(stop.orderId) === stop && !loaded.has(stop.orderId),
  )
  for (const { orderId, status } of stops) {
    const comesBack = status === 'cancelled' || (status === 'completed' && short.has(orderId))
    if (!comesBack) loaded.add(orderId)
  }
  return toLoad
}
