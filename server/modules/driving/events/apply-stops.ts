import { sql } from 'drizzle-orm'
import type { StopState } from '#contract/driver/fold.ts'
import type { DeliveryStatus } from '#contract/orders.ts'
import type { Tx } from '#server/db/client.ts'
import { groupBy } from '#server/group-by.ts'
import type { Actor } from '#server/modules/audit/index.ts'
import { setDeliveryProgress } from '#server/modules/deliveries/index.ts'
import {
  type RouteRow,
  type StopProgress,
  setStopsProgress,
} from '#server/modules/dispatch/index.ts'
import { lockOrders, type OrderRow } from '#server/modules/orders/index.ts'
import type { EventDeps } from '../deps.ts'
import { type driverEvents, stopStates } from '../tables.ts'
import { type OtherStops, readOtherStops } from './other-stops.ts'
import type { ReportedBy } from './reported-by.ts'
import { isOld } from './rules.ts'

export type FoldedStop = {
  stopId: string
  orderId: string | null
  state: StopState
  stored: typeof stopStates.$inferSelect | undefined
  isOut: boolean
  /** When the truck was there; null while the stop is open. */
  visitedAt: Date | null
  /** As the board shows it; null if staff have changed the stop since. */
  storedOutcomeAt: Date | null
}
type EventRow = typeof driverEvents.$inferSelect
type ReportedState = {
  route: RouteRow
  isClosed: boolean
  events: readonly EventRow[]
  stops: readonly FoldedStop[]
}

/** Staff may set any status afterwards, so only what is new is applied. */
export function hasChanged(stop: FoldedStop): boolean {
  const { state, stored, isOut } = stop
  return stored
    ? stored.progress !== state.progress ||
        stored.outcomeEventId !== state.outcomeEventId ||
        stored.isOut !== isOut ||
        isRetimed(stop)
    : state.progress !== 'pending' || isOut
}

/** A correction arrived before what it corrects. */
const isRetimed = ({ visitedAt, storedOutcomeAt }: FoldedStop): boolean =>
  visitedAt !== null &&
  storedOutcomeAt !== null &&
  visitedAt.getTime() !== storedOutcomeAt.getTime()

/**
 * Writes what is new about stops to them and to their deliveries, in a few statements for all of
 * them. Their orders must be locked.
 */
export async function applyStops(
  tx: Tx,
  deps: EventDeps,
  reportedBy: ReportedBy,
  { route, isClosed, events, stops }: ReportedState,
): Promise<void> {
  if (stops.length === 0) return
  const byId = new Map(events.map((event) => [event.id, event]))
  const findOutcome = ({ state }: FoldedStop) => byId.get(state.outcomeEventId ?? '')
  const left = events.findLast(({ type }) => type === 'departed')
  const now = deps.clock.now()
  for (const each of oncePerOrder(stops)) {
    const changes = each.flatMap((stop): ReportedStop[] => {
      const outcome = findOutcome(stop)
      const before = stop.stored?.outcomeEventId ?? null
      if (outcome || before) {
        // Only the phone that reported an outcome can undo it.
        const actor = reportedBy(outcome ?? byId.get(before ?? ''))
        return [{ ...stop, actor, isDeparture: false, at: stop.visitedAt ?? now }]
      }
      if (isClosed || stop.isOut === (stop.stored?.isOut ?? false)) return []
      return [{ ...stop, actor: reportedBy(left), isDeparture: true, at: left?.effectiveAt ?? now }]
    })
    const outcomes = changes.filter(({ isDeparture }) => !isDeparture)
    const others = await readOtherStops(tx, deps, route, outcomes)
    const reported = changes.map((change) => {
      const found = others.get(change.stopId)
      // A stop that was moved to another route is not over with this one.
      const isOver = found?.place === 'off' || (isClosed && found?.place === 'own')
      return { ...change, others: found, isOver }
    })
    await applyChanges(tx, deps, route, reported)
  }
  const rows = stops.map((stop) => {
    const { stopId, state, stored, isOut } = stop
    const { progress, outcomeEventId, failureReason } = state
    const outcome = findOutcome(stop)
    const firstDeviceId = outcome ? (stored?.firstDeviceId ?? outcome.deviceId) : null
    const { id: routeId } = route
    return { stopId, routeId, progress, isOut, outcomeEventId, failureReason, firstDeviceId }
  })
  await tx
    .insert(stopStates)
    .values(rows)
    .onConflictDoUpdate({
      target: stopStates.stopId,
      set: {
        routeId: sql`excluded.route_id`,
        progress: sql`excluded.progress`,
        isOut: sql`excluded.is_out`,
        outcomeEventId: sql`excluded.outcome_event_id`,
        failureReason: sql`excluded.failure_reason`,
        firstDeviceId: sql`excluded.first_device_id`,
      },
    })
}

/** An order may have several stops on a route: what the second one means depends on the first. */
function oncePerOrder(stops: readonly FoldedStop[]): FoldedStop[][] {
  const counts = new Map<string, number>()
  const rounds: FoldedStop[][] = []
  for (const stop of stops) {
    const key = stop.orderId ?? stop.stopId
    const round = counts.get(key) ?? 0
    counts.set(key, round + 1)
    rounds[round] = [...(rounds[round] ?? []), stop]
  }
  return rounds
}

type ReportedStop = FoldedStop & { actor: Actor; isDeparture: boolean; at: Date }
type Change = ReportedStop & {
  /** Not of a departure. */
  others: OtherStops | undefined
  /** Its route is closed, or it is on none. */
  isOver: boolean
}

const openStatus = ({ isOut, isOver }: Pick<Change, 'isOut' | 'isOver'>) =>
  isOut && !isOver
    ? ({ stop: 'in-progress', delivery: 'in-transit' } as const)
    : ({ stop: 'pending', delivery: 'scheduled' } as const)

async function applyChanges(
  tx: Tx,
  deps: EventDeps,
  route: RouteRow,
  changes: readonly Change[],
): Promise<void> {
  const rows = await lockOrders(
    tx,
    changes.flatMap(({ orderId }) => orderId ?? []),
  )
  const byId = new Map(rows.map((row) => [row.id, row]))
  const applied = new Set<string>()
  for (const driverChanges of groupBy(changes, ({ actor }) => actor.id).values()) {
    const reported = driverChanges.flatMap((change) => [
      toStopProgress(change, byId.get(change.orderId ?? '')),
      ...(change.state.progress === 'delivered' ? (change.others?.inItsPlace ?? []) : []),
    ])
    const actor = driverChanges[0]?.actor as Actor
    for (const stopId of await setStopsProgress(tx, deps, actor, reported)) applied.add(stopId)
  }
  const now = deps.clock.now()
  const progress = changes.flatMap((change) => {
    const order = byId.get(change.orderId ?? '')
    // A stop that staff completed, cancelled or deleted has not left.
    if (!order || (change.isDeparture && !applied.has(change.stopId))) return []
    // A delivery whose stop was deleted is on no truck, so it cannot be in transit.
    const isOut = change.isOut && applied.has(change.stopId)
    const deliveryStatus = nextDelivery({ ...change, isOut }, order, route)
    if (!deliveryStatus) return []
    // Only a departure emails the customer that the truck is on its way.
    const isTooOld = !change.isDeparture || isOld(change.at, now)
    return [{ orderId: order.id, deliveryStatus, at: change.at, isOld: isTooOld }]
  })
  await setDeliveryProgress(tx, deps, progress)
}

/** A subscription that is cancelled still gets the delivery that was paid. */
const isCancelled = ({ status, isRecurring }: OrderRow) => status === 'cancelled' && !isRecurring

/** Rule 58: a delivery that failed is a cancelled stop with its outcome. An undo opens it again. */
function toStopProgress(change: Change, order: OrderRow | undefined): StopProgress {
  const { stopId, state, isDeparture, at } = change
  const open = { status: openStatus(change).stop, outcome: null, outcomeAt: null }
  if (isDeparture) return { stopId, ...open, isOpenOnly: true }
  // No truck may be sent where the order was cancelled or no address is left, and a closed route
  // sends none.
  const isOver = change.isOver || (order && (isCancelled(order) || order.customerId === null))
  const progress =
    state.progress === 'delivered'
      ? ({ status: 'completed', outcome: null, outcomeAt: at } as const)
      : state.progress === 'failed'
        ? ({ status: 'cancelled', outcome: 'failed', outcomeAt: at } as const)
        : { ...open, ...(isOver && { status: 'cancelled' as const }) }
  return { stopId, ...progress, isOpenOnly: false }
}

/** Undefined if the delivery stays as it is. */
function nextDelivery(
  change: Change,
  order: OrderRow,
  { date }: RouteRow,
): DeliveryStatus | undefined {
  const { state, isDeparture, others } = change
  const isChangedByStaff = order.deliveryDate !== date || isCancelled(order)
  const open = openStatus(change).delivery
  if (isDeparture) {
    const isOpen = order.deliveryStatus === 'scheduled' || order.deliveryStatus === 'in-transit'
    return isChangedByStaff || !isOpen ? undefined : open
  }
  // A delivery that staff have moved or cancelled since stays so, unless the bottles were left.
  if (state.progress === 'delivered') return 'delivered'
  if (isChangedByStaff && order.deliveryStatus !== 'delivered') return undefined
  const elsewhere = others?.deliveryStatus
  const isOnRoad = state.progress !== 'failed' && open === 'in-transit'
  if (elsewhere === 'delivered' || (elsewhere && !isOnRoad)) return elsewhere
  if (state.progress === 'failed') return 'failed'
  if (isCancelled(order)) return 'scheduled'
  // An erased customer's delivery has no stop any more, so an open one would stay open forever.
  return order.customerId === null ? 'failed' : open
}
