import { eq, inArray, sql } from 'drizzle-orm'
import type { Tx } from '#server/db/client.ts'
import { pipelined } from '#server/db/pipelined.ts'
import {
  lockClosing,
  lockStopsOfOrders,
  lockToAdvance,
  type RouteRow,
} from '#server/modules/dispatch/index.ts'
import { routes } from '#server/modules/dispatch/tables.ts'
import { lockOrders } from '#server/modules/orders/index.ts'
import type { EventDeps } from '../deps.ts'

/** One request at a time changes the events of a route. Taken before any row is locked. */
export async function lockRouteEvents(tx: Tx, routeId: string): Promise<void> {
  await tx.execute(
    sql`select pg_advisory_xact_lock(hashtext('route events'), hashtext(${routeId}))`,
  )
}

/**
 * Takes all advisory locks of these routes before any row is locked. Applying the second route would
 * otherwise wait for an advisory lock while rows of the first one are locked.
 */
export async function lockRoutes(tx: Tx, routeIds: readonly string[]): Promise<void> {
  const ids = [...new Set(routeIds)].sort()
  for (const id of ids) await lockRouteEvents(tx, id)
  if (ids.length < 2) return
  const found = await tx.select({ date: routes.date }).from(routes).where(inArray(routes.id, ids))
  const dates = new Set(found.map(({ date }) => date))
  for (const date of [...dates].sort()) await lockToAdvance(tx, { date }, { isClosing: true })
  for (const id of ids) await lockClosing(tx, id)
}

/** Keeps staff from closing the route. Returns its status, read under the lock. */
export async function lockAgainstClosing(
  tx: Tx,
  routeId: string,
): Promise<RouteRow['status'] | undefined> {
  const [, [route]] = await pipelined(
    lockClosing(tx, routeId),
    tx.select({ status: routes.status }).from(routes).where(eq(routes.id, routeId)).execute(),
  )
  return route?.status
}

export async function lockOrdersAndStops(tx: Tx, deps: EventDeps, ids: string[]): Promise<void> {
  const orderIds = [...new Set(ids)]
  await deps.orderHandlers.lockSubscriptionsOfOrders(tx, orderIds)
  await lockOrders(tx, orderIds)
  await lockStopsOfOrders(tx, orderIds)
}
