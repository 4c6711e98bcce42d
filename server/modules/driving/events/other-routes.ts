import { and, asc, eq, inArray, ne, sql } from 'drizzle-orm'
import type { Tx } from '#server/db/client.ts'
import { lockClosing } from '#server/modules/dispatch/index.ts'
import { routes, schedules } from '#server/modules/dispatch/tables.ts'
import { driverEvents, stopStates } from '../tables.ts'
import type { Folded } from './apply-stops.ts'

const isOnItsRoute = and(
  eq(routes.truckId, schedules.truckId),
  eq(routes.date, schedules.scheduledDate),
)

export type RouteStop = Folded & { isOnRoute: boolean }

/**
 * Rule 55: a stop that was moved may be reported by two trucks. The one whose outcome was applied first
 * has it; what another one tells is a conflict. Without an outcome it is the route's that it is on.
 * The orders of the stops must be locked. Returns the stops of other routes.
 */
export async function findTaken(
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
  const isTaken = ({ stopId, isOnRoute, state }: RouteStop) => {
    const other = others.get(stopId)
    return other && (other.outcomeEventId !== null || !(isOnRoute || state.outcomeEventId))
  }
  return new Set(stops.filter(isTaken).map(({ stopId }) => stopId))
}

/** Whether this route no longer tells an outcome of the stop. */
export const isReleased = ({ stored, state }: RouteStop): boolean =>
  Boolean(stored?.outcomeEventId) && !state.outcomeEventId

/**
 * A stop that was moved is open on its other route again, unless that one is closed at this moment.
 * Taken before any row is locked.
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
 * These routes, and those to which a stop may belong once these events no longer tell its outcome. The
 * other stops of the routes do not matter: all trucks would wait for each other.
 */
export async function withPossibleHeirs(
  tx: Tx,
  routeIds: readonly string[],
  eventIds: readonly string[],
): Promise<string[]> {
  if (eventIds.length === 0) return [...routeIds]
  // An undo that staff accept concerns the stop of what it undoes, which may be an undo as well.
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

/** Routes to which stops may belong now that this one no longer tells an outcome. */
export async function findHeirs(
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
