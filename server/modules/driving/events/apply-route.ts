import { and, asc, eq, or } from 'drizzle-orm'
import { activeEvents, departedTrips } from '#contract/driver/fold.ts'
import type { Tx } from '#server/db/client.ts'
import type { Actor } from '#server/modules/audit/index.ts'
import { closeRoute, lockToAdvance, markRouteOut } from '#server/modules/dispatch/index.ts'
import { routes } from '#server/modules/dispatch/tables.ts'
import { listUncountedTrips } from '../closing/list-gaps.ts'
import { settleLate } from '../closing/settle-bottles.ts'
import type { EventDeps } from '../deps.ts'
import { updateReceipts } from '../receipts/update-receipts.ts'
import { driverEvents } from '../tables.ts'
import { applyStops, hasChanged } from './apply-stops.ts'
import { bookEvents, ordersToPay } from './book-events.ts'
import { foldStops } from './fold-stops.ts'
import { lockAgainstClosing, lockOrdersOf, lockRouteEvents } from './lock-route.ts'
import {
  findHeirs,
  findTaken,
  isReleased,
  lockOtherClosings,
  type RouteStop,
} from './other-routes.ts'
import { readPlan } from './read-plan.ts'
import {
  type Conflict,
  idsOf,
  resolveUndone,
  reviewConflicts,
  toConflicts,
} from './review-conflicts.ts'
import { secondCounts } from './rules.ts'
import { teachPlaces } from './teach-places.ts'
import { readToldBy } from './told-by.ts'

export type EventRow = typeof driverEvents.$inferSelect

/**
 * Brings a route to the state that follows from its events, and only that: whatever order they arrived
 * in, the same events lead to the same stops, bottles and money. The route's events must be locked.
 * Returns the events that staff have to look at.
 */
export async function applyRoute(tx: Tx, deps: EventDeps, routeId: string): Promise<Conflict[]> {
  const { conflicts, released, actor } = await applyEvents(tx, deps, routeId)
  for (const heir of await findHeirs(tx, routeId, released)) {
    await lockRouteEvents(tx, heir)
    await applyEvents(tx, deps, heir)
  }
  // Asked last: another route may have made the delivery.
  if (actor && released.length > 0) await deps.routeHandlers.undone(tx, actor, released)
  return conflicts
}

type Applied = {
  conflicts: Conflict[]
  /** Stops that no longer have an outcome: another truck may have told one as well. */
  released: RouteStop[]
  actor?: Actor
}

async function applyEvents(tx: Tx, deps: EventDeps, routeId: string): Promise<Applied> {
  const [route] = await tx.select().from(routes).where(eq(routes.id, routeId))
  if (!route) return { conflicts: [], released: [] }
  const booked = (await selectEvents(tx, routeId)).map((row) => ({ ...row, eventId: row.id }))
  const events = booked.filter(({ state }) => state === 'counted')
  const active = activeEvents(events)
  const activeIds = new Set(idsOf(active))
  const departed = departedTrips(active)
  const toldBy = await readToldBy(tx, route, booked)
  const departure = active.find(({ type }) => type === 'departed')
  const closing = active.find(({ type }) => type === 'closed')
  // A route that its driver closed has left, also if nobody said so.
  const leaving = departure ?? closing
  const isLeaving = leaving !== undefined && route.status === 'published'
  const isClosing = closing !== undefined && route.status !== 'closed'
  // Lock order: board, subscriptions, orders, schedules, route, bottles.
  if (isLeaving || isClosing) await lockToAdvance(tx, route, { isClosing })
  const isClosed = await lockAgainstClosing(tx, routeId)
  const seen = await foldStops(tx, route, { events, active, departed })
  await lockOtherClosings(tx, routeId, seen)
  // A closing decides what becomes of deliveries that were not made.
  const isConcerned = (stop: RouteStop) =>
    hasChanged(stop) || (isClosing && stop.state.progress !== 'delivered')
  const concerned = seen.filter(isConcerned)
  const orderIds = concerned.flatMap(({ orderId }) => orderId ?? [])
  const paid = ordersToPay(booked, activeIds)
  await lockOrdersOf(tx, deps, [...new Set([...orderIds, ...paid])])
  const plan = await readPlan(tx, route, concerned, departed)
  const folded = seen.map((stop) => plan.stops.get(stop.stopId) ?? stop)
  const taken = await findTaken(tx, routeId, folded.filter(hasChanged))
  const stops = folded.filter(({ stopId }) => !taken.has(stopId))
  const changed = stops.filter(hasChanged)
  await applyStops(tx, deps, toldBy, { route, isClosed, events, stops: changed })
  await updateReceipts(tx, deps, changed)
  const released = changed.filter(isReleased)
  if (isLeaving) await markRouteOut(tx, deps, toldBy(leaving), routeId, leaving.effectiveAt)
  const recounted = idsOf(secondCounts(active))
  const refused = await bookEvents(tx, deps, toldBy, {
    route,
    events: booked,
    activeIds,
    secondCounts: new Set(recounted),
    outcomeIds: new Set(stops.flatMap(({ state }) => state.outcomeEventId ?? [])),
  })
  if (changed.length > 0) await teachPlaces(tx, deps, toldBy(), { routeId, stops, events })
  const second = folded.flatMap(({ stopId, state: { outcomeEventId, conflicts } }) =>
    outcomeEventId && taken.has(stopId) ? [outcomeEventId, ...conflicts] : conflicts,
  )
  const disputed = await reviewConflicts(tx, deps, routeId, events, { second, recounted })
  await resolveUndone(tx, deps, routeId, { events, activeIds })
  if (isClosing) await closeRoute(tx, deps, toldBy(closing), routeId, closing.effectiveAt)
  if (isClosed) {
    await settleLate(tx, deps, route, changed)
    await listUncountedTrips(tx, deps, routeId, active)
  }
  const late = idsOf(events.filter(({ type }) => type !== 'closed'))
  return {
    conflicts: [
      ...toConflicts('route-closed', isClosed ? late : []),
      ...toConflicts('stop-changed', plan.unexpected),
      ...toConflicts('payment', refused),
      ...disputed,
    ],
    released,
    actor: toldBy(),
  }
}

/** Those that count, and those that no longer do but have moved something. */
const selectEvents = (tx: Tx, routeId: string) =>
  tx
    .select()
    .from(driverEvents)
    .where(
      and(
        eq(driverEvents.routeId, routeId),
        or(eq(driverEvents.state, 'counted'), eq(driverEvents.booking, 'booked')),
      ),
    )
    .orderBy(asc(driverEvents.deviceId), asc(driverEvents.deviceSeq))
