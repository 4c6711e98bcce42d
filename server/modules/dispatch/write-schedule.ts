import { and, eq, inArray } from 'drizzle-orm'
import { assertPlanDateInRange } from '#contract/dates/date-limits.ts'
import type { Schedule, ScheduleForm } from '#contract/dispatch.ts'
import { Failure } from '#contract/errors.ts'
import type { Db, Tx } from '#server/db/client.ts'
import { type Actor, recordAuditEntry } from '#server/modules/audit/index.ts'
import { setDeliveryStatus } from '#server/modules/deliveries/index.ts'
import { trucks } from '#server/modules/fleet/tables.ts'
import { lockOrder, type OrderDeps } from '#server/modules/orders/index.ts'
import { auditFields, type ScheduleRow, scheduleById } from './schedules.ts'
import { schedules } from './tables.ts'

/** The shop's zone says which day is today. */
type WriteDeps = OrderDeps & { shop: { timeZone: string } }
type ScheduleDeps = WriteDeps & { db: Db }

const assertDateInRange = ({ shop, clock }: WriteDeps, date: string | undefined) =>
  assertPlanDateInRange('scheduledDate', date, { timeZone: shop.timeZone, now: clock.now() })

export function createSchedule(
  deps: ScheduleDeps,
  actor: Actor,
  form: ScheduleForm,
): Promise<Schedule> {
  return deps.db.transaction((tx) => createScheduleInTx(tx, deps, actor, form))
}

/** The same as a part of a larger deed. */
export async function createScheduleInTx(
  tx: Tx,
  deps: WriteDeps,
  actor: Actor,
  form: ScheduleForm,
): Promise<Schedule> {
  assertDateInRange(deps, form.scheduledDate)
  await assertExists(tx, form)
  const status = form.status ?? 'pending'
  const [row] = await tx
    .insert(schedules)
    .values({ id: deps.random.uuid(), createdAt: deps.clock.now(), ...form, status })
    .returning()
  if (!row) throw new Error('inserting a schedule gave no row')
  return recordAndSync(tx, deps, actor, 'schedule.created', undefined, row)
}

export function updateSchedule(
  deps: ScheduleDeps,
  actor: Actor,
  id: string,
  { version, ...change }: Partial<ScheduleForm> & { version?: number },
): Promise<Schedule> {
  return deps.db.transaction(async (tx) => {
    await lockOrdersOfSchedules(tx, [id], change.orderId)
    const [before] = await tx.select().from(schedules).where(eq(schedules.id, id)).for('update')
    if (!before) throw new Failure('not_found')
    if (version !== undefined && version !== before.version) throw new Failure('stale')
    if (change.scheduledDate !== before.scheduledDate) assertDateInRange(deps, change.scheduledDate)
    // A truck that is gone since stays on its row; only a newly chosen one must exist.
    const isOtherTruck = change.truckId !== before.truckId
    await assertExists(tx, {
      orderId: change.orderId,
      truckId: isOtherTruck ? change.truckId : null,
    })
    const [row] = await tx
      .update(schedules)
      .set({ ...change, version: before.version + 1 })
      .where(eq(schedules.id, id))
      .returning()
    if (!row) throw new Failure('not_found')
    return recordAndSync(tx, deps, actor, 'schedule.updated', before, row)
  })
}

export function deleteSchedule(deps: ScheduleDeps, actor: Actor, id: string): Promise<undefined> {
  return deps.db.transaction(async (tx) => {
    if (!(await deleteScheduleInTx(tx, deps, actor, { id }))) throw new Failure('not_found')
    return undefined
  })
}

/** The same as a part of a larger deed; false where it is gone, or no longer of that version. */
export async function deleteScheduleInTx(
  tx: Tx,
  deps: Pick<ScheduleDeps, 'clock'>,
  actor: Actor,
  { id, version }: { id: string; version?: number },
): Promise<boolean> {
  await lockOrdersOfSchedules(tx, [id])
  const isVersion = version === undefined ? undefined : eq(schedules.version, version)
  const [gone] = await tx
    .delete(schedules)
    .where(and(eq(schedules.id, id), isVersion))
    .returning()
  if (!gone) return false
  const change = { action: 'schedule.deleted', subjectId: id, before: auditFields(gone), after: {} }
  await recordAuditEntry(tx, deps, actor, change)
  return true
}

/**
 * Orders before their schedules, as everywhere; a trigger of the schedules writes to them as well.
 * The order that a schedule moves to is locked with them.
 */
export async function lockOrdersOfSchedules(
  tx: Tx,
  ids: string[],
  nextOrderId?: string,
): Promise<void> {
  const rows = await tx
    .select({ orderId: schedules.orderId })
    .from(schedules)
    .where(inArray(schedules.id, ids))
  const orderIds = [...rows.map(({ orderId }) => orderId), ...(nextOrderId ? [nextOrderId] : [])]
  for (const orderId of [...new Set(orderIds)].sort()) await lockOrder(tx, orderId)
}

async function assertExists(
  tx: Tx,
  { orderId, truckId }: { orderId?: string; truckId?: string | null | undefined },
): Promise<void> {
  if (orderId && !(await lockOrder(tx, orderId))) throw new Failure('unknown_order')
  if (!truckId) return
  const [truck] = await tx.select({ id: trucks.id }).from(trucks).where(eq(trucks.id, truckId))
  if (!truck) throw new Failure('unknown_truck')
}

/** Writes the deed down and lets the order follow its schedule (rule 12). */
async function recordAndSync(
  tx: Tx,
  deps: OrderDeps,
  actor: Actor,
  deed: string,
  before: ScheduleRow | undefined,
  row: ScheduleRow,
): Promise<Schedule> {
  await recordAuditEntry(tx, deps, actor, {
    action: deed,
    subjectId: row.id,
    before: before ? auditFields(before) : {},
    after: auditFields(row),
  })
  if (row.status !== before?.status) {
    if (row.status === 'in-progress') await setDeliveryStatus(tx, deps, row.orderId, 'in-transit')
    if (row.status === 'completed') await setDeliveryStatus(tx, deps, row.orderId, 'delivered')
  }
  const schedule = await scheduleById(tx, row.id)
  if (!schedule) throw new Failure('not_found')
  return schedule
}
