import { and, eq } from 'drizzle-orm'
import { assertOpenDate, assertPlanDateInRange } from '#contract/dates/date-limits.ts'
import type { ShopCalendar } from '#contract/dates/shop-calendar.ts'
import type { Schedule, ScheduleForm } from '#contract/dispatch.ts'
import { Failure } from '#contract/errors.ts'
import type { Db, Tx } from '#server/db/client.ts'
import { type Actor, recordAuditEntry } from '#server/modules/audit/index.ts'
import { setDeliveryStatus } from '#server/modules/deliveries/index.ts'
import { trucks } from '#server/modules/fleet/tables.ts'
import { lockOrder, type OrderDeps } from '#server/modules/orders/index.ts'
import { lockBoard, lockBoards } from './board/lock-board.ts'
import { assertRoutesOpen } from './board/lock-stops.ts'
import { endInTransit } from './end-in-transit.ts'
import { lockOrdersOfSchedules } from './lock-order-stops.ts'
import { recordUncounted } from './record-uncounted.ts'
import type { RouteHandlers, StopHandlers } from './route-handlers.ts'
import { auditFields, type ScheduleRow, scheduleById } from './schedules.ts'
import { schedules } from './tables.ts'

/** Today's date depends on the shop's time zone. */
export type WriteDeps = OrderDeps & { shop: { calendar: ShopCalendar } }
export type StopDeps = WriteDeps & {
  routeHandlers: Pick<RouteHandlers, 'recountDelivery'>
  stopHandlers: StopHandlers
}
export type ScheduleDeps = StopDeps & { db: Db }

/** The order's version that staff saw; its date and address may have changed since (X8). */
type OrderVersion = { orderVersion?: number | undefined }

/** Where on its route a stop is, and what a plan may not change about it. */
export type Placement = Partial<Pick<ScheduleRow, 'trip' | 'position' | 'pin' | 'plannedAt'>>

function assertPlannableDate({ shop, clock }: WriteDeps, date: string | undefined): void {
  const { calendar } = shop
  assertPlanDateInRange('scheduledDate', date, { calendar, now: clock.now() })
  assertOpenDate('scheduledDate', date, calendar)
}

export function createSchedule(
  deps: ScheduleDeps,
  actor: Actor,
  form: ScheduleForm & OrderVersion,
): Promise<Schedule> {
  return deps.db.transaction(async (tx) => {
    if (form.truckId) await lockBoard(tx, form.scheduledDate)
    return createScheduleInTx(tx, deps, actor, form)
  })
}

export async function createScheduleInTx(
  tx: Tx,
  deps: WriteDeps,
  actor: Actor,
  { orderVersion, ...form }: ScheduleForm & OrderVersion & Placement & { id?: string },
): Promise<Schedule> {
  assertPlannableDate(deps, form.scheduledDate)
  await assertExists(tx, { ...form, orderVersion })
  const status = form.status ?? 'pending'
  const [row] = await tx
    .insert(schedules)
    .values({
      id: deps.random.uuid(),
      createdAt: deps.clock.now(),
      ...(form.scheduledTime && { pin: 'time' as const }),
      ...form,
      status,
    })
    .returning()
  if (!row) throw new Error('inserting a schedule returned no row')
  await assertRouteTakes(tx, undefined, row)
  return recordAndSync(tx, deps, actor, 'schedule.created', undefined, row)
}

type ScheduleChange = Partial<ScheduleForm> & Placement & { version?: number }

export const updateSchedule = (
  deps: ScheduleDeps,
  actor: Actor,
  id: string,
  change: ScheduleChange,
): Promise<Schedule> =>
  deps.db.transaction(async (tx) => {
    await lockBoards(tx, { date: change.scheduledDate, stopIds: [id] })
    return updateScheduleInTx(tx, deps, actor, id, change)
  })

export async function updateScheduleInTx(
  tx: Tx,
  deps: StopDeps,
  actor: Actor,
  id: string,
  { version, ...change }: ScheduleChange,
): Promise<Schedule> {
  const lockedOrders = await lockOrdersOfSchedules(tx, [id], change.orderId)
  const [before] = await tx.select().from(schedules).where(eq(schedules.id, id)).for('update')
  if (!before) throw new Failure('not_found')
  // Another user moved it in the meantime. Locking its new order now could deadlock.
  if (!lockedOrders.includes(before.orderId)) throw new Failure('stale')
  if (version !== undefined && version !== before.version) throw new Failure('stale')
  if (change.scheduledDate !== before.scheduledDate) assertPlannableDate(deps, change.scheduledDate)
  // A deleted truck stays on its schedules; only a newly selected one must exist.
  const isNewTruck = change.truckId !== before.truckId
  await assertExists(tx, {
    orderId: change.orderId,
    truckId: isNewTruck ? change.truckId : null,
  })
  const [row] = await tx
    .update(schedules)
    .set({
      ...impliedPlacement(before, change),
      ...change,
      ...(isPendingAgain(before, change) && { status: 'pending' }),
      version: before.version + 1,
    })
    .where(eq(schedules.id, id))
    .returning()
  if (!row) throw new Failure('not_found')
  await assertRouteTakes(tx, before, row)
  const schedule = await recordAndSync(tx, deps, actor, 'schedule.updated', before, row)
  if (isCancelled(before) !== isCancelled(row) || row.orderId !== before.orderId)
    await deps.stopHandlers.changed(tx, [id])
  if (isReverted(before, row)) await deps.routeHandlers.recountDelivery(tx, before.orderId)
  if (hasLeftTruck(before, row)) await endInTransit(tx, deps, row.orderId)
  if (row.orderId !== before.orderId) await endInTransit(tx, deps, before.orderId)
  return schedule
}

/**
 * Rule 49: a truck that is back takes no stop. Its delivery would count as planned, and be on no list.
 * No route is closed in the meantime, because the board is locked.
 */
async function assertRouteTakes(
  tx: Tx,
  before: ScheduleRow | undefined,
  row: ScheduleRow,
): Promise<void> {
  const { truckId, scheduledDate: date } = row
  const wasOnRoute = before?.truckId === truckId && before.scheduledDate === date
  if (!truckId || !isOpen(row) || (wasOnRoute && isOpen(before))) return
  await assertRoutesOpen(tx, [{ truckId, date }])
}

const isCancelled = ({ status }: ScheduleRow) => status === 'cancelled'

const isOpen = ({ status }: ScheduleRow) => status === 'pending' || status === 'in-progress'

/** Rule 59: what was left at other stops of the delivery decides again. */
const isReverted = (before: ScheduleRow, row: ScheduleRow) =>
  before.status === 'completed' && (row.status !== 'completed' || row.orderId !== before.orderId)

/** A truck that is out with another stop of the delivery keeps it on the road. */
const hasLeftTruck = (before: ScheduleRow, row: ScheduleRow) =>
  row.status === 'cancelled' || (row.status === 'pending' && losesTruck(before, row))

const losesTruck = (before: ScheduleRow, { truckId }: ScheduleChange) =>
  before.truckId !== null && truckId === null

/** A stop that has lost its truck is not on the way; the dialog sends its status along. */
const isPendingAgain = (before: ScheduleRow, change: ScheduleChange) =>
  losesTruck(before, change) &&
  before.status === 'in-progress' &&
  (change.status ?? 'in-progress') === 'in-progress'

/** A stop that leaves its route loses its place there. A time that staff typed is a pin. */
function impliedPlacement(before: ScheduleRow, change: ScheduleChange): Placement {
  const { truckId = before.truckId, scheduledDate = before.scheduledDate } = change
  const leavesRoute = truckId !== before.truckId || scheduledDate !== before.scheduledDate
  const { scheduledTime = before.scheduledTime } = change
  const timePin = scheduledTime ? 'time' : before.pin === 'time' ? 'none' : before.pin
  return {
    ...(leavesRoute && { trip: 1, position: null, plannedAt: null }),
    ...(scheduledTime !== before.scheduledTime && { pin: timePin, plannedAt: null }),
  }
}

export function deleteSchedule(deps: ScheduleDeps, actor: Actor, id: string): Promise<undefined> {
  return deps.db.transaction(async (tx) => {
    if (!(await deleteScheduleInTx(tx, deps, actor, { id }))) throw new Failure('not_found')
    return undefined
  })
}

/** Returns false if the schedule is deleted already or has another version. */
export async function deleteScheduleInTx(
  tx: Tx,
  deps: OrderDeps & Pick<StopDeps, 'routeHandlers' | 'stopHandlers'>,
  actor: Actor,
  { id, version }: { id: string; version?: number },
): Promise<boolean> {
  await lockOrdersOfSchedules(tx, [id])
  const hasVersion = version === undefined ? undefined : eq(schedules.version, version)
  const [deleted] = await tx
    .delete(schedules)
    .where(and(eq(schedules.id, id), hasVersion))
    .returning()
  if (!deleted) return false
  await recordAuditEntry(tx, deps, actor, {
    action: 'schedule.deleted',
    subjectId: id,
    before: auditFields(deleted),
    after: {},
  })
  if (deleted.status === 'completed') await deps.routeHandlers.recountDelivery(tx, deleted.orderId)
  else await deps.stopHandlers.changed(tx, [id])
  await endInTransit(tx, deps, deleted.orderId)
  return true
}

async function assertExists(
  tx: Tx,
  { orderId, orderVersion, truckId }: OrderVersion & { orderId?: string; truckId?: string | null },
): Promise<void> {
  const order = orderId ? await lockOrder(tx, orderId) : undefined
  if (orderId && !order) throw new Failure('unknown_order')
  if (order && orderVersion !== undefined && orderVersion !== order.version) {
    throw new Failure('stale')
  }
  if (!truckId) return
  const [truck] = await tx.select({ id: trucks.id }).from(trucks).where(eq(trucks.id, truckId))
  if (!truck) throw new Failure('unknown_truck')
}

/** Records the audit entry and updates the order's delivery status (rule 12). */
async function recordAndSync(
  tx: Tx,
  deps: OrderDeps,
  actor: Actor,
  action: string,
  before: ScheduleRow | undefined,
  row: ScheduleRow,
): Promise<Schedule> {
  await recordAuditEntry(tx, deps, actor, {
    action,
    subjectId: row.id,
    before: before ? auditFields(before) : {},
    after: auditFields(row),
  })
  if (row.status !== before?.status) {
    if (row.status === 'in-progress') await setDeliveryStatus(tx, deps, row.orderId, 'in-transit')
    if (row.status === 'completed') {
      await setDeliveryStatus(tx, deps, row.orderId, 'delivered')
      await recordUncounted(tx, deps, row)
    }
  }
  const schedule = await scheduleById(tx, row.id)
  if (!schedule) throw new Failure('not_found')
  return schedule
}
