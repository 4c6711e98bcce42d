import { shopDate } from '#contract/dates/shop-calendar.ts'
import {
  DAY_CHANGE_UNDO_MS,
  type DayChangeForm,
  type DayChangeResult,
} from '#contract/zones/day-changes.ts'
import type { ZonedShop } from '#contract/zones/landed-date.ts'
import type { TimeWindow } from '#contract/zones/time-window.ts'
import type { Tx } from '#server/db/client.ts'
import { insertRows } from '#server/db/insert-rows.ts'
import { type Actor, recordAuditEntries, recordAuditEntry } from '#server/modules/audit/index.ts'
import { moveOrders } from '#server/modules/deliveries/index.ts'
import { lockBoards } from '#server/modules/dispatch/index.ts'
import { delayQueuedEmails, queueEmails } from '#server/modules/mail/index.ts'
import { lockOrders } from '#server/modules/orders/index.ts'
import { lockVersion, type SettingsRow, writeSettings } from '#server/modules/settings/index.ts'
import {
  DAY_CHANGE_SUFFIX,
  delayCharges,
  lockSubscriptions,
  moveSuffix,
  overrideDates,
  setRescheduled,
  updateNextDates,
} from '#server/modules/subscriptions/index.ts'
import { addExceptions, zoneNames } from '#server/modules/zones/index.ts'
import type { ClosedDatesDeps } from '../closed-dates/change-closed-dates.ts'
import { dayChangeCycles, dayChangeMoves, dayChanges } from '../tables.ts'
import { isEmailed } from './find-deliveries.ts'
import { type DayPlan, planDayChange, toResult } from './plan-day-change.ts'
import { toException } from './rules.ts'

export type DayChangeDeps = ClosedDatesDeps

export async function previewDayChange(
  deps: DayChangeDeps,
  form: DayChangeForm,
): Promise<DayChangeResult> {
  const plan = await planDayChange(deps.db, { shop: deps.shop, now: deps.clock.now() }, form)
  return toResult(form, plan)
}

/**
 * Rule 48: closes or moves a date in one transaction. The lock of the settings makes day changes
 * and changes of the calendar wait for each other.
 */
export async function applyDayChange(
  deps: DayChangeDeps,
  actor: Actor,
  form: DayChangeForm,
): Promise<DayChangeResult> {
  const { settings, result } = await deps.db.transaction(async (tx) => {
    const before = await lockVersion(tx, undefined)
    const now = deps.clock.now()
    const plan = await lockAndPlan(tx, { shop: shopWith(deps, before), now }, form)
    const id = deps.random.uuid()
    const change = { id, form, plan, now }
    const saved = await changeDate(tx, deps, actor, before, change)
    const lostWindows = await moveDeliveries(tx, deps, actor, change)
    await overrideDates(tx, deps, plan.overrides)
    await emailOverrides(tx, deps, change)
    await updateNextDates(tx, plan.nextDates.filter(isNotOverridden(plan)))
    const result = toResult(form, plan)
    await record(tx, deps, actor, { ...change, lostWindows }, result)
    return { settings: saved, result: { id, ...result } }
  })
  deps.liveShop.apply(settings)
  return result
}

type Change = { id: string; form: DayChangeForm; plan: DayPlan; now: Date }

/** The calendar that is locked, which this process may not have read yet. */
const shopWith = (
  { shop }: DayChangeDeps,
  { calendar }: Pick<SettingsRow, 'calendar'>,
): ZonedShop => ({ calendar, zoneCalendar: shop.zoneCalendar })

/** Deliveries that appear between the first read and the locks are not part of the change. */
async function lockAndPlan(
  tx: Tx,
  shopTime: { shop: ZonedShop; now: Date },
  form: DayChangeForm,
): Promise<DayPlan> {
  const seen = await planDayChange(tx, shopTime, form)
  const orderIds = seen.moves.map(({ orderId }) => orderId)
  const ids = [
    ...seen.overrides.map(({ subscriptionId }) => subscriptionId),
    ...seen.nextDates.map(({ id }) => id),
  ]
  // No one publishes or edits these routes in the meantime (docs/decisions/050-board.md).
  const stopIds = seen.moves.flatMap(({ stops }) => stops.map((stop) => stop.id))
  await lockBoards(tx, { date: form.date, stopIds })
  await lockSubscriptions(tx, { orderIds, ids })
  await lockOrders(tx, orderIds)
  const plan = await planDayChange(tx, shopTime, form)
  const [orders, subscriptions] = [new Set(orderIds), new Set(ids)]
  return {
    ...plan,
    moves: plan.moves.filter(({ orderId }) => orders.has(orderId)),
    overrides: plan.overrides.filter(({ subscriptionId }) => subscriptions.has(subscriptionId)),
    nextDates: plan.nextDates.filter(({ id }) => subscriptions.has(id)),
  }
}

const isNotOverridden = ({ overrides }: DayPlan) => {
  const ids = new Set(overrides.map(({ subscriptionId }) => subscriptionId))
  return ({ id }: { id: string }) => !ids.has(id)
}

/** The exception in the calendar: of the whole shop, or of each zone. */
async function changeDate(
  tx: Tx,
  deps: DayChangeDeps,
  actor: Actor,
  before: SettingsRow,
  { form, plan, now }: Change,
): Promise<SettingsRow> {
  if (!form.zoneIds) return writeSettings(tx, deps, actor, before, { calendar: plan.calendar })
  await addExceptions(tx, form.zoneIds, toException(form), shopDate(before.calendar, now))
  return before
}

async function moveDeliveries(
  tx: Tx,
  deps: DayChangeDeps,
  actor: Actor,
  { form, plan: { moves }, now }: Change,
): Promise<ReadonlyMap<string, TimeWindow>> {
  const targets = moves.map(({ orderId, to }) => ({ orderId, date: to }))
  const lostWindows = await moveOrders(tx, deps, targets)
  const emails = moves.filter(isEmailed).map(({ orderId, version }) => ({
    kind: 'delivery_moved',
    subjectId: orderId,
    dedupeSuffix: moveSuffix(form.date, version, lostWindows.get(orderId)),
  }))
  await queueEmails(tx, deps, emails, DAY_CHANGE_UNDO_MS)
  const orderIds = moves.map(({ orderId }) => orderId)
  await setRescheduled(tx, orderIds, true)
  const undoUntil = new Date(now.getTime() + DAY_CHANGE_UNDO_MS)
  await delayCharges(tx, orderIds, undoUntil)
  // A shorter pay link is emailed, too.
  await delayQueuedEmails(tx, { subjectIds: orderIds, since: now, dueAt: undoUntil })
  await recordAuditEntries(
    tx,
    deps,
    actor,
    moves.map(({ orderId, to }) => ({
      action: 'order.moved',
      subjectId: orderId,
      before: { deliveryDate: form.date },
      after: { deliveryDate: to, closedFor: form.reason.trim() || 'day change' },
    })),
  )
  return lostWindows
}

/** Customers whose next delivery has no order yet. */
async function emailOverrides(
  tx: Tx,
  deps: DayChangeDeps,
  { id, form, plan: { overrides } }: Change,
): Promise<void> {
  const emails = overrides
    .filter(({ isNext }) => isNext)
    .map(({ subscriptionId }) => ({
      kind: 'next_delivery_moved',
      subjectId: subscriptionId,
      dedupeSuffix: `${form.date}${DAY_CHANGE_SUFFIX}${id}`,
    }))
  await queueEmails(tx, deps, emails, DAY_CHANGE_UNDO_MS)
}

/** The row of the change, and what its undo needs. */
async function record(
  tx: Tx,
  deps: DayChangeDeps,
  actor: Actor,
  {
    id,
    form,
    plan: { moves, overrides },
    now,
    lostWindows,
  }: Change & { lostWindows: ReadonlyMap<string, TimeWindow> },
  { counts }: Pick<DayChangeResult, 'counts'>,
): Promise<void> {
  const { date, kind, zoneIds } = form
  const toDate = kind === 'moved' ? (form.toDate ?? null) : null
  await tx.insert(dayChanges).values({
    id,
    date,
    kind,
    toDate,
    zoneIds: zoneIds ?? null,
    reason: form.reason.trim(),
    status: 'applied',
    counts,
    appliedBy: actor.email,
    appliedAt: now,
  })
  await insertRows(
    tx,
    dayChangeMoves,
    moves.map(({ orderId, to, version, wasRescheduled, stops }) => ({
      dayChangeId: id,
      orderId,
      fromDate: date,
      toDate: to,
      version: version + 1,
      wasRescheduled,
      stops,
      lostWindow: lostWindows.get(orderId) ?? null,
    })),
  )
  await insertRows(
    tx,
    dayChangeCycles,
    overrides.map(({ subscriptionId, cycle, to, row }) => ({
      dayChangeId: id,
      subscriptionId,
      cycle,
      toDate: to,
      storedDate: row?.date ?? null,
      wasRescheduled: row?.isMoved ?? false,
    })),
  )
  const names = zoneIds && (await zoneNames(tx, zoneIds)).map(({ name }) => name).join(', ')
  await recordAuditEntry(tx, deps, actor, {
    action: 'day_change.applied',
    subjectId: id,
    before: {},
    after: {
      date,
      zones: names ?? 'whole shop',
      kind,
      toDate,
      closedFor: form.reason.trim(),
      moved: moves.length,
    },
  })
}
