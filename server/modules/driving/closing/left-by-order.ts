import { and, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { CountLine } from '#contract/driver/events.ts'
import type { Tx } from '#server/db/client.ts'
import { groupBy } from '#server/group-by.ts'
import type { ClosedDelivery } from '#server/modules/bottles/index.ts'
import { routes, schedules } from '#server/modules/dispatch/tables.ts'
import { driverEvents, stopStates } from '../tables.ts'

export type LeftBottles = ClosedDelivery['left']

/** `date` is that of the route whose driver reported it. */
export type Visit = { orderId: string; date: string; lines: readonly CountLine[] }

/**
 * Bottles left for each order. The rest of a short delivery may have come on another route, so all stops of
 * an order count. One without counts leaves it unknown, in any order of closing.
 */
export async function selectLeft(tx: Tx, orderIds: string[]): Promise<Map<string, LeftBottles>> {
  if (orderIds.length === 0) return new Map()
  const left = new Map<string, LeftBottles>()
  for (const [orderId, visits] of await selectVisits(tx, orderIds))
    left.set(orderId, sumByProduct(visits.flatMap(({ lines }) => lines)))
  const uncounted = await selectUncounted(tx, inArray(schedules.orderId, orderIds))
  for (const orderId of uncounted) left.set(orderId, null)
  return left
}

/** The counts of each visit that made a delivery, by order. */
export async function selectVisits(tx: Tx, orderIds: string[]): Promise<Map<string, Visit[]>> {
  if (orderIds.length === 0) return new Map()
  const rows = await tx
    .select({ orderId: driverEvents.orderId, payload: driverEvents.payload, date: routes.date })
    .from(stopStates)
    .innerJoin(driverEvents, eq(driverEvents.id, stopStates.outcomeEventId))
    .innerJoin(routes, eq(routes.id, stopStates.routeId))
    .where(and(inArray(driverEvents.orderId, orderIds), eq(stopStates.progress, 'delivered')))
  const visits = rows.map(({ orderId, payload, date }) => {
    const { lines } = payload as { lines: CountLine[] }
    return { orderId: orderId ?? '', date, lines }
  })
  return groupBy(visits, ({ orderId }) => orderId)
}

function sumByProduct(lines: readonly CountLine[]): { productId: string; quantity: number }[] {
  const sums = new Map<string, number>()
  for (const { productId, full } of lines) sums.set(productId, (sums.get(productId) ?? 0) + full)
  return [...sums].map(([productId, quantity]) => ({ productId, quantity }))
}

/** Orders of stops that staff completed by hand, also after the driver reported that no one was home. */
export async function selectUncounted(tx: Tx, where: SQL | undefined): Promise<string[]> {
  const rows = await tx
    .selectDistinct({ orderId: schedules.orderId })
    .from(schedules)
    .leftJoin(stopStates, eq(stopStates.stopId, schedules.id))
    .where(
      and(
        where,
        eq(schedules.status, 'completed'),
        sql`${stopStates.progress} is distinct from 'delivered'`,
      ),
    )
  return rows.map(({ orderId }) => orderId)
}
