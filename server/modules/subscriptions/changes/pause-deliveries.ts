import { dateIn } from '#contract/calendar.ts'
import { refuseFarPlanDate } from '#contract/date-limits.ts'
import { Failure } from '#contract/errors.ts'
import type { Tx } from '#server/db/client.ts'
import { isBeforeCutoff, isEditable } from '#server/modules/deliveries/index.ts'
import { nextChangeable } from '../cycle-dates.ts'
import type { SubscriptionDeps } from '../deps.ts'
import { type CycleRow, changeCycle, changeSubscription, type Held, orderIn } from '../queries.ts'
import { skipCycle } from './skip-cycle.ts'

const asPaused = { status: 'skipped', reason: 'paused' } as const
const asPlanned = { status: 'planned', reason: null } as const

/** Until that date, or until it is resumed. What is past its cut-off still comes. */
export async function pauseDeliveries(
  tx: Tx,
  deps: SubscriptionDeps,
  held: Held,
  until: string | null,
) {
  const { subscription } = held
  if (subscription.status === 'past_due') throw new Failure('not_active')
  const now = deps.clock.now()
  const { timeZone } = deps.shop
  if (until !== null && until <= dateIn(timeZone, now)) throw new Failure('bad_date')
  refuseFarPlanDate('until', until, { timeZone, now })
  for (const row of held.cycles) {
    const isInPause = until === null || row.date < until
    const isOff =
      row.status === 'ordered' && isEditable(row.date, orderIn(held, row), timeZone, now)
    if (isOff && isInPause) await skipCycle(tx, deps, held, row, 'paused')
    // Of a date that was only moved there is no order to call off.
    if (row.status === 'planned' && isInPause) await changeCycle(tx, deps, row, asPaused)
  }
  const next =
    until === null ? { nextDate: null } : nextIn(deps, await giveBack(tx, deps, held, until), until)
  const change = { status: 'paused' as const, pausedUntil: until, ...next }
  await changeSubscription(tx, deps, subscription.id, change)
}

/** Deliveries that the pause took away come back where they still can. */
export async function resumeDeliveries(tx: Tx, deps: SubscriptionDeps, held: Held) {
  const { subscription } = held
  if (subscription.status !== 'paused') {
    if (subscription.status === 'active') return
    throw new Failure('not_active')
  }
  const next = nextIn(deps, await giveBack(tx, deps, held, ''))
  await changeSubscription(tx, deps, subscription.id, {
    status: 'active',
    pausedUntil: null,
    ...next,
  })
}

/** What the pause took away from that date on is open again; gives what is known after that. */
async function giveBack(tx: Tx, deps: SubscriptionDeps, held: Held, from: string): Promise<Held> {
  const now = deps.clock.now()
  const isAgain = ({ status, reason, date }: CycleRow) =>
    status === 'skipped' &&
    reason === 'paused' &&
    date >= from &&
    isBeforeCutoff(deps.shop.timeZone, date, now)
  const again = held.cycles.filter(isAgain)
  for (const row of again) await changeCycle(tx, deps, row, asPlanned)
  const rows = held.cycles.map((row) => (isAgain(row) ? { ...row, ...asPlanned } : row))
  // What a pause passed over without an order is open too: only what was ordered is decided.
  const ordered = rows.filter(({ orderId }) => orderId !== null).map(({ cycle }) => cycle)
  const { nextCycle, anchorCycle } = held.subscription
  const open = Math.max(1, anchorCycle, ...ordered.map((cycle) => cycle + 1))
  const first = Math.min(nextCycle, open, ...again.map(({ cycle }) => cycle))
  return { ...held, cycles: rows, subscription: { ...held.subscription, nextCycle: first } }
}

const nextIn = (
  { clock, shop }: SubscriptionDeps,
  { subscription, cycles: rows }: Held,
  notBefore?: string,
) => nextChangeable(subscription, rows, shop.timeZone, clock.now(), notBefore)
