import { inArray } from 'drizzle-orm'
import { shopDate } from '#contract/dates/shop-calendar.ts'
import type { CountLine, DriverEvent } from '#contract/driver/events.ts'
import { Failure } from '#contract/errors.ts'
import type { Tx } from '#server/db/client.ts'
import {
  bookMovements,
  lockCounts,
  movementsOfEvent,
  reverseMovements,
} from '#server/modules/bottles/index.ts'
import type { RouteRow } from '#server/modules/dispatch/index.ts'
import { orders } from '#server/modules/orders/tables.ts'
import { recordTenderInTx, reverseTenderInTx } from '#server/modules/payments/index.ts'
import type { EventDeps } from '../deps.ts'
import { addReview } from '../reviews/add-review.ts'
import { driverEvents } from '../tables.ts'
import { findBookedTimes, findBottleEventIds, findTenderId } from './booking-id.ts'
import { firstEntries } from './first-entry.ts'
import type { ReportedBy } from './reported-by.ts'

type EventRow = typeof driverEvents.$inferSelect
type Booking = {
  route: RouteRow
  events: readonly EventRow[]
  activeIds: Set<string>
  /** The outcomes of the stops. A delivery that contradicts one of them moves no bottles. */
  outcomeIds: Set<string>
  /** Loads and returns that were counted before. */
  secondCounts: Set<string>
}

/**
 * Books the bottles and payments of the events that count, and reverses those that no longer do,
 * each once. Returns the payments that do not match what is due, or that could not be reversed.
 */
export async function bookEvents(
  tx: Tx,
  deps: EventDeps,
  reportedBy: ReportedBy,
  { route, events, activeIds, outcomeIds, secondCounts }: Booking,
): Promise<string[]> {
  const refused: string[] = []
  for (const event of paymentsToChange(events, activeIds)) {
    const change = activeIds.has(event.id) ? bookPayment : reversePayment
    if (!(await change(tx, deps, reportedBy, event))) refused.push(event.id)
  }
  const timed = withVisitTimes(events)
  const retimed = await findRetimed(tx, timed)
  const counted: TimedEvent[] = []
  const uncounted: EventRow[] = []
  for (const event of timed) {
    if (!isCount(event.type)) continue
    const counts =
      activeIds.has(event.id) &&
      !secondCounts.has(event.id) &&
      (event.type !== 'delivered' || outcomeIds.has(event.id))
    const isWrong = event.booking === 'booked' && (!counts || retimed.has(event.id))
    if (isWrong) uncounted.push(event)
    if (counts && (isWrong || isOpen(event))) counted.push(event)
  }
  // Last, because trucks that load at once wait for the balance of the depot.
  await moveBottles(tx, deps, route, { counted, uncounted })
  return refused
}

type TimedEvent = EventRow & { at: Date }

/** A correction is booked at the time of what it corrects: bottles may have moved there since. */
function withVisitTimes(events: readonly EventRow[]): TimedEvent[] {
  const findFirst = firstEntries(events.filter(({ state }) => state === 'counted'))
  return events.map((event) => ({ ...event, at: findFirst(event).effectiveAt }))
}

/** Corrections that were booked before what they correct had arrived. */
async function findRetimed(tx: Tx, events: readonly TimedEvent[]): Promise<Set<string>> {
  const corrections = events.filter((event) => event.booking === 'booked' && event.supersedes)
  const times = await findBookedTimes(
    tx,
    corrections.map(({ id }) => id),
  )
  const isRetimed = ({ id, at }: TimedEvent) =>
    (times.get(id)?.getTime() ?? at.getTime()) !== at.getTime()
  return new Set(corrections.filter(isRetimed).map(({ id }) => id))
}

/** A payment is booked if it counts, and reversed if it no longer does. */
const paymentsToChange = (events: readonly EventRow[], activeIds: Set<string>) =>
  events.filter((event) => {
    if (event.type !== 'payment-received') return false
    return activeIds.has(event.id) ? isOpen(event) : event.booking === 'booked'
  })

/** Their orders are locked with those of the stops, before any other row. */
export const ordersToPay = (events: readonly EventRow[], activeIds: Set<string>): string[] =>
  paymentsToChange(events, activeIds).flatMap(({ orderId }) => orderId ?? [])

/** Not booked, or no longer: an undo can be undone. */
const isOpen = ({ booking }: EventRow) => booking === null || booking === 'reversed'

export const countTypes = ['loaded', 'delivered', 'stop-added', 'returned'] as const
type CountType = (typeof countTypes)[number]
type BookedType = Exclude<CountType, 'stop-added'>
const isCount = (type: DriverEvent['type']): type is CountType =>
  countTypes.some((name) => name === type)

type Counts = { counted: readonly TimedEvent[]; uncounted: readonly EventRow[] }
type Customers = Awaited<ReturnType<typeof readCustomers>>

async function moveBottles(
  tx: Tx,
  deps: EventDeps,
  route: RouteRow,
  { counted, uncounted }: Counts,
): Promise<void> {
  const customers = await readCustomers(
    tx,
    [...counted, ...uncounted].flatMap(({ orderId }) => orderId ?? []),
  )
  // All customers before the depot: another truck may visit one of them and load there.
  await lockCounts(
    tx,
    [...customers.values()].flatMap(({ customerId }) => customerId ?? []),
  )
  for (const event of uncounted)
    await reverseCounts(tx, deps, event, customers.get(event.orderId ?? '')?.customerId === null)
  await bookCounts(tx, deps, route, counted, customers)
}

/** Rule 60: bottles move by what was counted, all of a request in a few statements. */
async function bookCounts(
  tx: Tx,
  deps: EventDeps,
  route: RouteRow,
  events: readonly TimedEvent[],
  customers: Customers,
) {
  if (events.length === 0) return
  const eventIds = events.map(({ id }) => id)
  const ids = await findBottleEventIds(tx, eventIds)
  const { id: routeId, truckId, date } = route
  const movements = events.flatMap((event) => {
    const { lines, name } = event.payload as { lines: CountLine[]; name?: string }
    return movementsOfEvent({
      eventId: ids.get(event.id) ?? event.id,
      at: event.at,
      route: { id: routeId, truckId, date, driverId: event.driverId },
      lines,
      ...(event.type === 'stop-added'
        ? // The customer is unknown. The ledger stores no name that an erasure would miss.
          { cause: 'delivered', reason: event.orderId ? null : (name ?? null) }
        : { cause: event.type as BookedType, order: customers.get(event.orderId ?? '') }),
    })
  })
  await bookMovements(tx, deps, movements)
  await setBooking(tx, eventIds, 'booked')
}

async function readCustomers(tx: Tx, orderIds: string[]) {
  if (orderIds.length === 0) return new Map<string, { id: string; customerId: string | null }>()
  const rows = await tx
    .select({ id: orders.id, customerId: orders.customerId })
    .from(orders)
    .where(inArray(orders.id, orderIds))
  return new Map(rows.map((row) => [row.id, row]))
}

async function reverseCounts(tx: Tx, deps: EventDeps, { id }: EventRow, isErased: boolean) {
  const reason = 'Undone by the driver'
  const eventId = (await findBottleEventIds(tx, [id])).get(id) ?? id
  await reverseMovements(tx, deps, {
    ...{ eventId, reason, at: deps.clock.now() },
    isErased: () => isErased,
  })
  await setBooking(tx, [id], 'reversed')
}

type Payment = Extract<DriverEvent, { type: 'payment-received' }>['payload']

/** Rule 58: cash and checks pay what is due on delivery. More than that is for staff to decide. */
async function bookPayment(
  tx: Tx,
  deps: EventDeps,
  reportedBy: ReportedBy,
  event: EventRow,
): Promise<boolean> {
  const { method, amount, reference = '' } = event.payload as Payment
  const receivedOn = shopDate(deps.shop.calendar, event.effectiveAt)
  const id = await findTenderId(tx, event.id)
  const tender = { id, method, amount, receivedOn, reference }
  try {
    if (!event.orderId) throw new Failure('not_found')
    await recordTenderInTx(tx, deps, reportedBy(event), event.orderId, tender)
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    await setBooking(tx, [event.id], 'refused')
    await addReview(tx, deps, 'payment', event, null, error.message)
    return false
  }
  await setBooking(tx, [event.id], 'booked')
  return true
}

/** If staff have reversed or refunded it themselves, nothing is reversed here. */
async function reversePayment(
  tx: Tx,
  deps: EventDeps,
  reportedBy: ReportedBy,
  event: EventRow,
): Promise<boolean> {
  const reason = 'Undone by the driver'
  const tenderId = await findTenderId(tx, event.id)
  const { orderId } = event
  let isReversed = true
  try {
    // A savepoint, because credit is reversed before it is known whether there is enough of it.
    if (orderId)
      await tx.transaction((savepoint) =>
        reverseTenderInTx(savepoint, deps, reportedBy(event), orderId, { tenderId, reason }),
      )
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    if (error.code !== 'not_found') {
      await addReview(tx, deps, 'payment', event, null, error.message)
      isReversed = false
    }
  }
  await setBooking(tx, [event.id], 'reversed')
  return isReversed
}

const setBooking = (tx: Tx, ids: string[], booking: NonNullable<EventRow['booking']>) =>
  tx.update(driverEvents).set({ booking }).where(inArray(driverEvents.id, ids))
