import { and, asc, eq, inArray, isNotNull, ne, or, sql } from 'drizzle-orm'
import { periodOn } from '#contract/dates/shop-calendar.ts'
import type { FailureReason } from '#contract/driver/events.ts'
import { activeEvents, departedTrips } from '#contract/driver/fold.ts'
import type { DriverRoute, DriverStop } from '#contract/driver/route.ts'
import { centsToText } from '#contract/money.ts'
import { WINDOW_MARGIN_MS } from '#contract/routes/publishing.ts'
import type { Tx } from '#server/db/client.ts'
import { groupBy } from '#server/group-by.ts'
import { products } from '#server/modules/catalog/tables.ts'
import { isOnHold } from '#server/modules/deliveries/index.ts'
import { type RouteRow, stopsToLoad, toDoor } from '#server/modules/dispatch/index.ts'
import { announcedWindows, schedules } from '#server/modules/dispatch/tables.ts'
import { drivers, trucks } from '#server/modules/fleet/tables.ts'
import { orders } from '#server/modules/orders/tables.ts'
import {
  listTenders,
  sumTenders,
  type TenderRow,
  toTenders,
} from '#server/modules/payments/index.ts'
import { payments } from '#server/modules/payments/tables.ts'
import { readPlaces } from '#server/modules/points/index.ts'
import { cycles, subscriptions } from '#server/modules/subscriptions/tables.ts'
import type { DrivingDeps } from '../deps.ts'
import { loadOfTrip, returnOfTrip, standingCounts } from '../events/rules.ts'
import { driverEvents, stopStates } from '../tables.ts'
import { hasOtherVisit, readStopLines } from './read-stop-lines.ts'

type Content = Omit<DriverRoute, 'deviceId' | 'uploadKey' | 'uploadKeyExpiresAt' | 'isTakenOver'>

/** Reads a route for its driver. The number of statements does not depend on its stops. */
export async function readDriverRoute(
  tx: Tx,
  { shop }: Pick<DrivingDeps, 'shop'>,
  route: RouteRow,
): Promise<Content> {
  const rows = await selectStops(tx, route)
  const orderIds = rows.map(({ order }) => order.id)
  const places = await readPlaces(
    tx,
    rows.map(({ order }) => order),
  )
  const visited = rows.flatMap(({ order, hasOtherVisit }) => (hasOtherVisit ? order.id : []))
  const { getLines, short } = await readStopLines(tx, { orderIds, visited })
  const received = groupBy(await listTenders(tx, orderIds), ({ orderId }) => orderId)
  const steps = activeEvents(await selectSteps(tx, route.id))
  const counts = standingCounts(steps)
  const positions = new Map<number, number>()
  const stops = rows.map((row) => {
    const position = (positions.get(row.stop.trip) ?? 0) + 1
    positions.set(row.stop.trip, position)
    const { id } = row.order
    return toStop(row, {
      position,
      lines: getLines(row.stop),
      tenders: received.get(id) ?? [],
      point: places.get(id),
    })
  })
  const [names] = await tx
    .select({ driverName: drivers.name, truckName: trucks.name })
    .from(drivers)
    .leftJoin(trucks, eq(trucks.id, route.truckId))
    .where(eq(drivers.id, route.driverId ?? sql`null`))
  return {
    routeId: route.id,
    version: route.version,
    driverId: route.driverId ?? '',
    date: route.date,
    status: route.status,
    driverName: names?.driverName ?? '',
    truckName: names?.truckName ?? 'Unknown',
    trips: toTrips(stops, departedTrips(steps), short).map((trip) => ({
      ...trip,
      loadedEventId: counts.get(loadOfTrip(trip.trip))?.eventId ?? null,
      returnedEventId: counts.get(returnOfTrip(trip.trip))?.eventId ?? null,
    })),
    stops,
    products: await tx
      .select({ id: products.id, name: products.name, isReturnable: products.isReturnable })
      .from(products)
      .where(ne(products.state, 'draft'))
      .orderBy(asc(products.position), asc(products.id)),
    officePhone: shop.phone,
    timeZone: periodOn(shop.calendar, route.date).timeZone,
  }
}

type StopRow = Awaited<ReturnType<typeof selectStops>>[number]
type Places = Awaited<ReturnType<typeof readPlaces>>
type StopContext = Pick<DriverStop, 'position' | 'lines'> & {
  tenders: TenderRow[]
  point: ReturnType<Places['get']>
}

function toStop(
  { stop, order, state, payment, cycle, announcedAt, notes }: StopRow,
  { position, lines, tenders, point }: StopContext,
): DriverStop {
  const isDue = payment?.kind === 'tender' && payment.status === 'due'
  const dueCents =
    isDue && order.status !== 'cancelled' ? payment.amountCents - sumTenders(tenders) : 0
  const hints = new Set([point?.instructions, notes].filter(Boolean))
  return {
    id: stop.id,
    orderId: order.id,
    trip: stop.trip,
    position,
    status: stop.status,
    progress: state?.progress ?? 'pending',
    outcomeEventId: state?.outcomeEventId ?? null,
    failureReason: (state?.failureReason as FailureReason | null | undefined) ?? null,
    customerName: order.customerName,
    phone: order.customerPhone,
    address: {
      street: order.deliveryAddress,
      city: order.deliveryCity,
      state: order.deliveryState,
      zip: order.deliveryZip,
    },
    door: toDoor(order),
    place: point?.place ?? null,
    gateCode: point?.gateCode ?? null,
    instructions: [...hints].join(' / ') || null,
    notes: stop.notes,
    lines,
    isOnHold: cycle !== null && isOnHold(cycle),
    amountDue: dueCents > 0 ? centsToText(dueCents) : null,
    received: toTenders(tenders).map(({ id, method, amount }) => ({ id, method, amount })),
    plannedAt: stop.plannedAt?.toISOString() ?? null,
    window: announcedAt ? toWindow(announcedAt) : null,
  }
}

const toWindow = (at: Date) => ({
  from: new Date(at.getTime() - WINDOW_MARGIN_MS).toISOString(),
  to: new Date(at.getTime() + WINDOW_MARGIN_MS).toISOString(),
})

function toTrips(
  stops: readonly DriverStop[],
  departed: Set<number>,
  short: ReadonlySet<string>,
): DriverRoute['trips'] {
  const loaded = new Set<string>()
  return [...groupBy(stops, ({ trip }) => trip)].map(([trip, list]) => {
    const lines = new Map<string, { productId: string; name: string; quantity: number }>()
    // Deliveries on hold are loaded too: they may be paid before the truck is there.
    for (const line of stopsToLoad(list, loaded, short).flatMap((stop) => stop.lines)) {
      const known = lines.get(line.productId)
      lines.set(line.productId, { ...line, quantity: line.quantity + (known?.quantity ?? 0) })
    }
    return {
      trip,
      load: [...lines.values()].reduce((sum, { quantity }) => sum + quantity, 0),
      lines: [...lines.values()],
      hasDeparted: departed.has(trip),
      stopIds: list.map(({ id }) => id),
    }
  })
}

/** Cancelled stops are left out, unless the driver was there. */
const selectStops = (tx: Tx, { truckId, date }: RouteRow) =>
  tx
    .select({
      stop: schedules,
      order: orders,
      state: stopStates,
      payment: {
        kind: payments.kind,
        status: payments.status,
        amountCents: payments.amountCents,
      },
      cycle: { status: cycles.status, holdAt: cycles.holdAt, releasedAt: cycles.releasedAt },
      announcedAt: announcedWindows.expectedAt,
      notes: subscriptions.deliveryNotes,
      hasOtherVisit,
    })
    .from(schedules)
    .innerJoin(orders, eq(orders.id, schedules.orderId))
    .leftJoin(stopStates, eq(stopStates.stopId, schedules.id))
    .leftJoin(payments, eq(payments.orderId, orders.id))
    .leftJoin(cycles, eq(cycles.orderId, orders.id))
    .leftJoin(
      announcedWindows,
      and(eq(announcedWindows.orderId, orders.id), eq(announcedWindows.date, date)),
    )
    // Rule 14: the first order has the id of its subscription.
    .leftJoin(
      subscriptions,
      sql`${subscriptions.id} = coalesce(${orders.parentOrderId}, ${orders.id})`,
    )
    .where(
      and(
        eq(schedules.truckId, truckId),
        eq(schedules.scheduledDate, date),
        or(ne(schedules.status, 'cancelled'), isNotNull(schedules.outcome)),
      ),
    )
    .orderBy(
      asc(schedules.trip),
      sql`${schedules.position} asc nulls last`,
      asc(schedules.createdAt),
      asc(schedules.id),
    )

/** The columns that show how far the route is. */
const selectSteps = (tx: Tx, routeId: string) =>
  tx
    .select({
      eventId: driverEvents.id,
      deviceId: driverEvents.deviceId,
      deviceSeq: driverEvents.deviceSeq,
      type: driverEvents.type,
      supersedes: driverEvents.supersedes,
      trip: driverEvents.trip,
      receivedAt: driverEvents.receivedAt,
      booking: driverEvents.booking,
    })
    .from(driverEvents)
    .where(
      and(
        eq(driverEvents.routeId, routeId),
        eq(driverEvents.state, 'counted'),
        inArray(driverEvents.type, ['loaded', 'departed', 'returned', 'superseded']),
      ),
    )
