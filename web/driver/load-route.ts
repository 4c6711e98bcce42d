import { DriverRoute } from '#contract/driver/route.ts'
import { type DriverApi, isOwnFailure, readField } from './sending/driver-api.ts'
import type { DriverDatabase, SavedRoute, StoredEvent } from './storage/database.ts'
import { type CurrentDevice, leaveRoute, saveRoute } from './storage/saved-routes.ts'

/** Why the route is not up to date; null if it is. `other-route`: dispatch has another one. */
export type LoadProblem =
  | null
  | 'no-connection'
  | 'logged-out'
  | 'no-route'
  | 'other-route'
  | 'failed'

export type LoadOptions = { takesOver: boolean; switchesRoute: boolean }

type LoadDeps = {
  db: DriverDatabase
  api: Pick<DriverApi, 'readRoute'>
  now: () => number
  /** The server's clock, as far as the phone knows. */
  serverNow: () => number
  noteSkew: (measured: number | null) => void
  /** The route on the screen; it may change while the request is under way. */
  state: () => {
    device: CurrentDevice | null
    saved: SavedRoute | null
    events: readonly StoredEvent[]
  }
}

/** Loads the current route from the server into the phone. */
export async function loadRoute(
  { db, api, now, serverNow, noteSkew, state }: LoadDeps,
  { takesOver, switchesRoute }: LoadOptions,
): Promise<LoadProblem> {
  const { device, saved } = state()
  if (!device) return null
  const response = await api
    .readRoute(takesOver || !saved || isOfOldApp(saved.route) ? null : saved.etag, takesOver)
    .catch(() => undefined)
  if (!response) return 'no-connection'
  noteSkew(response.skewMs)
  if (response.status === 304) return null
  if (response.status === 401 || response.status === 403)
    return isOwnFailure(response.body) ? 'logged-out' : 'failed'
  const { events } = state()
  // A login page of a public network must not take the route off the phone.
  if (response.status === 404 && readField(response, 'code') === 'not_found') {
    if (!isUnderWay(events, serverNow())) await leaveRoute(db, device.deviceId)
    return 'no-route'
  }
  const parsed = DriverRoute.safeParse(response.body)
  if (response.status !== 200 || !parsed.success) return 'failed'
  // The cookie is of another login than the phone's: what it would store could not be shown.
  if (parsed.data.deviceId !== device.deviceId) return 'logged-out'
  const isOther = saved !== null && saved.routeId !== parsed.data.routeId
  if (isOther && !switchesRoute && isToBeEnded(events, serverNow())) return 'other-route'
  await saveRoute(db, parsed.data, { etag: response.etag, at: now() })
  return null
}

/** The plan of dispatch, for a phone that can't read its own route. */
export async function readPlannedRoute(api: LoadDeps['api']): Promise<DriverRoute | null> {
  const response = await api.readRoute(null, false).catch(() => undefined)
  return DriverRoute.safeParse(response?.body).data ?? null
}

/** An earlier version of the app stored less of a route than the server sends. */
const isOfOldApp = ({ timeZone, stops, trips }: DriverRoute): boolean =>
  timeZone === undefined ||
  stops.some(({ door }) => door === undefined) ||
  trips.some(({ returnedEventId }) => returnedEventId === undefined)

/** A day on the road is shorter. */
const UNDER_WAY_MS = 12 * 3_600_000

/**
 * Rule 57: a route that the driver works on, or has just closed, stays on the screen when dispatch
 * has closed or withdrawn it. Both times are the server's: the phone's clock may have been set since.
 */
const isUnderWay = (events: readonly StoredEvent[], serverNow: number): boolean =>
  events.some(
    ({ event }) => serverNow - Date.parse(event.tappedAt) - (event.skewMs ?? 0) < UNDER_WAY_MS,
  )

/** Rule 57: no other route comes onto the screen in the middle of this one. */
const isToBeEnded = (events: readonly StoredEvent[], serverNow: number): boolean =>
  isUnderWay(events, serverNow) && !events.some(({ event }) => event.type === 'closed')
