import { dateIn } from '#contract/dates/calendar.ts'
import { assertPlanDateInRange } from '#contract/dates/date-limits.ts'
import { Failure } from '#contract/errors.ts'
import type { Tx } from '#server/db/client.ts'
import { isBeforeCutoff, isEditable } from '#server/modules/deliveries/index.ts'
import { nextEditableCycle } from '../cycle-dates.ts'
import type { SubscriptionDeps } from '../deps.ts'
import {
  type CycleRow,
  findCycleOrder,
  type LockedSubscription,
  updateCycleRow,
  updateSubscriptionRow,
} from '../queries.ts'
import { skipCycle } from './skip-cycle.ts'

const asPaused = { status: 'skipped', reason: 'paused' } as const
const asPlanned = { status: 'planned', reason: null } as const

/** Until that date, or until it is resumed. What is past its cut-off still comes. */
export async function pauseDeliveries(
  tx: Tx,
  deps: SubscriptionDeps,
  locked: LockedSubscription,
  until: string | null,
) {
  const { subscription } = locked
  if (subscription.status === 'past_due') throw new Failure('not_active')
  const now = deps.clock.now()
  const { timeZone } = deps.shop
  if (until !== null && until <= dateIn(timeZone, now)) throw new Failure('bad_date')
  assertPlanDateInRange('until', until, { timeZone, now })
  for (const row of locked.cycles) {
    const isInPause = until === null || row.date < until
    const isOff =
      row.status === 'ordered' && isEditable(row.date, findCycleOrder(locked, row), timeZone, now)
    if (isOff && isInPause) await skipCycle(tx, deps, locked, row, 'paused')
    // Of a date that was only moved there is no order to call off.
    if (row.status === 'planned' && isInPause) await updateCycleRow(tx, deps, row, asPaused)
  }
  const next =
    until === null
      ? { nextDate: null }
      : nextAfterPause(deps, await restorePausedCycles(tx, deps, locked, until), until)
  const change = { status: 'paused' as const, pausedUntil: until, ...next }
  await updateSubscriptionRow(tx, deps, subscription.id, change)
}

/** Deliveries that the pause took away come back where they still can. */
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

/** What the pause took away from that date on is open again; gives what is known after that. */
async function restorePausedCycles(
  tx: Tx,
  deps: SubscriptionDeps,
  locked: LockedSubscription,
  from: string,
): Promise<LockedSubscription> {
  const now = deps.clock.now()
  const isAgain = ({ status, reason, date }: CycleRow) =>
    status === 'skipped' &&
    reason === 'paused' &&
    date >= from &&
    isBeforeCutoff(deps.shop.timeZone, date, now)
  const again = locked.cycles.filter(isAgain)
  for (const row of again) await updateCycleRow(tx, deps, row, asPlanned)
  const rows = locked.cycles.map((row) => (isAgain(row) ? { ...row, ...asPlanned } : row))
  // What a pause passed over without an order is open too: only what was ordered is decided.
  const ordered = rows.filter(({ orderId }) => orderId !== null).map(({ cycle }) => cycle)
  const { nextCycle, anchorCycle } = locked.subscription
  const open = Math.max(1, anchorCycle, ...ordered.map((cycle) => cycle + 1))
  const first = Math.min(nextCycle, open, ...again.map(({ cycle }) => cycle))
  return { ...locked, cycles: rows, subscription: { ...locked.subscription, nextCycle: first } }
}

const nextAfterPause = (
  { clock, shop }: SubscriptionDeps,
  { subscription, cycles: rows }: LockedSubscription,
  notBefore?: string,
) => nextEditableCycle(subscription, rows, shop.timeZone, clock.now(), notBefore)
