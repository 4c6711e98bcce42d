import { dateIn } from '#contract/calendar.ts'
import { Failure } from '#contract/errors.ts'
import type { Tx } from '#server/db/client.ts'
import { nextChangeable } from './cycle-paid.ts'
import type { SubscriptionDeps } from './deps.ts'
import { changeCycle, changeSubscription, type Held } from './queries.ts'
import { isBeforeCutoff } from './rules.ts'
import { skipCycle } from './skip-cycle.ts'

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
  for (const row of held.cycles) {
    const isInPause = until === null || row.date < until
    const isOff = row.status === 'ordered' && isBeforeCutoff(timeZone, row.date, now)
    if (isOff && isInPause) await skipCycle(tx, deps, held, row, 'paused')
  }
  const next =
    until === null ? { nextDate: null } : nextChangeable(times(deps), undecided(held), until)
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
  const now = deps.clock.now()
  const again = held.cycles.filter(
    ({ status, reason, date }) =>
      status === 'skipped' && reason === 'paused' && isBeforeCutoff(deps.shop.timeZone, date, now),
  )
  for (const row of again) await changeCycle(tx, deps, row, { status: 'planned', reason: null })
  const next = nextChangeable(times(deps), undecided(held))
  const first = again.find(({ cycle }) => cycle < next.nextCycle)
  await changeSubscription(tx, deps, subscription.id, {
    status: 'active',
    pausedUntil: null,
    ...(first ? { nextCycle: first.cycle, nextDate: first.date } : next),
  })
}

/** What a pause passed over without an order is open again: only what was ordered is decided. */
function undecided({ subscription, cycles: rows }: Held) {
  const ordered = rows.filter(({ orderId }) => orderId !== null).map(({ cycle }) => cycle)
  const open = Math.max(1, subscription.anchorCycle, ...ordered.map((cycle) => cycle + 1))
  return { ...subscription, nextCycle: Math.min(subscription.nextCycle, open) }
}

const times = ({ clock, shop }: SubscriptionDeps) => ({ clock, timeZone: shop.timeZone })
