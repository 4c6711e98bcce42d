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
  const moved = overrides.flatMap(({ row, to }) =>
    row ? [{ subscriptionId: row.subscriptionId, cycle: row.cycle, date: to, isMoved: true }] : [],
  )
  await setDates(tx, moved, now)
  await setNextDates(
    tx,
    overrides.map(({ to, ...key }) => ({ ...key, date: to })),
  )
}

type RestoredDate = {
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
  restored: readonly RestoredDate[],
): Promise<void> {
  const ids = restored.map(({ subscriptionId }) => subscriptionId)
  if (ids.length === 0) return
  const rows = await tx.select().from(cycles).where(inArray(cycles.subscriptionId, ids))
  const byKey = new Map(rows.map((row) => [`${row.subscriptionId} ${row.cycle}`, row]))
  const unchanged = restored.filter(({ subscriptionId, cycle, toDate }) => {
    const row = byKey.get(`${subscriptionId} ${cycle}`)
    return row?.status === 'planned' && row.date === toDate
  })
  await deleteCycles(
    tx,
    unchanged.filter(({ storedDate }) => storedDate === null),
  )
  const stored = unchanged.flatMap(({ storedDate, wasRescheduled, ...key }) =>
    storedDate === null ? [] : [{ ...key, date: storedDate, isMoved: wasRescheduled }],
  )
  await setDates(tx, stored, clock.now())
  await setNextDates(
    tx,
    unchanged.map(({ from, ...key }) => ({ ...key, date: from })),
  )
}

type Key = { subscriptionId: string; cycle: number }

/** The keys as a table that a statement can join, whatever their number. */
const keyRows = (keys: readonly (Key & { date?: CalendarDate; isMoved?: boolean })[]) =>
  sql`json_to_recordset(${JSON.stringify(
    keys.map(({ subscriptionId, cycle, date, isMoved }) => ({
      id: subscriptionId,
      cycle,
      date,
      is_moved: isMoved,
    })),
  )}) as k (id uuid, cycle integer, date date, is_moved boolean)`

const isKeyOfCycle = sql`${cycles.subscriptionId} = k.id and ${cycles.cycle} = k.cycle`

async function deleteCycles(tx: Tx, keys: readonly Key[]): Promise<void> {
  if (keys.length === 0) return
  await tx.execute(sql`delete from ${cycles} using ${keyRows(keys)} where ${isKeyOfCycle}`)
}

async function setDates(
  tx: Tx,
  changes: readonly (Key & { date: CalendarDate; isMoved: boolean })[],
  now: Date,
): Promise<void> {
  if (changes.length === 0) return
  await tx.execute(sql`update ${cycles}
    set date = k.date, is_moved = k.is_moved, updated_at = ${now.toISOString()}::timestamptz
    from ${keyRows(changes)} where ${isKeyOfCycle}`)
}

/** Only the next delivery's date is stored with its subscription. */
async function setNextDates(
  tx: Tx,
  changes: readonly (Key & { date: CalendarDate })[],
): Promise<void> {
  if (changes.length === 0) return
  await tx.execute(sql`update ${subscriptions} set next_date = k.date from ${keyRows(changes)}
    where ${subscriptions.id} = k.id and ${subscriptions.nextCycle} = k.cycle`)
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
