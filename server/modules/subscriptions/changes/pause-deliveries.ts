import { assertPlanDateInRange } from '#contract/dates/date-limits.ts'
import { shopDate } from '#contract/dates/shop-calendar.ts'
import { Failure } from '#contract/errors.ts'
import { calendarFor } from '#contract/zones/landed-date.ts'
import type { Tx } from '#server/db/client.ts'
import { isBeforeCutoff, isEditable } from '#server/modules/deliveries/index.ts'
import { deliveryDateFinder, nextEditableCycle } from '../cycle-dates.ts'
import type { SubscriptionDeps } from '../deps.ts'
import { closePriceQuestions } from '../prices/close-price-questions.ts'
import {
  type CycleRow,
  findCycleOrder,
  isCancelledByStaff,
  type LockedSubscription,
  updateCycleRow,
  updateSubscriptionRow,
} from '../queries.ts'
import { skipCycle } from './skip-cycle.ts'

const asPaused = { status: 'skipped', reason: 'paused' } as const
const asPlanned = { status: 'planned', reason: null } as const

/** Pauses until a date or until resumed. Deliveries past their cut-off are still made. */
export async function pauseDeliveries(
  tx: Tx,
  deps: SubscriptionDeps,
  locked: LockedSubscription,
  until: string | null,
) {
  const { subscription } = locked
  if (subscription.status === 'past_due') throw new Failure('not_active')
  const now = deps.clock.now()
  const { calendar } = deps.shop
  if (until !== null && until <= shopDate(calendar, now)) throw new Failure('bad_date')
  assertPlanDateInRange('until', until, { calendar, now })
  const dateFor = dateFinder(deps, locked)
  for (const row of locked.cycles) {
    const isInPause = until === null || dateFor(row.cycle) < until
    const canCancel =
      row.status === 'ordered' &&
      !isCancelledByStaff(locked, row) &&
      isEditable(row.date, findCycleOrder(locked, row), calendar, now)
    if (canCancel && isInPause) await skipCycle(tx, deps, locked, row, 'paused')
    // A cycle that was only moved has no order to cancel.
    if (row.status === 'planned' && isInPause) await updateCycleRow(tx, deps, row, asPaused)
  }
  const next =
    until === null
      ? { nextDate: null }
      : nextAfterPause(deps, await restorePausedCycles(tx, deps, locked, until), until)
  await closePriceQuestions(tx, deps, subscription.id)
  const change = { status: 'paused' as const, pausedUntil: until, ...next }
  await updateSubscriptionRow(tx, deps, subscription.id, change)
}

/** Restores deliveries that the pause skipped, unless their cut-off has passed. */
export async function resumeDeliveries(tx: Tx, deps: SubscriptionDeps, locked: LockedSubscription) {
  const { subscription } = locked
  if (subscription.status !== 'paused') {
    if (subscription.status === 'active') return
    throw new Failure('not_active')
  }
  const next = nextAfterPause(deps, await restorePausedCycles(tx, deps, locked, ''))
  await updateSubscriptionRow(tx, deps, subscription.id, {
    status: 'active',
    pausedUntil: null,
    ...next,
  })
}

/** Reopens cycles that the pause skipped from that date on; returns the subscription after it. */
async function restorePausedCycles(
  tx: Tx,
  deps: SubscriptionDeps,
  locked: LockedSubscription,
  from: string,
): Promise<LockedSubscription> {
  const now = deps.clock.now()
  const isPaused = ({ status, reason }: CycleRow) => status === 'skipped' && reason === 'paused'
  const open = locked.cycles.map((row) => (isPaused(row) ? { ...row, ...asPlanned } : row))
  const dateFor = dateFinder(deps, { ...locked, cycles: open })
  const isRestored = (row: CycleRow) =>
    isPaused(row) &&
    dateFor(row.cycle) >= from &&
    isBeforeCutoff(deps.shop.calendar, dateFor(row.cycle), now)
  const restored = locked.cycles.filter(isRestored)
  for (const row of restored) await updateCycleRow(tx, deps, row, asPlanned)
  const rows = locked.cycles.map((row) => (isRestored(row) ? { ...row, ...asPlanned } : row))
  // Cycles that the pause skipped before they had an order are open too.
  const ordered = rows.filter(({ orderId }) => orderId !== null).map(({ cycle }) => cycle)
  const { nextCycle, anchorCycle } = locked.subscription
  const firstOpen = Math.max(1, anchorCycle, ...ordered.map((cycle) => cycle + 1))
  const first = Math.min(nextCycle, firstOpen, ...restored.map(({ cycle }) => cycle))
  return { ...locked, cycles: rows, subscription: { ...locked.subscription, nextCycle: first } }
}

const dateFinder = (
  { shop }: SubscriptionDeps,
  { subscription, cycles: rows }: LockedSubscription,
) => deliveryDateFinder(subscription, rows, calendarFor(shop, subscription.deliveryZip))

function nextAfterPause(
  { clock, shop }: SubscriptionDeps,
  { subscription, cycles: rows }: LockedSubscription,
  notBefore?: string,
) {
  const calendar = calendarFor(shop, subscription.deliveryZip)
  return nextEditableCycle(subscription, rows, calendar, clock.now(), notBefore)
}
