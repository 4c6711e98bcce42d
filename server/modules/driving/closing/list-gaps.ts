import { and, asc, between, desc, eq, lt } from 'drizzle-orm'
import { browserName } from '#contract/browser-name.ts'
import { activeEvents } from '#contract/driver/fold.ts'
import type { Tx } from '#server/db/client.ts'
import { groupBy } from '#server/group-by.ts'
import type { RouteRow } from '#server/modules/dispatch/index.ts'
import type { Clock, Random } from '#server/runtime.ts'
import { departuresWithoutLoad, loadsWithoutReturn } from '../events/rules.ts'
import { addReview, resolveReviews } from '../reviews/add-review.ts'
import { driverDevices, driverEvents, loadedRoutes } from '../tables.ts'

type EventRow = typeof driverEvents.$inferSelect

const MAX_NAMED = 20

/** Rule 57: a route that is closed while a phone still has something to send lists what is missing. */
export async function listGaps(
  tx: Tx,
  deps: { clock: Clock; random: Random },
  route: RouteRow,
): Promise<void> {
  const devices = await tx
    .select({ device: driverDevices, loadedAt: loadedRoutes.loadedAt })
    .from(loadedRoutes)
    .innerJoin(driverDevices, eq(driverDevices.id, loadedRoutes.deviceId))
    .where(eq(loadedRoutes.routeId, route.id))
    .orderBy(asc(driverDevices.id))
  if (devices.length === 0) return
  const routeEvents = await tx
    .select()
    .from(driverEvents)
    .where(eq(driverEvents.routeId, route.id))
    .orderBy(asc(driverEvents.deviceSeq))
  const loadedIds = new Set(devices.map(({ device }) => device.id))
  for (const [deviceId, events] of groupBy(routeEvents, ({ deviceId }) => deviceId)) {
    const [first, last] = [events[0], events.at(-1)]
    if (!first || !last || !loadedIds.has(deviceId)) continue
    const { before, numbers } = await readNumbers(tx, first, last)
    const missing = missingNumbers(numbers, before + 1)
    if (missing.length > 0)
      await addReview(tx, deps, 'missing-events', last, null, missing.join(', '))
  }
  const counted = routeEvents.filter(({ state }) => state === 'counted')
  const active = activeEvents(counted.map((row) => ({ ...row, eventId: row.id })))
  await listUncountedTrips(tx, deps, route.id, active)
  // The phone that closed the route is the one in use. Others that sent nothing are not missed.
  if (routeEvents.some(({ type }) => type === 'closed')) return
  const reporting = new Set(routeEvents.map(({ deviceId }) => deviceId))
  for (const { device, loadedAt } of devices) {
    if (reporting.has(device.id)) continue
    // There is no event to list, so the review names the phone, once per route.
    const placeholder = {
      id: device.id,
      contentHash: route.id,
      deviceId: device.id,
      driverId: device.driverId,
      routeId: route.id,
      effectiveAt: loadedAt,
    }
    const detail = `${browserName(device.browser)}: nothing received.`
    await addReview(tx, deps, 'missing-events', placeholder, null, detail)
  }
}

/**
 * The numbers of a phone from the first to the last of a route, and the one before. The sequence goes on
 * over all its routes: what is missing further back or later is listed with the others.
 */
async function readNumbers(tx: Tx, first: EventRow, last: EventRow) {
  const { deviceId, deviceSeq } = driverEvents
  const sameDevice = eq(deviceId, first.deviceId)
  const [before] = await tx
    .select({ seq: deviceSeq })
    .from(driverEvents)
    .where(and(sameDevice, lt(deviceSeq, first.deviceSeq)))
    .orderBy(desc(deviceSeq))
    .limit(1)
  const rows = await tx
    .select({ seq: deviceSeq })
    .from(driverEvents)
    .where(and(sameDevice, between(deviceSeq, first.deviceSeq, last.deviceSeq)))
    .orderBy(asc(deviceSeq))
  return { before: before?.seq ?? 0, numbers: rows.map(({ seq }) => seq) }
}

/**
 * Trips of a closed route without a count at the start or the end. Counts that arrive late resolve
 * them.
 */
export async function listUncountedTrips(
  tx: Tx,
  deps: { clock: Clock; random: Random },
  routeId: string,
  active: readonly EventRow[],
): Promise<void> {
  const gaps = {
    'missing-count': loadsWithoutReturn(active),
    'missing-load': departuresWithoutLoad(active),
  } as const
  for (const kind of ['missing-count', 'missing-load'] as const) {
    for (const event of gaps[kind])
      await addReview(tx, deps, kind, event, null, `Trip ${event.trip}.`)
    const ids = gaps[kind].map(({ id }) => id)
    await resolveReviews(tx, deps, routeId, [kind], ids)
  }
}

/** The first numbers that never arrived; sequences start with 0 or 1. */
export function missingNumbers(sorted: readonly number[], from = 1): number[] {
  const missing: number[] = []
  let next = from
  for (const number of sorted) {
    for (; next < number && missing.length < MAX_NAMED; next++) missing.push(next)
    next = Math.max(next, number + 1)
  }
  return missing
}
