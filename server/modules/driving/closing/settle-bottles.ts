import { and, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { CountLine } from '#contract/driver/events.ts'
import type { StopState } from '#contract/driver/fold.ts'
import type { Tx } from '#server/db/client.ts'
import { groupBy } from '#server/group-by.ts'
import {
  type ClosedDelivery,
  restoreCounts,
  settleDeliveries,
  withdrawSettlements,
} from '#server/modules/bottles/index.ts'
import type { RouteRow } from '#server/modules/dispatch/index.ts'
import { schedules } from '#server/modules/dispatch/tables.ts'
import type { Clock } from '#server/runtime.ts'
import { driverEvents, stopStates } from '../tables.ts'

/** The orders whose deliveries a closing settles, to be locked before. */
export async function findOrdersToSettle(tx: Tx, route: RouteRow): Promise<string[]> {
  return [...(await selectDelivered(tx, route.id)), ...(await selectUncounted(tx, onRoute(route)))]
}

const onRoute = ({ truckId, date }: RouteRow) =>
  and(eq(schedules.truckId, truckId), eq(schedules.scheduledDate, date))

/** Rule 59: which deliveries of the route are final, and how many bottles each has got. */
export async function settleBottles(
  tx: Tx,
  deps: { clock: Clock },
  route: RouteRow,
  givenUp: readonly string[],
): Promise<void> {
  const { id: routeId } = route
  const settled = await selectLeft(tx, await findOrdersToSettle(tx, route))
  for (const orderId of givenUp) if (!settled.has(orderId)) settled.set(orderId, [])
  await settleDeliveries(tx, deps, toClosed(routeId, settled))
}

type Left = ClosedDelivery['left']

type Told = {
  orderId: string | null
  state: Pick<StopState, 'progress' | 'outcomeEventId'>
  stored: Pick<StopState, 'progress' | 'outcomeEventId'> | undefined
}

/** Rules 57 and 59: what is told after the closing is final too, unless it was settled already. */
export async function settleLate(
  tx: Tx,
  deps: { clock: Clock },
  { id: routeId }: RouteRow,
  changed: readonly Told[],
): Promise<void> {
  const told = changed.filter(
    ({ state, stored }) => state.outcomeEventId !== (stored?.outcomeEventId ?? null),
  )
  const settled = await selectLeft(
    tx,
    told.flatMap(({ orderId }) => orderId ?? []),
  )
  // One that failed is given back or not by what was decided at the closing.
  const open = told.filter(
    ({ state, stored }) => state.progress !== 'failed' || stored?.progress === 'delivered',
  )
  const openIds = open.flatMap(({ orderId }) => orderId ?? [])
  await withdrawSettlements(
    tx,
    openIds.filter((orderId) => !settled.has(orderId)),
  )
  await settleDeliveries(tx, deps, toClosed(routeId, settled))
}

/**
 * Staff took back a stop that they had marked as delivered. Rule 12: its delivery stays delivered, so
 * without counts of another stop it stays listed as well. The order is locked.
 */
export async function recountDelivery(tx: Tx, orderId: string): Promise<void> {
  const left = (await selectLeft(tx, [orderId])).get(orderId)
  if (left) await restoreCounts(tx, orderId, left)
}

const toClosed = (routeId: string, settled: Map<string, Left>): ClosedDelivery[] =>
  [...settled].map(([orderId, left]) => ({ orderId, routeId, left }))

const isDelivered = eq(stopStates.progress, 'delivered')
const isNotCounted = sql`${stopStates.progress} is distinct from 'delivered'`

async function selectDelivered(tx: Tx, routeId: string): Promise<string[]> {
  const rows = await tx
    .select({ orderId: driverEvents.orderId })
    .from(stopStates)
    .innerJoin(driverEvents, eq(driverEvents.id, stopStates.outcomeEventId))
    .where(and(eq(stopStates.routeId, routeId), isDelivered))
  return rows.flatMap(({ orderId }) => orderId ?? [])
}

/**
 * What each order has got. The rest of a short delivery may have come on another route, so all stops of
 * an order count. One without counts leaves it unknown, whichever route is closed last.
 */
async function selectLeft(tx: Tx, orderIds: string[]): Promise<Map<string, Left>> {
  if (orderIds.length === 0) return new Map()
  const rows = await tx
    .select({ orderId: driverEvents.orderId, payload: driverEvents.payload })
    .from(stopStates)
    .innerJoin(driverEvents, eq(driverEvents.id, stopStates.outcomeEventId))
    .where(and(inArray(driverEvents.orderId, orderIds), isDelivered))
  const byOrder = groupBy(rows, ({ orderId }) => orderId ?? '')
  const left = new Map<string, Left>()
  for (const [orderId, events] of byOrder) {
    const lines = events.flatMap(({ payload }) => (payload as { lines: CountLine[] }).lines)
    left.set(orderId, sumByProduct(lines))
  }
  const uncounted = await selectUncounted(tx, inArray(schedules.orderId, orderIds))
  for (const orderId of uncounted) left.set(orderId, null)
  return left
}

function sumByProduct(lines: readonly CountLine[]): { productId: string; quantity: number }[] {
  const sums = new Map<string, number>()
  for (const { productId, full } of lines) sums.set(productId, (sums.get(productId) ?? 0) + full)
  return [...sums].map(([productId, quantity]) => ({ productId, quantity }))
}

/** Orders of stops that staff completed by hand, also after the driver had found nobody home. */
async function selectUncounted(tx: Tx, where: SQL | undefined): Promise<string[]> {
  const rows = await tx
    .selectDistinct({ orderId: schedules.orderId })
    .from(schedules)
    .leftJoin(stopStates, eq(stopStates.stopId, schedules.id))
    .where(and(where, eq(schedules.status, 'completed'), isNotCounted))
  return rows.map(({ orderId }) => orderId)
}
