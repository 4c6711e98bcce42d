import { and, inArray, isNull, sql } from 'drizzle-orm'
import type { DriverEvent, EventResult } from '#contract/driver/events.ts'
import type { ReviewKind } from '#contract/driver/reviews.ts'
import type { Tx } from '#server/db/client.ts'
import { pipelined } from '#server/db/pipelined.ts'
import type { DeviceCaller } from '#server/http/caller.ts'
import { orders } from '#server/modules/orders/tables.ts'
import type { DrivingDeps } from '../deps.ts'
import { eraseDriving } from '../photos/purge-photos.ts'
import { addReview, reasonText } from '../reviews/add-review.ts'
import { driverEvents } from '../tables.ts'
import { queueNearEmails } from '../tracking/queue-near-emails.ts'
import { applyRoute } from './apply-route.ts'
import { contentHash } from './content-hash.ts'
import { lockRouteEvents, lockRoutes } from './lock-route.ts'
import { withOtherRoutes } from './other-routes.ts'
import { readEventContext } from './read-event-context.ts'
import { readKnown } from './read-known.ts'
import type { Conflict } from './review-conflicts.ts'
import { bookedReason, earliestTap, effectiveTime, hasEffect, isOld, waitReason } from './rules.ts'

type Reply = Pick<EventResult, 'result' | 'reason'>
type EventInsert = typeof driverEvents.$inferInsert

/**
 * Stores events of one device, applies them, and lists what staff have to look at, in one
 * transaction: each route is computed once, however many of its events arrive.
 */
export const recordEvents = (
  deps: DrivingDeps,
  device: DeviceCaller,
  events: readonly DriverEvent[],
): Promise<Reply[]> => storeEvents(deps, device, events, true)

/** Stores an event that could not be applied, without effect. */
export const recordUnapplied = (
  deps: DrivingDeps,
  device: DeviceCaller,
  event: DriverEvent,
): Promise<Reply[]> => storeEvents(deps, device, [event], false)

type EventDecision = { event: DriverEvent; isDuplicate?: true; reason?: ReviewKind | undefined }

const storeEvents = (
  deps: DrivingDeps,
  device: DeviceCaller,
  events: readonly DriverEvent[],
  isApplied: boolean,
): Promise<Reply[]> =>
  deps.db.transaction(async (tx) => {
    await lockEvents(tx, device, events)
    const [known, readContext] = await pipelined(
      readKnown(tx, device, events),
      readEventContext(tx, device, events),
    )
    const now = deps.clock.now()
    const rows: EventInsert[] = []
    /** Each route that changes, and whether its last event is recent. */
    const touched = new Map<string, boolean>()
    const decided: EventDecision[] = []
    const orderIds = new Set<string>()
    for (const event of events) {
      const hash = contentHash(event)
      const kind = known.add(event, hash)
      if (kind === 'duplicate') {
        decided.push({ event, isDuplicate: true })
        continue
      }
      const read = readContext(event)
      const { orderId } = read
      const time = effectiveTime(event, now, earliestTap(deps.shop.calendar, read))
      const context = { ...read, ...time }
      if (orderId) orderIds.add(orderId)
      const row = toRow(event, { hash, effectiveAt: time.effectiveAt, orderId, receivedAt: now })
      const waiting = isApplied ? waitReason(event, context) : 'not-applied'
      const reason = kind ?? waiting ?? bookedReason(event, context)
      if (reason) await addReview(tx, deps, reason, row, event)
      decided.push({ event, reason })
      // An id or number that is known with other content: the review has the only copy.
      if (kind) continue
      rows.push({ ...row, state: waiting ? 'held' : 'counted' })
      if (waiting || !hasEffect(event)) continue
      const isRecent = !time.isClockWrong && !isOld(time.effectiveAt, now)
      touched.set(event.routeId, isRecent)
    }
    if (rows.length > 0) await tx.insert(driverEvents).values(rows)
    const conflicts: Conflict[] = []
    for (const routeId of [...touched.keys()].sort()) {
      conflicts.push(...(await applyRoute(tx, deps, routeId)))
      // Rule 57: no time-bound email for old events. A phone that was offline sends several stops at once.
      if (touched.get(routeId)) await queueNearEmails(tx, deps, routeId)
    }
    const kinds = new Map(conflicts.map(({ eventId, kind }) => [eventId, kind]))
    await listOvertaken(tx, deps, decided, { rows, kinds })
    await eraseDoorDetails(tx, [...orderIds])
    return decided.map(({ event, isDuplicate, reason }) =>
      isDuplicate ? { result: 'duplicate' } : toReply(reason ?? kinds.get(event.eventId)),
    )
  })

type AppliedEvents = { rows: readonly EventInsert[]; kinds: ReadonlyMap<string, ReviewKind> }

/** Rule 57: staff moved or cancelled a stop, or closed the route, while this waited for it. */
async function listOvertaken(
  tx: Tx,
  deps: DrivingDeps,
  decided: readonly EventDecision[],
  { rows, kinds }: AppliedEvents,
): Promise<void> {
  for (const { event, isDuplicate, reason } of decided) {
    const kind = kinds.get(event.eventId)
    if (isDuplicate || reason || (kind !== 'stop-changed' && kind !== 'route-closed')) continue
    const row = rows.find(({ id }) => id === event.eventId)
    if (row) await addReview(tx, deps, kind, row, event)
  }
}

/** A phone's report about the door of an erased customer is not stored either. */
async function eraseDoorDetails(tx: Tx, orderIds: string[]): Promise<void> {
  if (orderIds.length === 0) return
  const erased = await tx
    .select({ id: orders.id })
    .from(orders)
    .where(and(inArray(orders.id, orderIds), isNull(orders.customerId)))
  await eraseDriving(
    tx,
    erased.map(({ id }) => id),
  )
}

const toReply = (kind: ReviewKind | undefined): Reply =>
  kind ? { result: 'review', reason: reasonText(kind) } : { result: 'accepted' }

/**
 * One request of a device at a time, then one per route, in the order of their ids. Always taken
 * before any row is locked.
 */
async function lockEvents(
  tx: Tx,
  { deviceId }: DeviceCaller,
  events: readonly DriverEvent[],
): Promise<void> {
  const withEffect = events.filter(hasEffect)
  const routeIds = [...new Set(withEffect.map(({ routeId }) => routeId))]
  const [first, ...others] = routeIds
  const lockDevice = tx
    .execute(sql`select pg_advisory_xact_lock(hashtext('device'), hashtext(${deviceId}))`)
    .execute()
  // An undo may concern the routes of other trucks.
  const undone = withEffect.flatMap(({ supersedes }) => supersedes ?? [])
  const isOneRoute = others.length === 0 && undone.length === 0
  await pipelined(lockDevice, ...(first && isOneRoute ? [lockRouteEvents(tx, first)] : []))
  if (first && !isOneRoute) await lockRoutes(tx, await withOtherRoutes(tx, routeIds, undone))
}

type RowFields = { hash: string; effectiveAt: Date; orderId: string | null; receivedAt: Date }

function toRow(
  event: DriverEvent,
  { hash, effectiveAt, orderId, receivedAt }: RowFields,
): Omit<EventInsert, 'state'> {
  const { eventId, schema, routeVersion, ...fields } = event
  return { ...fields, id: eventId, orderId, effectiveAt, receivedAt, contentHash: hash }
}
