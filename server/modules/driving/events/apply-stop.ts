import { eq } from 'drizzle-orm'
import type { StopState } from '#contract/driver/fold.ts'
import type { Tx } from '#server/db/client.ts'
import type { Actor } from '#server/modules/audit/index.ts'
import { setDeliveryProgress } from '#server/modules/deliveries/index.ts'
import { type RouteRow, setStopProgress } from '#server/modules/dispatch/index.ts'
import { schedules } from '#server/modules/dispatch/tables.ts'
import { lockOrder } from '#server/modules/orders/index.ts'
import type { EventDeps } from '../deps.ts'
import { type driverEvents, stopStates } from '../tables.ts'
import { isOld } from './rules.ts'

type Folded = {
  stopId: string
  orderId: string | null
  state: StopState
  stored: typeof stopStates.$inferSelect | undefined
  isOut: boolean
}
type Context = Folded & { route: RouteRow; events: readonly (typeof driverEvents.$inferSelect)[] }

/** Staff may set any status afterwards, so only what is new is applied. */
export const hasChanged = ({ state, stored, isOut }: Folded): boolean =>
  stored
    ? stored.progress !== state.progress ||
      stored.outcomeEventId !== state.outcomeEventId ||
      stored.isOut !== isOut
    : state.progress !== 'pending' || isOut

/** Writes what is new about a stop to the stop and to its delivery. Its order must be locked. */
export async function applyStop(
  tx: Tx,
  deps: EventDeps,
  actor: Actor,
  { stopId, orderId, state, stored, isOut, route, events }: Context,
): Promise<void> {
  const outcome = events.find(({ id }) => id === state.outcomeEventId)
  const hadOutcome = (stored?.outcomeEventId ?? null) !== null
  if (outcome || hadOutcome) {
    const at = outcome?.effectiveAt ?? deps.clock.now()
    await applyOutcome(tx, deps, actor, { stopId, orderId, route, at, isOut, state })
  } else if (isOut !== (stored?.isOut ?? false)) {
    const departed = events.findLast(({ type }) => type === 'departed')
    const at = departed?.effectiveAt ?? deps.clock.now()
    await applyDeparture(tx, deps, actor, { stopId, orderId, route, at, isOut })
  }
  const row = {
    stopId,
    routeId: route.id,
    progress: state.progress,
    isOut,
    outcomeEventId: state.outcomeEventId,
    failureReason: state.failureReason,
    firstDeviceId: outcome ? (stored?.firstDeviceId ?? outcome.deviceId) : null,
  }
  await tx
    .insert(stopStates)
    .values(row)
    .onConflictDoUpdate({ target: stopStates.stopId, set: row })
}

type Change = {
  stopId: string
  orderId: string | null
  route: RouteRow
  at: Date
  isOut: boolean
}

const openStatus = (isOut: boolean) =>
  isOut
    ? ({ stop: 'in-progress', delivery: 'in-transit' } as const)
    : ({ stop: 'pending', delivery: 'scheduled' } as const)

/** Rule 58: a delivery that failed is a cancelled stop with its outcome. An undo opens it again. */
async function applyOutcome(
  tx: Tx,
  deps: EventDeps,
  actor: Actor,
  { stopId, orderId, route, at, isOut, state }: Change & { state: StopState },
): Promise<void> {
  const isDelivered = state.progress === 'delivered'
  const isFailed = state.progress === 'failed'
  const open = openStatus(isOut)
  await setStopProgress(tx, deps, actor, stopId, {
    status: isDelivered ? 'completed' : isFailed ? 'cancelled' : open.stop,
    outcome: isFailed ? 'failed' : null,
    outcomeAt: isDelivered || isFailed ? at : null,
  })
  const order = orderId ? await lockOrder(tx, orderId) : undefined
  if (!order) return
  // What the office moved or cancelled meanwhile stays so, unless the bottles are there.
  const isOfficePlan = order.deliveryDate !== route.date || order.status === 'cancelled'
  if (isOfficePlan && !isDelivered && order.deliveryStatus !== 'delivered') return
  await setDeliveryProgress(tx, deps, order.id, {
    deliveryStatus: isDelivered ? 'delivered' : isFailed ? 'failed' : open.delivery,
    at,
    // Only a departure tells the customer that the truck is on its way.
    isOld: true,
  })
}

/** Stops that staff completed or cancelled stay as they are. */
async function applyDeparture(
  tx: Tx,
  deps: EventDeps,
  actor: Actor,
  { stopId, orderId, route, at, isOut }: Change,
): Promise<void> {
  const [stop] = await tx
    .select({ status: schedules.status })
    .from(schedules)
    .where(eq(schedules.id, stopId))
  if (stop?.status !== 'pending' && stop?.status !== 'in-progress') return
  const open = openStatus(isOut)
  await setStopProgress(tx, deps, actor, stopId, {
    status: open.stop,
    outcome: null,
    outcomeAt: null,
  })
  const order = orderId ? await lockOrder(tx, orderId) : undefined
  if (!order || order.deliveryDate !== route.date || order.status === 'cancelled') return
  if (order.deliveryStatus !== 'scheduled' && order.deliveryStatus !== 'in-transit') return
  await setDeliveryProgress(tx, deps, order.id, {
    deliveryStatus: open.delivery,
    at,
    isOld: isOld(at, deps.clock.now()),
  })
}
