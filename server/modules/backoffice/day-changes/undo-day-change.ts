import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import { formatDate } from '#contract/dates/calendar.ts'
import { isClosed, shopDate } from '#contract/dates/shop-calendar.ts'
import { Failure } from '#contract/errors.ts'
import { DAY_CHANGE_UNDO_MS, type UndoneDayChange } from '#contract/zones/day-changes.ts'
import type { Tx } from '#server/db/client.ts'
import { type Actor, recordAuditEntries, recordAuditEntry } from '#server/modules/audit/index.ts'
import { moveOrders } from '#server/modules/deliveries/index.ts'
import { lockBoards, restoreStops } from '#server/modules/dispatch/index.ts'
import { cancelQueuedEmails } from '#server/modules/mail/index.ts'
import { lockOrders, type OrderRow } from '#server/modules/orders/index.ts'
import { lockVersion, type SettingsRow, writeSettings } from '#server/modules/settings/index.ts'
import {
  lockSubscriptions,
  restoreDates,
  setRescheduled,
} from '#server/modules/subscriptions/index.ts'
import { removeExceptions } from '#server/modules/zones/index.ts'
import { dayChangeCycles, dayChangeMoves, dayChanges } from '../tables.ts'
import type { DayChangeDeps } from './apply-day-change.ts'
import { reassignUndone } from './reassign-undone.ts'

type DayChangeRow = typeof dayChanges.$inferSelect
type MoveRow = typeof dayChangeMoves.$inferSelect
type Outcome = { restored: MoveRow[]; skipped: UndoneDayChange['skipped'] }

/** Rule 48: restores what was not changed since, and names the rest. */
export async function undoDayChange(
  deps: DayChangeDeps,
  actor: Actor,
  id: string,
): Promise<UndoneDayChange> {
  const { settings, restored, skipped } = await deps.db.transaction(async (tx) => {
    const before = await lockVersion(tx, undefined)
    const change = await lockUndoable(tx, deps, id)
    const calendar = reopened(before.calendar, change)
    if (isClosed(calendar, change.date))
      throw new Failure('closed_date', `The shop is closed on ${formatDate(change.date)} by now.`)
    const moves = await tx
      .select()
      .from(dayChangeMoves)
      .where(eq(dayChangeMoves.dayChangeId, id))
      .orderBy(asc(dayChangeMoves.orderId))
    const overrides = await tx
      .select()
      .from(dayChangeCycles)
      .where(eq(dayChangeCycles.dayChangeId, id))
    const orderIds = moves.map(({ orderId }) => orderId)
    const now = deps.clock.now()
    const saved = await reopenDate(tx, deps, actor, before, change)
    const reassignment = await reassignUndone(tx, deps, saved, targets(change, moves))
    const overridden = overrides.map(({ subscriptionId }) => subscriptionId)
    const ids = [...overridden, ...(await reassignment.findIds())]
    const stopIds = moves.flatMap(({ stops }) => stops.map((stop) => stop.id))
    await lockBoards(tx, { date: change.date, stopIds })
    await lockSubscriptions(tx, { orderIds, ids })
    const orders = await lockOrders(tx, orderIds)
    const outcome = await restoreDeliveries(tx, deps, actor, change, sortOut(moves, orders))
    await deleteMoves(tx, id, outcome.skipped)
    await restoreDates(
      tx,
      deps,
      overrides.map((override) => ({ ...override, from: change.date })),
    )
    await cancelQueuedEmails(tx, {
      subjectIds: overridden,
      kinds: ['next_delivery_moved'],
      since: change.appliedAt,
    })
    await reassignment.apply(ids)
    await tx
      .update(dayChanges)
      .set({ status: 'undone', undoneAt: now })
      .where(eq(dayChanges.id, id))
    await recordAuditEntry(tx, deps, actor, {
      action: 'day_change.undone',
      subjectId: id,
      before: { status: 'applied' },
      after: { status: 'undone', restored: outcome.restored.length },
    })
    return { settings: saved, ...outcome }
  })
  deps.liveShop.apply(settings)
  return { restored: restored.length, skipped }
}

const targets = ({ date, toDate }: DayChangeRow, moves: readonly MoveRow[]) => [
  date,
  toDate ?? date,
  ...moves.map((move) => move.toDate),
]

async function lockUndoable(
  tx: Tx,
  { clock, shop }: DayChangeDeps,
  id: string,
): Promise<DayChangeRow> {
  const [change] = await tx.select().from(dayChanges).where(eq(dayChanges.id, id)).for('update')
  if (!change) throw new Failure('not_found')
  if (change.status === 'undone')
    throw new Failure('undo_expired', 'This change was undone already.')
  const now = clock.now()
  const isOver = now.getTime() >= change.appliedAt.getTime() + DAY_CHANGE_UNDO_MS
  if (isOver || change.status === 'final')
    throw new Failure(
      'undo_expired',
      "It's too late to undo this change: customers were emailed. Make another day change instead.",
    )
  if (change.date < shopDate(shop.calendar, now))
    throw new Failure(
      'undo_expired',
      `It's too late to undo this change: ${formatDate(change.date)} is over.`,
    )
  return change
}

/** Without the closed date that the change added. */
function reopened(calendar: SettingsRow['calendar'], { zoneIds, date }: DayChangeRow) {
  if (zoneIds !== null) return calendar
  const closedDates = (calendar.closedDates ?? []).filter((closed) => closed.date !== date)
  return { ...calendar, closedDates }
}

async function reopenDate(
  tx: Tx,
  deps: DayChangeDeps,
  actor: Actor,
  before: SettingsRow,
  change: DayChangeRow,
): Promise<SettingsRow> {
  if (change.zoneIds === null)
    return writeSettings(tx, deps, actor, before, { calendar: reopened(before.calendar, change) })
  await removeExceptions(tx, change.zoneIds, change.date)
  return before
}

async function restoreDeliveries(
  tx: Tx,
  deps: DayChangeDeps,
  actor: Actor,
  { id, appliedAt }: DayChangeRow,
  outcome: Outcome,
): Promise<Outcome> {
  const { restored } = outcome
  await moveOrders(
    tx,
    deps,
    restored.map(({ orderId, fromDate, lostWindow }) => ({
      orderId,
      date: fromDate,
      window: lostWindow,
    })),
  )
  await cancelQueuedEmails(tx, {
    subjectIds: restored.map(({ orderId }) => orderId),
    kinds: ['delivery_moved', 'payment_link', 'terms_link'],
    since: appliedAt,
  })
  await restoreStops(
    tx,
    deps,
    restored.flatMap(({ stops }) => stops),
  )
  const withOldDate = restored.filter(({ wasRescheduled }) => !wasRescheduled)
  await setRescheduled(
    tx,
    withOldDate.map(({ orderId }) => orderId),
    false,
  )
  await keepEarlierUndo(
    tx,
    id,
    restored.map(({ orderId }) => orderId),
  )
  await recordAuditEntries(
    tx,
    deps,
    actor,
    restored.map(({ orderId, fromDate, toDate }) => ({
      action: 'order.moved',
      subjectId: orderId,
      before: { deliveryDate: toDate },
      after: { deliveryDate: fromDate },
    })),
  )
  return outcome
}

/** Which deliveries were not changed since; the rest is named. */
function sortOut(moves: readonly MoveRow[], orders: readonly OrderRow[]): Outcome {
  const byId = new Map(orders.map((order) => [order.id, order]))
  const outcome: Outcome = { restored: [], skipped: [] }
  for (const move of moves) {
    const { orderId, toDate } = move
    const order = byId.get(orderId)
    if (order && isUnchanged(order, move)) outcome.restored.push(move)
    else {
      const customerName = order?.customerName ?? ''
      outcome.skipped.push({ orderId, customerName, date: order?.deliveryDate ?? toDate })
    }
  }
  return outcome
}

const isUnchanged = (order: OrderRow, move: MoveRow) =>
  order.version === move.version &&
  order.deliveryDate === move.toDate &&
  order.deliveryStatus === 'scheduled'

/** A delivery changed since then is on its date for another reason. */
async function deleteMoves(tx: Tx, id: string, skipped: Outcome['skipped']): Promise<void> {
  if (skipped.length === 0) return
  const orderIds = skipped.map(({ orderId }) => orderId)
  await tx
    .delete(dayChangeMoves)
    .where(and(eq(dayChangeMoves.dayChangeId, id), inArray(dayChangeMoves.orderId, orderIds)))
}

/** Earlier changes of the same order can be undone after this one, in reverse order. */
async function keepEarlierUndo(tx: Tx, id: string, orderIds: readonly string[]): Promise<void> {
  if (orderIds.length === 0) return
  await tx
    .update(dayChangeMoves)
    .set({ version: sql`${dayChangeMoves.version} + 2` })
    .where(
      and(
        inArray(dayChangeMoves.orderId, [...orderIds]),
        sql`exists (select 1 from ${dayChanges} earlier
          where earlier.id = ${dayChangeMoves.dayChangeId} and earlier.status <> 'undone')`,
        sql`exists (select 1 from ${dayChangeMoves} undone
          where undone.day_change_id = ${id} and undone.order_id = ${dayChangeMoves.orderId}
            and undone.version > ${dayChangeMoves.version})`,
      ),
    )
}
