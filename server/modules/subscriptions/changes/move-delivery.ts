import { assertOpenDate, assertPlanDateInRange } from '#contract/dates/date-limits.ts'
import { Failure } from '#contract/errors.ts'
import type { SkipReason, SubscriptionChange } from '#contract/subscriptions/subscriptions.ts'
import { calendarFor } from '#contract/zones/landed-date.ts'
import type { Tx } from '#server/db/client.ts'
import { moveOrder } from '#server/modules/deliveries/index.ts'
import { assertOfferedWindow } from '#server/modules/zones/index.ts'
import { sharesDate } from '../cycle-dates.ts'
import type { SubscriptionDeps } from '../deps.ts'
import { reservePlaceOn } from '../planned/reserve-cycle-place.ts'
import {
  type CycleRow,
  getFirstDate,
  type LockedSubscription,
  updateCycleRow,
  updateSubscriptionRow,
} from '../queries.ts'
import { cycles } from '../tables.ts'
import { assertBeforeCutoff, deliveryDate, getEditableDelivery } from './editable-delivery.ts'
import { updateOrderedDelivery } from './order-delivery.ts'
import { skipCycle } from './skip-cycle.ts'

/** Weekly cycles between two route days are at most four. */
const MAX_SHARING = 8

/** Who requested the skip. */
export type ChangeInitiator = Extract<SkipReason, 'customer' | 'staff'>

export async function skipDelivery(
  tx: Tx,
  deps: SubscriptionDeps,
  locked: LockedSubscription,
  cycle: number,
  initiatedBy: ChangeInitiator,
) {
  const delivery = getEditableDelivery(deps, locked, cycle, ['planned', 'ordered', 'skipped'])
  if (delivery.cycleRow?.status === 'skipped') return
  assertBeforeCutoff(deps, delivery)
  await skipCycle(tx, deps, locked, delivery, initiatedBy)
}

export async function unskipDelivery(
  tx: Tx,
  deps: SubscriptionDeps,
  locked: LockedSubscription,
  cycle: number,
) {
  const delivery = getEditableDelivery(deps, locked, cycle, ['planned', 'ordered', 'skipped'])
  const { cycleRow } = delivery
  if (cycleRow?.status !== 'skipped') return
  const { subscription } = locked
  const date = deliveryDate(deps.shop, asPlanned(locked, cycle), cycle)
  assertBeforeCutoff(deps, { date })
  assertOwnDate(deps, locked, cycle)
  const { status, pausedUntil } = subscription
  if (status === 'past_due') throw new Failure('not_active')
  // The pause still covers this date. Resuming restores the delivery if it is not too late.
  if (status === 'paused' && (pausedUntil === null || date < pausedUntil)) {
    return updateCycleRow(tx, deps, cycleRow, { reason: 'paused' })
  }
  await updateCycleRow(tx, deps, cycleRow, { status: 'planned', reason: null, dueAt: null })
  if (cycle > subscription.nextCycle || subscription.nextDate === null) return
  await updateSubscriptionRow(tx, deps, subscription.id, { nextCycle: cycle, nextDate: date })
}

/** Rule 34: a delivery that was skipped because it shared a date must not share one again. */
function assertOwnDate({ shop }: SubscriptionDeps, locked: LockedSubscription, cycle: number) {
  const { subscription } = locked
  const firstDate = getFirstDate(locked.findOrder(subscription.id)?.order)
  const calendar = calendarFor(shop, subscription.deliveryZip)
  const { cycles: rows } = asPlanned(locked, cycle)
  if (!sharesDate({ ...subscription, firstDate }, rows, calendar, cycle)) return
  const message = calendar.zone
    ? 'Your previous delivery is on the same day.'
    : "We're closed, and your previous delivery is on the same day."
  throw new Failure('closed_date', message)
}

/** The subscription as if the cycle was not skipped. */
const asPlanned = (locked: LockedSubscription, cycle: number): LockedSubscription => ({
  ...locked,
  cycles: locked.cycles.map((row) => (row.cycle === cycle ? { ...row, status: 'planned' } : row)),
})

/** The subscription with the window that was chosen for this delivery. */
const withChosen = (
  locked: LockedSubscription,
  cycle: number,
  chosen: Partial<CycleRow>,
): LockedSubscription => ({
  ...locked,
  cycles: locked.cycles.map((row) => (row.cycle === cycle ? { ...row, ...chosen } : row)),
})

/** Rule 47: later cycles that land on the same date are skipped and limit no move. */
function nextOwnDate(cycle: number, dateFor: (cycle: number) => string): number {
  let next = cycle + 1
  while (next < cycle + MAX_SHARING && dateFor(next) === dateFor(cycle)) next += 1
  return next
}

/** Rule 15: moves a single cycle to another date between the deliveries before and after it. */
export async function moveDelivery(
  tx: Tx,
  deps: SubscriptionDeps,
  locked: LockedSubscription,
  { cycle, date, deliveryWindow }: Extract<SubscriptionChange, { type: 'move' }>,
  initiatedBy: ChangeInitiator,
) {
  const { subscription } = locked
  const shopTime = { calendar: deps.shop.calendar, now: deps.clock.now() }
  assertPlanDateInRange('date', date, shopTime)
  assertOpenDate('date', date, shopTime.calendar)
  const delivery = getEditableDelivery(deps, locked, cycle)
  assertBeforeCutoff(deps, delivery)
  assertBeforeCutoff(deps, { date })
  const dateFor = (other: number) => deliveryDate(deps.shop, locked, other)
  const isBetween = date > dateFor(cycle - 1) && date < dateFor(nextOwnDate(cycle, dateFor))
  if (!isBetween) throw new Failure('bad_date')
  if (initiatedBy === 'customer') await reservePlaceOn(tx, deps, locked, delivery, date)
  await assertOfferedWindow(tx, deliveryWindow, { zip: subscription.deliveryZip, date })
  const cycleKey = { subscriptionId: subscription.id, cycle }
  const chosen = deliveryWindow ? { deliveryWindow } : {}
  const { now } = shopTime
  const orderId = delivery.cycleRow?.orderId
  if (delivery.cycleRow) {
    // A cycle with an order gets its date from `cyclesMoved`.
    await updateCycleRow(tx, deps, cycleKey, {
      isMoved: true,
      ...chosen,
      ...(!orderId && { date }),
    })
  } else {
    const row = { ...cycleKey, date, isMoved: true, status: 'planned' as const, ...chosen }
    await tx.insert(cycles).values({ ...row, createdAt: now, updatedAt: now })
  }
  if (delivery.cycleRow?.status === 'ordered') {
    await updateOrderedDelivery(tx, deps, withChosen(locked, cycle, chosen), { cycle, date })
  } else if (orderId) await moveOrder(tx, deps, orderId, date)
  const isNext = cycle === subscription.nextCycle && subscription.nextDate !== null
  await updateSubscriptionRow(tx, deps, subscription.id, isNext ? { nextDate: date } : {})
}
