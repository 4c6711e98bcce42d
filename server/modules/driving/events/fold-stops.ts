import { and, eq } from 'drizzle-orm'
import { foldStop } from '#contract/driver/fold.ts'
import type { Tx } from '#server/db/client.ts'
import { pipelined } from '#server/db/pipelined.ts'
import { groupBy } from '#server/group-by.ts'
import type { RouteRow } from '#server/modules/dispatch/index.ts'
import { schedules } from '#server/modules/dispatch/tables.ts'
import { type driverEvents, loadedStops, stopStates } from '../tables.ts'
import { firstEntries } from './first-entry.ts'
import type { RouteStop } from './other-routes.ts'
import { isStopOut } from './read-plan.ts'

type RouteEvent = typeof driverEvents.$inferSelect & { eventId: string }
type ReportedEvents = {
  events: readonly RouteEvent[]
  /** The events that no other event supersedes. */
  active: readonly RouteEvent[]
  departed: Set<number>
}

/** The stops that the events or a departure concern, in the order of their ids. */
export async function foldStops(
  tx: Tx,
  { id: routeId, truckId, date }: RouteRow,
  { events, active, departed }: ReportedEvents,
): Promise<RouteStop[]> {
  const byStop = groupBy(
    active.filter((event) => event.stopId !== null && event.orderId !== null),
    ({ stopId }) => stopId ?? '',
  )
  const { id, orderId, trip, status, outcome, outcomeAt } = schedules
  const [before, onRoute, seen] = await pipelined(
    tx.select().from(stopStates).where(eq(stopStates.routeId, routeId)).execute(),
    tx
      .select({ id, orderId, trip, status, outcome, outcomeAt })
      .from(schedules)
      .where(and(eq(schedules.truckId, truckId), eq(schedules.scheduledDate, date)))
      .execute(),
    tx.select().from(loadedStops).where(eq(loadedStops.routeId, routeId)).execute(),
  )
  const states = new Map(before.map((row) => [row.stopId, row]))
  const rows = new Map(onRoute.map((row) => [row.id, row]))
  const isPresent = (row: { status: string }) => row.status !== 'cancelled'
  const present = new Map(onRoute.filter(isPresent).map((row) => [row.id, row]))
  // A stop that failed is cancelled, and may have no event left that counts: its undo opens its
  // delivery again all the same.
  const orderIds = new Map([
    ...seen.map((row) => [row.stopId, row.orderId] as const),
    ...onRoute.map((row) => [row.id, row.orderId] as const),
  ])
  const findFirst = firstEntries(events)
  const ids = new Set([...byStop.keys(), ...states.keys(), ...present.keys()])
  return [...ids].sort().map((stopId) => {
    const stopEvents = byStop.get(stopId) ?? []
    const stored = states.get(stopId)
    const state = foldStop(stopEvents, { firstDeviceId: stored?.firstDeviceId })
    const decided = stopEvents.find(({ eventId }) => eventId === state.outcomeEventId)
    const row = present.get(stopId)
    return {
      stopId,
      orderId: orderIds.get(stopId) ?? stopEvents[0]?.orderId ?? null,
      state,
      stored,
      isOut: isStopOut(row, stored, departed),
      isOnRoute: row !== undefined,
      visitedAt: decided ? findFirst(decided).effectiveAt : null,
      storedOutcomeAt: storedOutcomeAt(rows.get(stopId)),
    }
  })
}

type StopOutcome = Pick<typeof schedules.$inferSelect, 'status' | 'outcome' | 'outcomeAt'>

/** Null once staff have given the stop another status: what they set stays. */
function storedOutcomeAt(row: StopOutcome | undefined): Date | null {
  const isAsReported = row?.status === 'completed' || row?.outcome === 'failed'
  return isAsReported ? row.outcomeAt : null
}
