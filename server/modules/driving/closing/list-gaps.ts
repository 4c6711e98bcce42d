import { asc, eq, inArray } from 'drizzle-orm'
import type { Tx } from '#server/db/client.ts'
import { groupBy } from '#server/group-by.ts'
import type { RouteRow } from '#server/modules/dispatch/index.ts'
import type { Clock, Random } from '#server/runtime.ts'
import { addReview } from '../reviews/add-review.ts'
import { driverEvents, loadedRoutes } from '../tables.ts'

const MAX_NAMED = 20

/** Rule 57: a route that is closed while a phone still has something to send lists what is missing. */
export async function listGaps(
  tx: Tx,
  deps: { clock: Clock; random: Random },
  route: RouteRow,
): Promise<void> {
  const devices = await tx
    .select({ deviceId: loadedRoutes.deviceId })
    .from(loadedRoutes)
    .where(eq(loadedRoutes.routeId, route.id))
  if (devices.length === 0) return
  const ids = devices.map(({ deviceId }) => deviceId)
  // The sequence of a device goes on over all its routes.
  const rows = await tx
    .select()
    .from(driverEvents)
    .where(inArray(driverEvents.deviceId, ids))
    .orderBy(asc(driverEvents.deviceSeq))
  for (const events of groupBy(rows, ({ deviceId }) => deviceId).values()) {
    const last = events.at(-1)
    const missing = missingNumbers(events.map(({ deviceSeq }) => deviceSeq))
    if (last && missing.length > 0)
      await addReview(tx, deps, 'missing-events', last, null, missing.join(', '))
  }
}

/** The first numbers that never arrived; sequences begin with 0 or 1. */
export function missingNumbers(sorted: readonly number[]): number[] {
  const missing: number[] = []
  let next = 1
  for (const number of sorted) {
    for (; next < number && missing.length < MAX_NAMED; next++) missing.push(next)
    next = Math.max(next, number + 1)
  }
  return missing
}
