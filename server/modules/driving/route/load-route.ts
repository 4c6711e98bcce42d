import { createHash } from 'node:crypto'
import { and, between, desc, eq, exists, or, sql } from 'drizzle-orm'
import { addDays } from '#contract/dates/calendar.ts'
import { shopDate } from '#contract/dates/shop-calendar.ts'
import type { DriverRoute } from '#contract/driver/route.ts'
import { Failure } from '#contract/errors.ts'
import type { Tx } from '#server/db/client.ts'
import type { DeviceCaller } from '#server/http/caller.ts'
import type { RouteRow } from '#server/modules/dispatch/index.ts'
import { routes } from '#server/modules/dispatch/tables.ts'
import type { DrivingDeps } from '../deps.ts'
import { toUploadKey } from '../devices/upload-key.ts'
import { loadedRoutes, loadedStops } from '../tables.ts'
import { readDriverRoute } from './read-driver-route.ts'

/** Rule 56: long enough for a phone that was in a drawer over a holiday. */
const KEY_LIFETIME_DAYS = 14
const KEY_LIFETIME_MS = KEY_LIFETIME_DAYS * 86_400_000

/** Rule 55: the phone that loads a route for the first time takes it over. */
export async function loadRoute(
  deps: DrivingDeps,
  device: DeviceCaller,
  { takesOver }: { takesOver: boolean },
): Promise<{ route: DriverRoute; etag: string }> {
  const route = await deps.db.transaction(async (tx) => {
    const row = await findRoute(tx, deps, device)
    if (!row) throw new Failure('not_found', "You don't have a route today.")
    const loaded = await recordLoad(tx, deps, device, row, takesOver)
    const content = await readDriverRoute(tx, deps, row)
    await recordLoadedStops(tx, row, content)
    return {
      ...content,
      deviceId: device.deviceId,
      uploadKey: toUploadKey(deps.linkKey, { deviceId: device.deviceId, routeId: row.id }),
      uploadKeyExpiresAt: loaded.keyExpiresAt.toISOString(),
      isTakenOver: loaded.isTakenOver,
    }
  })
  const hash = createHash('sha256').update(JSON.stringify(route)).digest('base64url')
  return { route, etag: `"${hash}"` }
}

/**
 * A route that is out and that this phone has driven, until it is closed: the truck is counted there.
 * Else today's, or one of yesterday that is still out. Routes that others left open are
 * ignored.
 */
async function findRoute(
  tx: Tx,
  { shop, clock }: DrivingDeps,
  { driverId, deviceId }: DeviceCaller,
): Promise<RouteRow | undefined> {
  const today = shopDate(shop.calendar, clock.now())
  const isOut = eq(routes.status, 'out')
  const isLoadedHere = exists(
    tx
      .select({ one: sql`1` })
      .from(loadedRoutes)
      .where(and(eq(loadedRoutes.routeId, routes.id), eq(loadedRoutes.deviceId, deviceId))),
  )
  const isToBeEnded = and(
    isOut,
    between(routes.date, addDays(today, -KEY_LIFETIME_DAYS), today),
    isLoadedHere,
  )
  const isOpen = or(
    isToBeEnded,
    and(eq(routes.date, today), or(isOut, eq(routes.status, 'published'))),
    and(eq(routes.date, addDays(today, -1)), isOut),
  )
  const [row] = await tx
    .select()
    .from(routes)
    .where(and(eq(routes.driverId, driverId), isOpen))
    .orderBy(desc(sql`${isToBeEnded}`), desc(routes.date), desc(routes.status), routes.id)
    .limit(1)
  return row
}

async function recordLoad(
  tx: Tx,
  { clock }: DrivingDeps,
  { deviceId }: DeviceCaller,
  { id: routeId }: RouteRow,
  takesOver: boolean,
) {
  const now = clock.now()
  const keyExpiresAt = new Date(now.getTime() + KEY_LIFETIME_MS)
  const first = { deviceId, routeId, loadedAt: now, keyExpiresAt, takenAt: now }
  const [row] = await tx
    .insert(loadedRoutes)
    .values(first)
    .onConflictDoUpdate({
      target: [loadedRoutes.deviceId, loadedRoutes.routeId],
      // The key's end stays, so that a route that has not changed is not sent again.
      set: takesOver ? { takenAt: now } : { loadedAt: now },
    })
    .returning()
  const [holder] = await tx
    .select({ deviceId: loadedRoutes.deviceId })
    .from(loadedRoutes)
    .where(eq(loadedRoutes.routeId, routeId))
    .orderBy(desc(loadedRoutes.takenAt), sql`${loadedRoutes.deviceId} = ${deviceId} desc`)
    .limit(1)
  return {
    keyExpiresAt: row?.keyExpiresAt ?? keyExpiresAt,
    isTakenOver: holder?.deviceId !== deviceId,
  }
}

async function recordLoadedStops(
  tx: Tx,
  { id: routeId }: RouteRow,
  { stops }: Pick<DriverRoute, 'stops'>,
): Promise<void> {
  if (stops.length === 0) return
  const rows = stops.map(({ id: stopId, orderId }) => ({ stopId, routeId, orderId }))
  await tx
    .insert(loadedStops)
    .values(rows)
    .onConflictDoUpdate({
      target: [loadedStops.stopId, loadedStops.routeId],
      set: { orderId: sql`excluded.order_id` },
      setWhere: sql`${loadedStops.orderId} <> excluded.order_id`,
    })
}
