import { shopDate } from '#contract/dates/shop-calendar.ts'
import type { Shop } from '#contract/shop.ts'
import type { Tracking } from '#contract/tracking/tracking.ts'
import type { Db } from '#server/db/client.ts'
import type { Listener } from '#server/db/listener.ts'
import type { DeliveryTracker } from '#server/modules/orders/index.ts'
import type { Clock, Log } from '#server/runtime.ts'
import { createLiveRoute, type FollowedOrder, type LiveRoute, PAUSE_MS } from './live-route.ts'
import { findRoutes, readTrackedRoute } from './read-tracked-route.ts'
import { trackRoute } from './track-route.ts'

/** Ranges follow the clock as well: they never start in the past. */
const TICK_MS = 60_000

type TrackerDeps = { db: Db; listener: Listener; clock: Clock; shop: Shop; log: Log }
type State = {
  deps: TrackerDeps
  followed: Map<string, FollowedOrder>
  routes: Map<string, LiveRoute>
  findRoute: (orderId: string) => Promise<string | undefined>
  homesTimer: NodeJS.Timeout | undefined
}

/**
 * Rule 63: notifies open pages of where their delivery is on its route. Each route is read once per
 * change, for all pages that follow one of its stops.
 */
export function createTracker(deps: TrackerDeps): DeliveryTracker & { close(): void } {
  const findRoute = batchFindRoute(deps.db)
  const followed = new Map<string, FollowedOrder>()
  const routes = new Map<string, LiveRoute>()
  const state: State = { deps, followed, routes, findRoute, homesTimer: undefined }
  const stopListening = deps.listener.on('carboy_route', (payload) => routeChanged(state, payload))
  const tick = setInterval(() => {
    for (const route of routes.values()) recompute(state, route)
  }, TICK_MS).unref()
  return {
    follow: (orderId, onChange) => follow(state, orderId, onChange),
    close() {
      stopListening()
      clearInterval(tick)
      clearTimeout(state.homesTimer)
      for (const route of routes.values()) route.close()
    },
  }
}

async function follow(state: State, orderId: string, onChange: () => void) {
  const known = state.followed.get(orderId)
  const entry = known ?? { orderId, route: undefined, tracking: undefined, onChange: new Set() }
  state.followed.set(orderId, entry)
  entry.onChange.add(onChange)
  const stop = () => {
    entry.onChange.delete(onChange)
    if (entry.onChange.size > 0 || state.followed.get(orderId) !== entry) return
    state.followed.delete(orderId)
    detach(state, entry)
  }
  try {
    if (!entry.route) await attach(state, entry)
    await entry.route?.load()
  } catch (error) {
    stop()
    throw error
  }
  return { current: () => entry.tracking, stop }
}

function routeChanged(state: State, payload: string | null): void {
  if (state.followed.size === 0) return
  // null means that the connection was lost, and notifications may have been missed.
  const [id, kind] = payload?.split(' ') ?? []
  for (const route of payload === null ? state.routes.values() : []) route.loadSoon()
  if (id) state.routes.get(id)?.loadSoon()
  // Only a change of the plan can bring a delivery to a route.
  if (payload === null || kind === 'plan') findHomesSoon(state)
}

/** Looks for the routes of deliveries that are on none. */
function findHomesSoon(state: State): void {
  state.homesTimer ??= setTimeout(() => {
    state.homesTimer = undefined
    const withoutRoute = [...state.followed.values()].filter(({ route }) => !route)
    void moveAll(state, withoutRoute).catch((err) => warn(state, err))
  }, PAUSE_MS)
}

async function moveAll(state: State, entries: readonly FollowedOrder[]): Promise<void> {
  await Promise.all(entries.map((entry) => attach(state, entry)))
  for (const route of new Set(entries.map((entry) => entry.route))) route?.loadSoon()
}

/** Moves an order to the route that it is on now. */
async function attach(state: State, entry: FollowedOrder): Promise<void> {
  const { orderId } = entry
  const id = await state.findRoute(orderId)
  if (state.followed.get(orderId) !== entry || (id && entry.route?.id === id)) return
  detach(state, entry)
  if (!id) {
    setTracking(entry, undefined)
    return
  }
  const route = state.routes.get(id) ?? openRoute(state, id)
  route.followers.set(orderId, entry)
  entry.route = route
  // The route may have been read before this stop was moved to it.
  route.markStale()
}

function openRoute(state: State, id: string): LiveRoute {
  const route = createLiveRoute({
    id,
    read: () => readTrackedRoute(state.deps.db, state.deps, id),
    onRead: (read) => routeRead(state, read),
    onError: (err) => warn(state, err),
  })
  state.routes.set(id, route)
  return route
}

async function routeRead(state: State, route: LiveRoute): Promise<void> {
  recompute(state, route)
  const onRoute = new Set(route.data?.stops.map(({ orderId }) => orderId))
  const gone = [...route.followers.values()].filter(({ orderId }) => !onRoute.has(orderId))
  for (const entry of gone) detach(state, entry)
  if (gone.length > 0) void moveAll(state, gone).catch((err) => warn(state, err))
}

function detach(state: State, entry: FollowedOrder): void {
  const { route, orderId } = entry
  entry.route = undefined
  route?.followers.delete(orderId)
  if (!route || route.followers.size > 0) return
  route.close()
  state.routes.delete(route.id)
}

function recompute({ deps }: State, { data, followers }: LiveRoute): void {
  if (!data) return
  const now = deps.clock.now()
  const lines = trackRoute(data, now, shopDate(deps.shop.calendar, now))
  const onRoute = new Set(data.stops.map(({ orderId }) => orderId))
  for (const [orderId, entry] of followers)
    if (onRoute.has(orderId)) setTracking(entry, lines.get(orderId))
}

function setTracking(entry: FollowedOrder, tracking: Tracking | undefined): void {
  if (JSON.stringify(entry.tracking) === JSON.stringify(tracking)) return
  entry.tracking = tracking
  for (const onChange of entry.onChange) onChange()
}

const warn = ({ deps }: State, err: unknown) => deps.log.warn({ err }, 'tracking was not read')

/** One statement for all orders that are looked for at about the same time. */
function batchFindRoute(db: Db): State['findRoute'] {
  let batch: { orderIds: Set<string>; found: Promise<Map<string, string>> } | undefined
  return async (orderId) => {
    if (!batch) {
      const orderIds = new Set<string>()
      const found = new Promise((resolve) => setImmediate(resolve)).then(() => {
        batch = undefined
        return findRoutes(db, [...orderIds])
      })
      batch = { orderIds, found }
    }
    batch.orderIds.add(orderId)
    return (await batch.found).get(orderId)
  }
}
