import { and, eq } from 'drizzle-orm'
import type { Tx } from '#server/db/client.ts'
import { clearCounts, recordClosedDeliveries } from '#server/modules/bottles/index.ts'
import type { Clock } from '#server/runtime.ts'
import type { ScheduleRow } from './schedules.ts'
import { routes } from './tables.ts'

/**
 * Rule 60: staff marked a stop as delivered that has no counts. It is listed when its route is
 * closed, or now if the route is closed already.
 */
export async function recordUncounted(
  tx: Tx,
  deps: { clock: Clock },
  { orderId, truckId, scheduledDate, outcome, outcomeAt }: ScheduleRow,
): Promise<void> {
  if (outcomeAt && outcome === null) return
  const [route] = truckId
    ? await tx
        .select({ id: routes.id, status: routes.status })
        .from(routes)
        .where(and(eq(routes.truckId, truckId), eq(routes.date, scheduledDate)))
    : []
  if (route?.status === 'closed')
    await recordClosedDeliveries(tx, deps, [{ orderId, routeId: route.id, left: null }])
  else await clearCounts(tx, orderId)
}
