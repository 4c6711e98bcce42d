import { and, asc, eq, inArray, ne, sql } from 'drizzle-orm'
import type { Tx } from '#server/db/client.ts'
import { lockClosing } from '#server/modules/dispatch/index.ts'
import { routes, schedules } from '#server/modules/dispatch/tables.ts'
import { driverEvents, stopStates } from '../tables.ts'
import type { FoldedStop } from './apply-stops.ts'

const isOnItsRoute = and(
  eq(routes.truckId, schedules.truckId),
  eq(routes.date, schedules.scheduledDate),
)

export type RouteStop = FoldedStop & { isOnRoute: boolean }

/**
 * Rule 55: two trucks may report the same stop, if it was moved from one to the other. It belongs to the
 * route whose outcome was applied first, and without an outcome to the route that it is on now. Returns
 * the stops that belong to other routes; an outcome of this route for one of them is a conflict. The
 * orders of the stops must be locked.
 */
export async function findStopsOfOtherRoutes(
  tx: Tx,
  routeId: string,
  stops: readonly RouteStop[],
): Promise<Set<string>> {
  if (stops.length === 0) return new Set()
  const ids = stops.map(({ stopId }) => stopId)
  const rows = await tx
    .select({ stopId: stopStates.stopId, outcomeEventId: stopStates.outcomeEventId })
    .from(stopStates)
    .where(and(inArray(stopStates.stopId, ids), ne(stopStates.routeId, routeId)))
  const others = new Map(rows.map((row) => [row.stopId, row]))
  const isOfOther = ({ stopId, isOnRoute, state }: RouteStop) => {
    const other = others.get(stopId)
    return other && (other.outcomeEventId !== null || !(isOnRoute || state.outcomeEventId))
  }
  return new Set(stops.filter(isOfOther).map(({ stopId }) => stopId))
}

/** Whether this route no longer has an outcome of the stop. */
export const isReleased = ({ stored, state }: RouteStop): boolean =>
  Boolean(stored?.outcomeEventId) && !state.outcomeEventId

/**
 * When an outcome is undone, a stop that was moved is open again on the route that it is on now. These
 * locks keep that route from being closed in the meantime. Taken before any row is locked.
 */
export async function lockOtherClosings(
  tx: Tx,
  routeId: string,
  stops: readonly RouteStop[],
): Promise<void> {
  const moved = stops.filter((stop) => isReleased(stop) && !stop.isOnRoute)
  for (const { id } of await selectRoutes(tx, moved)) {
    if (id !== routeId) await lockClosing(tx, id)
  }
}

/** The routes that these stops are on, in the order of their ids. */
async function selectRoutes(tx: Tx, stops: readonly RouteStop[]): Promise<{ id: string }[]> {
  if (stops.length === 0) return []
  const ids = stops.map(({ stopId }) => stopId)
  return tx
    .selectDistinct({ id: routes.id })
    .from(schedules)
    .innerJoin(routes, isOnItsRoute)
    .where(inArray(schedules.id, ids))
    .orderBy(asc(routes.id))
}

/**
 * These routes, and those to which a stop may belong once these events no longer count. Only routes that
 * share one of these stops are added, because otherwise all trucks would wait for each other.
 */
export async function withOtherRoutes(
  tx: Tx,
  routeIds: readonly string[],
  eventIds: readonly string[],
): Promise<string[]> {
  if (eventIds.length === 0) return [...routeIds]
  // An accepted undo concerns the stop of the event that it undoes, which may be an undo as well.
  const orderIds = sql`(
    with recursive concerned as (
      select id, supersedes, order_id from ${driverEvents} where ${inArray(driverEvents.id, [...eventIds])}
      union
      select undone.id, undone.supersedes, undone.order_id from concerned
      join ${driverEvents} undone on undone.id = concerned.supersedes
    )
    select order_id from concerned where order_id is not null)`
  const reported = await tx
    .selectDistinct({ id: driverEvents.routeId })
    .from(driverEvents)
    .where(and(inArray(driverEvents.orderId, orderIds), eq(driverEvents.state, 'counted')))
  const planned = await tx
    .selectDistinct({ id: routes.id })
    .from(schedules)
    .innerJoin(routes, isOnItsRoute)
    .where(inArray(schedules.orderId, orderIds))
  return [...new Set([...routeIds, ...[...reported, ...planned].map(({ id }) => id)])]
}

/** Routes to which stops may belong now that this one no longer has an outcome of them. */
export async function findOtherRoutes(
  tx: Tx,
  routeId: string,
  stops: readonly RouteStop[],
): Promise<string[]> {
  if (stops.length === 0) return []
  const orderIds = stops.flatMap(({ orderId }) => orderId ?? [])
  const onRoute = await selectRoutes(tx, stops)
  const reported = await tx
    .selectDistinct({ id: driverEvents.routeId })
    .from(driverEvents)
    .where(and(inArray(driverEvents.orderId, orderIds), eq(driverEvents.state, 'counted')))
  const others = new Set([...onRoute, ...reported].map(({ id }) => id))
  others.delete(routeId)
  return [...others].sort()
}
