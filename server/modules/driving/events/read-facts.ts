import { and, eq } from 'drizzle-orm'
import { z } from 'zod'
import type { DriverEvent } from '#contract/driver/events.ts'
import type { Tx } from '#server/db/client.ts'
import type { DeviceCaller } from '#server/http/caller.ts'
import { routes, schedules } from '#server/modules/dispatch/tables.ts'
import { drivers } from '#server/modules/fleet/tables.ts'
import { loadedRoutes, loadedStops } from '../tables.ts'

const StopId = z.uuid()

/** What the shop knows about an event that has just arrived. */
export async function readFacts(tx: Tx, device: DeviceCaller, event: DriverEvent) {
  const { routeId, deviceId } = event
  const [route] = await tx.select().from(routes).where(eq(routes.id, routeId))
  const [loaded] = await tx
    .select({ routeId: loadedRoutes.routeId })
    .from(loadedRoutes)
    .where(and(eq(loadedRoutes.deviceId, deviceId), eq(loadedRoutes.routeId, routeId)))
  const [driver] = await tx.select().from(drivers).where(eq(drivers.id, device.driverId))
  const stop = await findStop(tx, event, route)
  return {
    route,
    driver,
    isOwnRoute: loaded !== undefined && (device.routeId ?? routeId) === routeId,
    isOwnDriver: event.driverId === device.driverId,
    isStopKnown: stop !== undefined,
    stop: stop?.schedule ?? null,
    orderId: stop?.orderId ?? null,
  }
}

type Route = { id: string; truckId: string; date: string }

/** A stop that a device has seen on this route, or that is on it now. */
async function findStop(tx: Tx, { stopId }: DriverEvent, route: Route | undefined) {
  const id = StopId.safeParse(stopId)
  if (!id.success || !route) return undefined
  const [schedule] = await tx.select().from(schedules).where(eq(schedules.id, id.data))
  const [seen] = await tx
    .select({ orderId: loadedStops.orderId, routeId: loadedStops.routeId })
    .from(loadedStops)
    .where(eq(loadedStops.stopId, id.data))
  const isOnRoute = schedule?.truckId === route.truckId && schedule.scheduledDate === route.date
  if (!isOnRoute && seen?.routeId !== route.id) return undefined
  const orderId = schedule?.orderId ?? seen?.orderId
  return orderId ? { orderId, schedule } : undefined
}
