import { activeEvents } from '#contract/driver/fold.ts'
import type { DriverRoute } from '#contract/driver/route.ts'
import type { StoredEvent } from '../storage/database.ts'
import { viewStop } from './stop-view.ts'
import { isSkipped, openDeliveries, toVisits, type Visit } from './visits.ts'

/** A stop that the driver added; it is in the list, but dispatch did not plan it. */
export type AddedStop = {
  eventId: string
  trip: number
  name: string
  canUndo: boolean
  isWaitingToSend: boolean
}

export type RouteView = {
  /** In the order of the route. */
  visits: Visit[]
  /** Visits with open deliveries in the order to drive: skipped ones last. */
  open: Visit[]
  done: Visit[]
  added: AddedStop[]
}

export function viewRoute(route: DriverRoute, events: readonly StoredEvent[]): RouteView {
  const stopIdsFor = (orderId: string) =>
    new Set(route.stops.filter((stop) => stop.orderId === orderId).map(({ id }) => id))
  const stops = route.stops.map((stop) =>
    viewStop(route.deviceId, stop, events, stopIdsFor(stop.orderId)),
  )
  const visits = toVisits(stops)
  const open = visits.filter((visit) => openDeliveries(visit).length > 0)
  return {
    visits,
    open: [...open.filter((visit) => !isSkipped(visit)), ...open.filter(isSkipped)],
    done: visits.filter((visit) => openDeliveries(visit).length === 0),
    added: addedStops(route.deviceId, events),
  }
}

function addedStops(deviceId: string, events: readonly StoredEvent[]): AddedStop[] {
  const active = new Set(activeEvents(events.map(({ event }) => event)))
  return events.flatMap(({ event, status }) => {
    if (event.type !== 'stop-added' || !active.has(event)) return []
    const name = event.payload.name || 'Added stop'
    const { eventId, trip } = event
    const canUndo = event.deviceId === deviceId
    return [{ eventId, trip, name, canUndo, isWaitingToSend: status !== 'sent' }]
  })
}

/** How far the day is: each trip is loaded, departs and is counted back; then the route is closed. */
export type RouteProgress = {
  loadedTrips: ReadonlySet<number>
  departedTrips: ReadonlySet<number>
  returnedTrips: ReadonlySet<number>
  /** The trip that was loaded last: a count of the truck is a count of what came back from it. */
  lastTrip: number | undefined
  isClosed: boolean
  /** Counts of this phone that can be entered again, by their trips. */
  ownLoads: ReadonlyMap<number, string>
  ownReturns: ReadonlyMap<number, string>
}

export function readProgress(route: DriverRoute, events: readonly StoredEvent[]): RouteProgress {
  const active = activeEvents(events.map(({ event }) => event))
  const tripsWith = (type: string) =>
    active.filter((event) => event.type === type).map(({ trip }) => trip)
  const own = (type: string) =>
    new Map(
      active
        .filter((event) => event.type === type && event.deviceId === route.deviceId)
        .map(({ trip, eventId }) => [trip, eventId]),
    )
  // This phone's own counts come from its events: it may have undone one and not sent that yet.
  const isOfOtherPhone = (id: string | null | undefined) =>
    Boolean(id) && !events.some(({ event }) => event.eventId === id)
  const loadedElsewhere = route.trips.filter(({ loadedEventId }) => isOfOtherPhone(loadedEventId))
  const returnedElsewhere = route.trips.filter((trip) => isOfOtherPhone(trip.returnedEventId))
  const departedOnServer = route.trips.filter(({ hasDeparted }) => hasDeparted)
  const departedTrips = new Set([
    ...departedOnServer.map(({ trip }) => trip),
    ...tripsWith('departed'),
  ])
  const loadedTrips = new Set([
    ...departedTrips,
    ...loadedElsewhere.map(({ trip }) => trip),
    ...tripsWith('loaded'),
  ])
  const here = active.filter(({ type }) => type === 'loaded' || type === 'departed')
  // A second login on this phone is another device, so their times decide which one was last.
  const lasts = [...new Map(here.map((event) => [event.deviceId, event])).values()]
  const last = lasts.sort((a, b) => enteredAt(a) - enteredAt(b)).at(-1)
  // Trips of other phones can only be ordered by their numbers.
  const elsewhere = [...loadedTrips].filter((trip) => !here.some((event) => event.trip === trip))
  return {
    loadedTrips,
    departedTrips,
    returnedTrips: new Set([
      ...returnedElsewhere.map(({ trip }) => trip),
      ...tripsWith('returned'),
    ]),
    lastTrip: loadedTrips.size > 0 ? Math.max(last?.trip ?? 1, ...elsewhere) : undefined,
    isClosed: route.status === 'closed' || tripsWith('closed').length > 0,
    ownLoads: own('loaded'),
    ownReturns: own('returned'),
  }
}

const enteredAt = ({ tappedAt, skewMs }: StoredEvent['event']): number =>
  Date.parse(tappedAt) + (skewMs ?? 0)

/** The trip that is driven now: that of the next stop, else the last one. */
export const currentTrip = (route: DriverRoute, { open }: RouteView): number =>
  open[0]?.trip ?? route.trips.at(-1)?.trip ?? 1

type RouteState = { route: DriverRoute; view: RouteView; progress: RouteProgress }

/** The trip that is loaded or leaves next; none while its truck is out, or if no stop is open. */
export function tripAtDepot({ route, view, progress }: RouteState): number | undefined {
  if (progress.isClosed || view.open.length === 0) return undefined
  const trip = currentTrip(route, view)
  return progress.departedTrips.has(trip) ? undefined : trip
}

/** The trip from which the truck has to be counted, before another one is loaded or the route closed. */
export function tripToCount({ route, view, progress }: RouteState): number | undefined {
  const { lastTrip, returnedTrips } = progress
  if (lastTrip === undefined && returnedTrips.size > 0) return undefined
  const trip = lastTrip ?? currentTrip(route, view)
  return returnedTrips.has(trip) ? undefined : trip
}

/**
 * The trip whose bottles are on the truck: that of the next stop once it has left, else the one that
 * was not counted yet. On the way home the next stop belongs to a trip that is not loaded.
 */
export function tripOnTruck(state: RouteState): number {
  const { route, view, progress } = state
  const [next] = view.open
  const isOut = (trip: number) =>
    progress.departedTrips.has(trip) && !progress.returnedTrips.has(trip)
  // Skipped stops are visited on a later trip.
  if (next && !isSkipped(next) && isOut(next.trip)) return next.trip
  return tripToCount(state) ?? currentTrip(route, view)
}

export type SentCounts = { total: number; sent: number; waiting: number; rejected: number }

export function countSent(events: readonly Pick<StoredEvent, 'status'>[]): SentCounts {
  const count = (status: StoredEvent['status']) =>
    events.filter((event) => event.status === status).length
  const [sent, waiting, rejected] = [count('sent'), count('waiting'), count('rejected')]
  return { total: events.length, sent, waiting, rejected }
}
