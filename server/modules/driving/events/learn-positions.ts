import { and, inArray, isNotNull } from 'drizzle-orm'
import type { FailureReason } from '#contract/driver/events.ts'
import type { StopState } from '#contract/driver/fold.ts'
import type { Tx } from '#server/db/client.ts'
import type { Actor } from '#server/modules/audit/index.ts'
import { orders } from '#server/modules/orders/tables.ts'
import { addressKeySql, learnPlaces, type Visit } from '#server/modules/points/index.ts'
import type { EventDeps } from '../deps.ts'
import type { driverEvents } from '../tables.ts'
import { firstEntries } from './first-entry.ts'

type EventRow = typeof driverEvents.$inferSelect
type ReportedOutcomes = {
  routeId: string
  stops: readonly { orderId: string | null; state: StopState }[]
  events: readonly EventRow[]
}

/** For these the driver was at the door. The others can be entered anywhere. */
const doorReasons: readonly FailureReason[] = [
  'nobody-home',
  'no-access',
  'dog',
  'refused',
  'closed',
]

const isAtDoor = ({ progress, failureReason }: StopState): boolean =>
  progress === 'delivered' || (failureReason !== null && doorReasons.includes(failureReason))

/**
 * Rule 53: doors are located by the positions of outcomes. A tap on "I'm here" is not used: its position is
 * often the one from when the stop was opened, on the way.
 */
export async function learnPositions(
  tx: Tx,
  deps: EventDeps,
  actor: Actor,
  { routeId, stops, events }: ReportedOutcomes,
): Promise<void> {
  const byId = new Map(events.map((event) => [event.id, event]))
  const findFirst = firstEntries(events)
  const taps = stops.flatMap(({ orderId, state }) => {
    const outcome = byId.get(state.outcomeEventId ?? '')
    const event = outcome && findFirst(outcome)
    return orderId && event?.fix && isAtDoor(state) ? [{ orderId, event, fix: event.fix }] : []
  })
  const doors = await findDoors(
    tx,
    taps.map(({ orderId }) => orderId),
  )
  const visits = taps.flatMap(({ orderId, event, fix }): Visit[] => {
    const door = doors.get(orderId)
    return door ? [{ door, eventId: event.id, tappedAt: event.effectiveAt, fix }] : []
  })
  await learnPlaces(tx, deps, actor, routeId, visits)
}

async function findDoors(tx: Tx, orderIds: string[]): Promise<Map<string, Visit['door']>> {
  if (orderIds.length === 0) return new Map()
  const rows = await tx
    .select({
      orderId: orders.id,
      id: addressKeySql(orders.deliveryAddress, orders.deliveryZip),
      customerId: orders.customerId,
      address: orders.deliveryAddress,
      zip: orders.deliveryZip,
    })
    .from(orders)
    .where(
      and(
        inArray(orders.id, orderIds),
        isNotNull(orders.customerId),
        isNotNull(orders.deliveryAddress),
      ),
    )
  return new Map(
    rows.flatMap(({ orderId, customerId, address, ...door }) =>
      customerId && address ? [[orderId, { ...door, customerId, address }]] : [],
    ),
  )
}
