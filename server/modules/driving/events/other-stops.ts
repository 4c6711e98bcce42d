import { and, eq, inArray } from 'drizzle-orm'
import { shopDate } from '#contract/dates/shop-calendar.ts'
import type { DeliveryStatus } from '#contract/orders.ts'
import type { Tx } from '#server/db/client.ts'
import type { RouteRow, StopProgress } from '#server/modules/dispatch/index.ts'
import { routes, schedules } from '#server/modules/dispatch/tables.ts'
import { orders } from '#server/modules/orders/tables.ts'
import type { EventDeps } from '../deps.ts'

export type OtherStops = {
  /** The status of the delivery by its other stops, or as staff set it before this stop was planned. */
  deliveryStatus: DeliveryStatus | undefined
  /** Planned after this stop was taken off its truck. A delivery that was made needs none of them. */
  inItsPlace: StopProgress[]
  /** This stop is on its route, on another one that can still make it, or on none. */
  place: 'own' | 'moved' | 'off'
}

/** Without a truck, a stop has no route. */
type Row = typeof schedules.$inferSelect & {
  routeStatus: RouteRow['status'] | null
  /** Null if the delivery is not made. */
  madeAt: Date | null
}

/**
 * Rule 57: finds what other stops mean for the deliveries of these stops. Staff plan a delivery again if
 * they took its stop off the truck, or if it was open when its route was closed, and an offline phone may
 * report the outcome of the first stop only then. Other open stops are ignored if the stop was moved to a
 * route that can still make it. The orders must be locked.
 */
export async function readOtherStops(
  tx: Tx,
  { shop, clock }: Pick<EventDeps, 'shop' | 'clock'>,
  { truckId, date }: RouteRow,
  stops: readonly { stopId: string; orderId: string | null }[],
): Promise<Map<string, OtherStops>> {
  const orderIds = stops.flatMap(({ orderId }) => orderId ?? [])
  if (orderIds.length === 0) return new Map()
  const rows = await selectStops(tx, orderIds)
  const today = shopDate(shop.calendar, clock.now())
  return new Map(
    stops.map(({ stopId, orderId }) => {
      const own = rows.find(({ id }) => id === stopId)
      const isElsewhere =
        own !== undefined && (own.truckId !== truckId || own.scheduledDate !== date)
      const place = !isElsewhere ? 'own' : hasOpenRoute(own) ? 'moved' : 'off'
      const others = rows.filter((row) => row.orderId === orderId && row.id !== stopId)
      const isOff = !own || own.status === 'cancelled'
      const inItsPlace = isOff && place !== 'moved' ? others.filter(isOpen).map(toCancelled) : []
      const isMade = (own && wasMadeBefore(own)) || others.some(isCompleted)
      const made = isMade ? 'delivered' : undefined
      const deliveryStatus = made ?? (place === 'moved' ? undefined : toOpenStatus(others, today))
      return [stopId, { deliveryStatus, inItsPlace, place }] as const
    }),
  )
}

const isCompleted = ({ status }: Row) => status === 'completed'
const isOpen = ({ status }: Row) => status === 'pending' || status === 'in-progress'

const toCancelled = ({ id }: Row): StopProgress => ({
  stopId: id,
  status: 'cancelled',
  outcome: null,
  outcomeAt: null,
  isOpenOnly: true,
})

async function selectStops(tx: Tx, orderIds: string[]): Promise<Row[]> {
  const rows = await tx
    .select({ stop: schedules, routeStatus: routes.status, order: deliveryColumns })
    .from(schedules)
    .innerJoin(orders, eq(orders.id, schedules.orderId))
    .leftJoin(
      routes,
      and(eq(routes.truckId, schedules.truckId), eq(routes.date, schedules.scheduledDate)),
    )
    .where(inArray(schedules.orderId, orderIds))
  return rows.map(({ stop, routeStatus, order }) => {
    const madeAt = order.deliveryStatus === 'delivered' ? order.deliveredAt : null
    return { ...stop, routeStatus, madeAt }
  })
}

const deliveryColumns = {
  deliveryStatus: orders.deliveryStatus,
  deliveredAt: orders.deliveredAt,
}

/**
 * Staff marked the delivery as made and then sent a truck again: the truck's outcome does not
 * change that.
 */
const wasMadeBefore = ({ madeAt, createdAt, outcomeAt }: Row) =>
  madeAt !== null && madeAt < createdAt && madeAt.getTime() !== outcomeAt?.getTime()

const hasOpenRoute = ({ routeStatus }: Row) => routeStatus !== null && routeStatus !== 'closed'

/** A stop without a truck, or that was not driven on its day, would make a failure look planned. */
function toOpenStatus(stops: readonly Row[], today: string): DeliveryStatus | undefined {
  const isComing = (stop: Row) =>
    stop.routeStatus === 'out' || (hasOpenRoute(stop) && stop.scheduledDate >= today)
  const open = stops.filter((stop) => isOpen(stop) && isComing(stop))
  if (open.some(({ status }) => status === 'in-progress')) return 'in-transit'
  return open.length > 0 ? 'scheduled' : undefined
}
