import { and, eq } from 'drizzle-orm'
import type { StopState } from '#contract/driver/fold.ts'
import type { Tx } from '#server/db/client.ts'
import {
  type ClosedDelivery,
  recordClosedDeliveries,
  removeClosedDeliveries,
  restoreCounts,
} from '#server/modules/bottles/index.ts'
import type { RouteRow } from '#server/modules/dispatch/index.ts'
import { schedules } from '#server/modules/dispatch/tables.ts'
import type { Clock } from '#server/runtime.ts'
import { driverEvents, stopStates } from '../tables.ts'
import { type LeftBottles, selectLeft, selectUncounted } from './left-by-order.ts'

/** The orders whose deliveries a closing finalizes, to be locked before. */
export async function findOrdersToFinalize(tx: Tx, route: RouteRow): Promise<string[]> {
  return [...(await selectDelivered(tx, route.id)), ...(await selectUncounted(tx, onRoute(route)))]
}

const onRoute = ({ truckId, date }: RouteRow) =>
  and(eq(schedules.truckId, truckId), eq(schedules.scheduledDate, date))

/** Rule 59: which deliveries of the route are final, and how many bottles each has got. */
export async function recordFinalCounts(
  tx: Tx,
  deps: { clock: Clock },
  route: RouteRow,
  givenUp: readonly string[],
): Promise<void> {
  const { id: routeId } = route
  const counted = await selectLeft(tx, await findOrdersToFinalize(tx, route))
  for (const orderId of givenUp) if (!counted.has(orderId)) counted.set(orderId, [])
  await recordClosedDeliveries(tx, deps, toClosed(routeId, counted))
}

type ReportedDelivery = {
  orderId: string | null
  state: Pick<StopState, 'progress' | 'outcomeEventId'>
  stored: Pick<StopState, 'progress' | 'outcomeEventId'> | undefined
}

/** Rules 57 and 59: what is reported after the closing is final too, unless it was refunded already. */
export async function recordLateCounts(
  tx: Tx,
  deps: { clock: Clock },
  { id: routeId }: RouteRow,
  changed: readonly ReportedDelivery[],
): Promise<void> {
  const reported = changed.filter(
    ({ state, stored }) => state.outcomeEventId !== (stored?.outcomeEventId ?? null),
  )
  const counted = await selectLeft(
    tx,
    reported.flatMap(({ orderId }) => orderId ?? []),
  )
  // For one that failed, the closing has decided whether it is refunded.
  const open = reported.filter(
    ({ state, stored }) => state.progress !== 'failed' || stored?.progress === 'delivered',
  )
  const openIds = open.flatMap(({ orderId }) => orderId ?? [])
  await removeClosedDeliveries(
    tx,
    openIds.filter((orderId) => !counted.has(orderId)),
  )
  await recordClosedDeliveries(tx, deps, toClosed(routeId, counted))
}

/**
 * Staff reopened a stop that they had marked as delivered. Rule 12: its delivery stays delivered, so
 * without counts of another stop it stays listed as well. The order is locked.
 */
export async function recountDelivery(tx: Tx, orderId: string): Promise<void> {
  const left = (await selectLeft(tx, [orderId])).get(orderId)
  if (left) await restoreCounts(tx, orderId, left)
}

const toClosed = (routeId: string, counted: Map<string, LeftBottles>): ClosedDelivery[] =>
  [...counted].map(([orderId, left]) => ({ orderId, routeId, left }))

async function selectDelivered(tx: Tx, routeId: string): Promise<string[]> {
  const rows = await tx
    .select({ orderId: driverEvents.orderId })
    .from(stopStates)
    .innerJoin(driverEvents, eq(driverEvents.id, stopStates.outcomeEventId))
    .where(and(eq(stopStates.routeId, routeId), eq(stopStates.progress, 'delivered')))
  return rows.flatMap(({ orderId }) => orderId ?? [])
}
