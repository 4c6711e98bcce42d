import { sql } from 'drizzle-orm'
import type { Tx } from '#server/db/client.ts'
import type { Actor } from '#server/modules/audit/index.ts'
import { type RouteRow, routeById, shareBoard } from '../board/lock-board.ts'
import { writeRoute } from '../publishing/publish-route.ts'
import type { RouteHandlers } from '../route-handlers.ts'
import type { WriteDeps } from '../write-schedule.ts'

/** Before any row is locked. `markRouteOut` and `closeRoute` need it. */
export async function lockToAdvance(
  tx: Tx,
  { date }: Pick<RouteRow, 'date'>,
  { isClosing }: { isClosing: boolean },
): Promise<void> {
  await shareBoard(tx, date)
  if (!isClosing) return
  // Closing moves failed deliveries to dates that others share, in an order of its own: one at a time.
  await tx.execute(
    sql`select pg_advisory_xact_lock(hashtext('closing'), ${date}::date - '2000-01-01'::date)`,
  )
}

/**
 * Rules 52 and 57: a route is out as soon as its truck has left, also if staff have withdrawn it
 * while its driver was offline. Returns the route as it is then.
 */
export async function markRouteOut(
  tx: Tx,
  deps: WriteDeps,
  actor: Actor,
  routeId: string,
  { effectiveAt: leftAt, driverId }: { effectiveAt: Date; driverId: string },
): Promise<RouteRow> {
  const route = await routeById(tx, routeId)
  if (route.status === 'out' || route.status === 'closed') return route
  // Staff may have given a withdrawn route to another driver since.
  const drivenBy = route.status === 'draft' ? driverId : (route.driverId ?? driverId)
  const change = { status: 'out', leftAt, driverId: drivenBy } as const
  return writeRoute(tx, deps, actor, 'route.updated', route, change)
}

/** The driver has nothing left to do. A route that never left, or was closed already, stays as it is. */
export async function closeRoute(
  tx: Tx,
  deps: WriteDeps & { routeHandlers: RouteHandlers },
  actor: Actor,
  routeId: string,
  closedAt: Date,
): Promise<RouteRow> {
  const route = await routeById(tx, routeId)
  if (route.status !== 'out') return route
  const change = { status: 'closed', closedAt } as const
  // Lock order: orders and schedules before the route's row.
  await deps.routeHandlers.closing(tx, route, actor)
  return writeRoute(tx, deps, actor, 'route.updated', route, change)
}
