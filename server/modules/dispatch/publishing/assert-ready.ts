import { and, eq, inArray, ne } from 'drizzle-orm'
import { Failure } from '#contract/errors.ts'
import type { Tx } from '#server/db/client.ts'
import { drivers, trucks } from '#server/modules/fleet/tables.ts'
import { lockBoard, type RouteRow, routeById } from '../board/lock-board.ts'
import { routes } from '../tables.ts'

/**
 * Locks the board of the route's date and rejects changes of a closed route. The row itself is locked
 * last, after orders and schedules.
 */
export async function lockOpenRoute(tx: Tx, id: string, version?: number): Promise<RouteRow> {
  await lockBoard(tx, (await routeById(tx, id)).date)
  const route = await routeById(tx, id)
  if (version !== undefined && version !== route.version) throw new Failure('stale')
  if (route.status === 'closed') throw new Failure('route_closed')
  return route
}

/** A route needs a truck, unless it is out already. */
export async function assertHasTruck(tx: Tx, { truckId }: RouteRow): Promise<void> {
  const [truck] = await tx.select({ id: trucks.id }).from(trucks).where(eq(trucks.id, truckId))
  if (!truck) throw new Failure('truck_deleted')
}

export async function assertCanDrive(tx: Tx, route: RouteRow, driverId: string): Promise<void> {
  const driver = await lockDriver(tx, driverId)
  if (!driver) throw new Failure('unknown_driver')
  if (driver.isDisabled) throw new Failure('driver_disabled')
  await assertIsFree(tx, route, driver)
}

/** Locked, so that two routes of one date cannot be published to the same driver at once. */
export async function lockDriver(tx: Tx, id: string) {
  const [driver] = await tx.select().from(drivers).where(eq(drivers.id, id)).for('update')
  return driver
}

/** A driver who drives has one route on a date. */
export async function assertIsFree(
  tx: Tx,
  route: RouteRow,
  driver: Pick<typeof drivers.$inferSelect, 'id' | 'name'>,
): Promise<void> {
  const [other] = await tx
    .select({ id: routes.id })
    .from(routes)
    .where(
      and(
        eq(routes.driverId, driver.id),
        eq(routes.date, route.date),
        ne(routes.id, route.id),
        inArray(routes.status, ['published', 'out']),
      ),
    )
  if (other) throw new Failure('driver_busy', `${driver.name} already has a route on this date.`)
}
