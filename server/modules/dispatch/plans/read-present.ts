import { and, asc, eq, inArray, ne, or } from 'drizzle-orm'
import type { Tx } from '#server/db/client.ts'
import { trucks } from '#server/modules/fleet/tables.ts'
import { orders } from '#server/modules/orders/tables.ts'
import { cycles } from '#server/modules/subscriptions/tables.ts'
import { routes, schedules } from '../tables.ts'
import { isUnplannedOn } from '../unplanned.ts'
import type { RouteNow } from './find-edits.ts'
import type { PlanBase, PlanResult } from './plan-data.ts'
import { toDoor } from './standing/to-door.ts'

export type Present = {
  routes: RouteNow[]
  withdrawn: Set<string>
  drivableTrucks: Set<string>
  /** Whether the stop or the unplanned delivery is still what the plan found. */
  canPlace(stop: { orderId: string; stopId: string | null }): boolean
}

/** Locks and reads the stops and routes of a date, and what became of the plan's deliveries. */
export async function readPresent(
  tx: Tx,
  date: string,
  base: PlanBase,
  result: PlanResult,
): Promise<Present> {
  const planned = result.routes.flatMap(({ trips }) => trips.flatMap(({ stops }) => stops))
  const baseStops = base.routes.flatMap(({ stops }) => stops)
  const stopIds = [
    ...baseStops.map(({ id }) => id),
    ...planned.flatMap(({ stopId }) => stopId ?? []),
  ]
  const rows = await tx
    .select()
    .from(schedules)
    .where(or(eq(schedules.scheduledDate, date), inArray(schedules.id, stopIds)))
    .orderBy(asc(schedules.id))
    .for('update')
  const routeRows = await tx
    .select()
    .from(routes)
    .where(eq(routes.date, date))
    .orderBy(asc(routes.id))
    .for('update')
  const open = rows.filter((row) => row.scheduledDate === date && row.status !== 'cancelled')
  const orderIds = [...new Set([...planned, ...baseStops].map(({ orderId }) => orderId))]
  const changed = await findChanged(tx, base, orderIds)
  const addable = await findUnplanned(tx, date, orderIds)
  const byId = new Map(rows.map((row) => [row.id, row]))
  const onTruck = new Set(open.filter(({ truckId }) => truckId !== null).map(({ id }) => id))
  return {
    routes: routeRows.map(({ id, truckId, version, status, isLocked }) => ({
      ...{ id, truckId, version, status, isLocked },
      stops: open.filter((row) => row.truckId === truckId),
    })),
    withdrawn: new Set(
      baseStops
        .filter(({ id, orderId }) => {
          const row = byId.get(id)
          const isOff = !row || row.status === 'cancelled'
          return isOff && (changed.has(orderId) || !addable.has(orderId))
        })
        .map(({ id }) => id),
    ),
    drivableTrucks: await findDrivable(tx),
    canPlace({ orderId, stopId }) {
      if (stopId && onTruck.has(stopId)) return byId.get(stopId)?.status === 'pending'
      if (changed.has(orderId) || !addable.has(orderId)) return false
      const unassigned = stopId ? byId.get(stopId) : undefined
      return stopId === null || (unassigned?.status === 'pending' && unassigned.truckId === null)
    },
  }
}

/** Orders that are gone, or have another address or number of bottles than the plan found. */
async function findChanged(tx: Tx, base: PlanBase, orderIds: string[]): Promise<Set<string>> {
  const rows = await tx
    .select({
      id: orders.id,
      deliveryAddress: orders.deliveryAddress,
      deliveryZip: orders.deliveryZip,
      bottles: orders.bottles,
    })
    .from(orders)
    .where(inArray(orders.id, orderIds))
  const now = new Map(rows.map((row) => [row.id, row]))
  return new Set(
    orderIds.filter((id) => {
      const row = now.get(id)
      const found = base.deliveries[id]
      return !row || !found || toDoor(row) !== found.door || row.bottles !== found.bottles
    }),
  )
}

/** Filters the orders that are still unplanned deliveries of the date. */
export async function findUnplanned(
  tx: Tx,
  date: string,
  orderIds: string[],
): Promise<Set<string>> {
  const rows = await tx
    .select({ id: orders.id })
    .from(orders)
    .leftJoin(cycles, eq(cycles.orderId, orders.id))
    .where(and(inArray(orders.id, orderIds), isUnplannedOn(date)))
  return new Set(rows.map(({ id }) => id))
}

async function findDrivable(tx: Tx): Promise<Set<string>> {
  const rows = await tx
    .select({ id: trucks.id })
    .from(trucks)
    .where(ne(trucks.status, 'maintenance'))
  return new Set(rows.map(({ id }) => id))
}
