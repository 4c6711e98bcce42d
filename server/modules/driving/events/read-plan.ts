import { inArray } from 'drizzle-orm'
import { Failure } from '#contract/errors.ts'
import type { Tx } from '#server/db/client.ts'
import type { RouteRow } from '#server/modules/dispatch/index.ts'
import { schedules } from '#server/modules/dispatch/tables.ts'
import type { RouteStop } from './other-routes.ts'
import { isStopChanged } from './rules.ts'

/**
 * Rule 57: the stops of the route as they are now, read under the orders' locks, so that staff
 * cannot change them any more. Also returns the outcomes of stops that staff have moved or cancelled.
 */
export async function readPlan(
  tx: Tx,
  { truckId, date }: RouteRow,
  stops: readonly RouteStop[],
  departed: ReadonlySet<number>,
): Promise<{ stops: Map<string, RouteStop>; unexpected: string[] }> {
  if (stops.length === 0) return { stops: new Map(), unexpected: [] }
  const rows = await tx
    .select()
    .from(schedules)
    .where(
      inArray(
        schedules.id,
        stops.map(({ stopId }) => stopId),
      ),
    )
  const byId = new Map(rows.map((row) => [row.id, row]))
  // Staff have just given the stop to another order. That order is not locked, and locking it now could
  // deadlock, so the request fails and the phone repeats it.
  const isGivenAway = ({ stopId, orderId, isOnRoute }: RouteStop) =>
    isOnRoute && (byId.get(stopId)?.orderId ?? orderId) !== orderId
  if (stops.some(isGivenAway)) throw new Failure('busy')
  const unexpected = stops.flatMap(({ stopId, state, stored }) => {
    const { outcomeEventId } = state
    const isNew = outcomeEventId !== null && outcomeEventId !== stored?.outcomeEventId
    return isNew && isStopChanged(byId.get(stopId) ?? null, { truckId, date }) ? outcomeEventId : []
  })
  const present = stops.map((stop) => {
    const row = byId.get(stop.stopId)
    const isOnRoute =
      row?.truckId === truckId && row.scheduledDate === date && row.status !== 'cancelled'
    const isOut = isStopOut(isOnRoute ? row : undefined, stop.stored, departed)
    return [stop.stopId, { ...stop, isOnRoute, isOut }] as const
  })
  return { stops: new Map(present), unexpected }
}

/** A stop is out once its trip has departed. One that was taken off the route keeps its stored state. */
export const isStopOut = (
  onRoute: { trip: number } | undefined,
  stored: RouteStop['stored'],
  departed: ReadonlySet<number>,
): boolean => (onRoute ? departed.has(onRoute.trip) : (stored?.isOut ?? false))
