import { and, asc, eq, inArray, or, sql } from 'drizzle-orm'
import type { CalendarDate } from '#contract/dates/calendar.ts'
import type { Tx } from '#server/db/client.ts'
import { insertRows } from '#server/db/insert-rows.ts'
import { orders } from '#server/modules/orders/tables.ts'
import type { Clock } from '#server/runtime.ts'
import { cycles, subscriptions } from '../tables.ts'
import type { PlannedDelivery } from './find-planned.ts'

/** Locks the subscriptions of these orders and these subscriptions, all in the order of their ids. */
export async function lockSubscriptions(
  tx: Tx,
  { orderIds, ids }: { orderIds: readonly string[]; ids: readonly string[] },
): Promise<void> {
  await tx
    .select({ id: subscriptions.id })
    .from(subscriptions)
    .where(
      or(
        sql`${subscriptions.id} in (select coalesce(${orders.parentOrderId}, ${orders.id})
          from ${orders} where ${orders.id} = any(${sql.param([...orderIds])}::uuid[]))`,
        sql`${subscriptions.id} = any(${sql.param([...ids])}::uuid[])`,
      ),
    )
    .orderBy(asc(subscriptions.id))
    .for('no key update')
}

type Override = Pick<PlannedDelivery, 'subscriptionId' | 'cycle' | 'row'> & { to: CalendarDate }

/** Rule 48: gives deliveries without an order another date. Their subscriptions are locked. */
export async function overrideDates(
  tx: Tx,
  { clock }: { clock: Clock },
  overrides: readonly Override[],
): Promise<void> {
  const now = clock.now()
  const added = overrides.filter(({ row }) => row === undefined)
  await insertRows(
    tx,
    cycles,
    added.map(({ subscriptionId, cycle, to }) => ({
      subscriptionId,
      cycle,
      date: to,
      isMoved: true,
      status: 'planned' as const,
      createdAt: now,
      updatedAt: now,
    })),
  )
  for (const { row, to } of overrides)
    if (row) await setDate(tx, row, { date: to, isMoved: true, updatedAt: now })
  for (const override of overrides) await setNextDate(tx, override, override.to)
}

type Restored = {
  subscriptionId: string
  cycle: number
  toDate: CalendarDate
  /** The date of its row before; null if it had none. */
  storedDate: CalendarDate | null
  wasRescheduled: boolean
  /** The date that it has again. */
  from: CalendarDate
}

/** Takes overrides back, unless the delivery was ordered, skipped or moved since. */
export async function restoreDates(
  tx: Tx,
  { clock }: { clock: Clock },
  restored: readonly Restored[],
): Promise<void> {
  const ids = restored.map(({ subscriptionId }) => subscriptionId)
  if (ids.length === 0) return
  const rows = await tx.select().from(cycles).where(inArray(cycles.subscriptionId, ids))
  const byKey = new Map(rows.map((row) => [`${row.subscriptionId} ${row.cycle}`, row]))
  for (const { toDate, storedDate, wasRescheduled, from, ...key } of restored) {
    const row = byKey.get(`${key.subscriptionId} ${key.cycle}`)
    if (row?.status !== 'planned' || row.date !== toDate) continue
    if (storedDate === null) await tx.delete(cycles).where(isCycle(key))
    else
      await setDate(tx, key, {
        date: storedDate,
        isMoved: wasRescheduled,
        updatedAt: clock.now(),
      })
    await setNextDate(tx, key, from)
  }
}

type Key = { subscriptionId: string; cycle: number }

const isCycle = ({ subscriptionId, cycle }: Key) =>
  and(eq(cycles.subscriptionId, subscriptionId), eq(cycles.cycle, cycle))

async function setDate(tx: Tx, key: Key, change: Partial<typeof cycles.$inferInsert>) {
  await tx.update(cycles).set(change).where(isCycle(key))
}

/** Only the next delivery's date is stored with its subscription. */
async function setNextDate(tx: Tx, { subscriptionId, cycle }: Key, nextDate: CalendarDate) {
  await tx
    .update(subscriptions)
    .set({ nextDate })
    .where(and(eq(subscriptions.id, subscriptionId), eq(subscriptions.nextCycle, cycle)))
}

/** Rule 48: charges of moved deliveries wait until the move can no longer be undone. */
export async function delayCharges(
  tx: Tx,
  orderIds: readonly string[],
  until: Date,
): Promise<void> {
  if (orderIds.length === 0) return
  await tx
    .update(cycles)
    .set({ dueAt: sql`greatest(${cycles.dueAt}, ${until.toISOString()}::timestamptz)` })
    .where(
      and(
        inArray(cycles.orderId, [...orderIds]),
        eq(cycles.status, 'ordered'),
        sql`${cycles.dueAt} is not null`,
      ),
    )
}

/** Pages show a moved delivery as rescheduled. */
export async function setRescheduled(
  tx: Tx,
  orderIds: readonly string[],
  isMoved: boolean,
): Promise<void> {
  if (orderIds.length === 0) return
  await tx
    .update(cycles)
    .set({ isMoved })
    .where(inArray(cycles.orderId, [...orderIds]))
}
