import { inArray } from 'drizzle-orm'
import type { DeliveryStatus } from '#contract/orders.ts'
import type { Tx } from '#server/db/client.ts'
import type { RouteRow, StopProgress } from '#server/modules/dispatch/index.ts'
import { schedules } from '#server/modules/dispatch/tables.ts'

export type OtherStops = {
  /** What they say about the delivery; undefined if it has no other stop. */
  deliveryStatus: DeliveryStatus | undefined
  /** Planned after this stop was taken off its truck. A delivery that was made needs none of them. */
  inItsPlace: StopProgress[]
}

type Row = typeof schedules.$inferSelect

/**
 * Rule 57: staff plan a delivery again whose stop they took off its truck, or that was open when its
 * route was closed, and only then the phone tells what happened there. Returns the other stops of each
 * delivery whose stop was not moved to another route. The orders must be locked.
 */
export async function readOtherStops(
  tx: Tx,
  { truckId, date }: RouteRow,
  stops: readonly { stopId: string; orderId: string | null }[],
): Promise<Map<string, OtherStops>> {
  const orderIds = stops.flatMap(({ orderId }) => orderId ?? [])
  if (orderIds.length === 0) return new Map()
  const rows = await tx.select().from(schedules).where(inArray(schedules.orderId, orderIds))
  return new Map(
    stops.flatMap(({ stopId, orderId }) => {
      const own = rows.find(({ id }) => id === stopId)
      const isMoved = own && (own.truckId !== truckId || own.scheduledDate !== date)
      if (isMoved) return []
      const others = rows.filter((row) => row.orderId === orderId && row.id !== stopId)
      const isOff = !own || own.status === 'cancelled'
      const inItsPlace = isOff ? others.filter(isOpen).map(toCancelled) : []
      return [[stopId, { deliveryStatus: toDeliveryStatus(others), inItsPlace }] as const]
    }),
  )
}

const isOpen = ({ status }: Row) => status === 'pending' || status === 'in-progress'

const toCancelled = ({ id }: Row): StopProgress => ({
  stopId: id,
  status: 'cancelled',
  outcome: null,
  outcomeAt: null,
  isOpenOnly: true,
})

function toDeliveryStatus(stops: readonly Row[]): DeliveryStatus | undefined {
  const has = (status: Row['status']) => stops.some((stop) => stop.status === status)
  if (has('completed')) return 'delivered'
  if (has('in-progress')) return 'in-transit'
  return has('pending') ? 'scheduled' : undefined
}
