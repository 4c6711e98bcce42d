import { and, asc, eq, isNotNull, ne, or, type SQL, sql } from 'drizzle-orm'
import type { BoardDelivery } from '#contract/routes/board.ts'
import type { DbOrTx } from '#server/db/client.ts'
import { bottlesMissing } from '#server/modules/bottles/index.ts'
import { bottleMovements } from '#server/modules/bottles/tables.ts'
import { isOnHold } from '#server/modules/deliveries/index.ts'
import { orders } from '#server/modules/orders/tables.ts'
import { readPlaces } from '#server/modules/points/index.ts'
import { cycles, subscriptions } from '#server/modules/subscriptions/tables.ts'
import { zoneZips } from '#server/modules/zones/tables.ts'
import { schedules } from '../tables.ts'
import { isUnplannedOn } from '../unplanned.ts'

const columns = {
  orderId: orders.id,
  customerId: orders.customerId,
  customerName: orders.customerName,
  deliveryAddress: orders.deliveryAddress,
  deliveryCity: orders.deliveryCity,
  deliveryZip: orders.deliveryZip,
  deliveryDate: orders.deliveryDate,
  window: orders.deliveryWindow,
  bottles: orders.bottles,
  zoneId: zoneZips.zoneId,
  notes: subscriptions.deliveryNotes,
  cycle: { status: cycles.status, holdAt: cycles.holdAt, releasedAt: cycles.releasedAt },
}

/** Rule 58: a stop after a short delivery brings the rest; made on a later day, it keeps that number. */
const bottlesToBring = sql<number>`coalesce(${bottlesMissing(
  sql`(${schedules.status} <> 'completed' or ${bottleMovements.date} < ${schedules.scheduledDate})`,
)}, ${orders.bottles})`

/** A ZIP+4 belongs to the zone of its first five digits. */
const inZone = sql`${zoneZips.zip} = left(${orders.deliveryZip}, 5)`
/** Rule 14: the first order has the id of its subscription. */
const matchedSubscription = sql`${subscriptions.id} = coalesce(${orders.parentOrderId}, ${orders.id})`

type DeliveryRow = Omit<BoardDelivery, 'isOnHold' | 'place' | 'instructions'> & {
  customerId: string | null
  notes: string | null
  cycle: Parameters<typeof isOnHold>[0] | null
}

/** Cancelled stops are left out, unless the driver was there. */
export const isOnBoard = or(ne(schedules.status, 'cancelled'), isNotNull(schedules.outcome))

/** The stops of trucks that match, in the order of their routes. */
export async function selectStops(db: DbOrTx, filter: SQL | undefined) {
  const rows = await db
    .select({ ...columns, bottles: bottlesToBring, stop: schedules, missing: bottlesMissing() })
    .from(schedules)
    .innerJoin(orders, eq(orders.id, schedules.orderId))
    .leftJoin(cycles, eq(cycles.orderId, orders.id))
    .leftJoin(subscriptions, matchedSubscription)
    .leftJoin(zoneZips, inZone)
    .where(and(filter, isNotNull(schedules.truckId), isOnBoard))
    .orderBy(...stopOrder)
  const deliveries = await toDeliveries(
    db,
    rows.map(({ stop, missing, ...row }) => row),
  )
  return rows.map(({ stop, missing }, index) => ({
    stop,
    isShort: missing !== null,
    delivery: deliveries[index] as BoardDelivery,
  }))
}

export type StopRow = Awaited<ReturnType<typeof selectStops>>[number]

/** Stops without a position come last, in the order they were added. */
export const stopOrder = [
  asc(schedules.trip),
  sql`${schedules.position} asc nulls last`,
  asc(schedules.createdAt),
  asc(schedules.id),
]

export async function selectUnplanned(db: DbOrTx, date: string): Promise<BoardDelivery[]> {
  const rows = await db
    .select(columns)
    .from(orders)
    .leftJoin(cycles, eq(cycles.orderId, orders.id))
    .leftJoin(subscriptions, matchedSubscription)
    .leftJoin(zoneZips, inZone)
    .where(isUnplannedOn(date))
    .orderBy(asc(orders.deliveryZip), asc(orders.createdAt), asc(orders.id))
  return toDeliveries(db, rows)
}

async function toDeliveries(db: DbOrTx, rows: readonly DeliveryRow[]): Promise<BoardDelivery[]> {
  const places = await readPlaces(
    db,
    rows.map((row) => ({ ...row, id: row.orderId })),
  )
  return rows.map((row) => {
    const point = places.get(row.orderId)
    const { cycle, notes, customerId, ...delivery } = row
    const hints = [point?.gateCode && `Gate code ${point.gateCode}`, point?.instructions, notes]
    return {
      ...delivery,
      ...(point && point.windows.length > 0 && { openingHours: point.windows }),
      instructions: [...new Set(hints.filter(Boolean))].join(' / ') || null,
      place: point?.place ?? null,
      isOnHold: cycle !== null && isOnHold(cycle),
    }
  })
}
