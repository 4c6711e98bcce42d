import { and, eq, inArray } from 'drizzle-orm'
import { z } from 'zod'
import type { DriverEvent } from '#contract/driver/events.ts'
import type { Tx } from '#server/db/client.ts'
import { pipelined } from '#server/db/pipelined.ts'
import type { DeviceCaller } from '#server/http/caller.ts'
import { routes, schedules } from '#server/modules/dispatch/tables.ts'
import { drivers } from '#server/modules/fleet/tables.ts'
import { driverDevices, loadedRoutes, loadedStops } from '../tables.ts'

const StopId = z.uuid()
/** Undefined unless it can be the id of a row. */
const toStopId = ({ stopId }: DriverEvent) => StopId.safeParse(stopId).data

/** Data of the shop for events that have just arrived from a device. */
export async function readEventContext(
  tx: Tx,
  device: DeviceCaller,
  events: readonly DriverEvent[],
) {
  const { deviceId } = device
  const routeIds = [...new Set(events.map(({ routeId }) => routeId))]
  const [routeRows, loaded, [signedIn], findStop] = await pipelined(
    tx.select().from(routes).where(inArray(routes.id, routeIds)).execute(),
    tx
      .select({ routeId: loadedRoutes.routeId })
      .from(loadedRoutes)
      .where(and(eq(loadedRoutes.deviceId, deviceId), inArray(loadedRoutes.routeId, routeIds)))
      .execute(),
    tx
      .select({ driver: drivers, loggedInAt: driverDevices.createdAt })
      .from(driverDevices)
      .innerJoin(drivers, eq(drivers.id, driverDevices.driverId))
      .where(eq(driverDevices.id, deviceId))
      .execute(),
    readStops(tx, events),
  )
  const byId = new Map(routeRows.map((row) => [row.id, row]))
  const loadedIds = new Set(loaded.map(({ routeId }) => routeId))
  return (event: DriverEvent) => {
    const { routeId } = event
    const route = byId.get(routeId)
    const stop = route && findStop(event, route)
    return {
      route,
      driver: signedIn?.driver,
      loggedInAt: signedIn?.loggedInAt,
      isOwnRoute: loadedIds.has(routeId) && (device.routeId ?? routeId) === routeId,
      isOwnDriver: event.driverId === device.driverId,
      isStopKnown: stop !== undefined,
      stop: stop?.schedule ?? null,
      hasOtherOrder: stop?.hasOtherOrder ?? false,
      orderId: stop?.orderId ?? null,
    }
  }
}

type Route = { id: string; truckId: string; date: string }

/** Stops that a device has seen on the route, or that are on it now. */
async function readStops(tx: Tx, events: readonly DriverEvent[]) {
  const ids = [...new Set(events.flatMap((event) => toStopId(event) ?? []))]
  const [rows, seenRows] =
    ids.length > 0
      ? await pipelined(
          tx.select().from(schedules).where(inArray(schedules.id, ids)).execute(),
          tx.select().from(loadedStops).where(inArray(loadedStops.stopId, ids)).execute(),
        )
      : [[], []]
  const byId = new Map(rows.map((row) => [row.id, row]))
  const seenByKey = new Map(seenRows.map((row) => [`${row.stopId} ${row.routeId}`, row]))
  return (event: DriverEvent, route: Route) => {
    const id = toStopId(event) ?? ''
    const schedule = byId.get(id)
    const seen = seenByKey.get(`${id} ${route.id}`)
    const isOnRoute = schedule?.truckId === route.truckId && schedule.scheduledDate === route.date
    if (!isOnRoute && !seen) return undefined
    const orderId = schedule?.orderId ?? seen?.orderId
    const hasOtherOrder = seen !== undefined && seen.orderId !== orderId
    return orderId ? { orderId, schedule, hasOtherOrder } : undefined
  }
}
