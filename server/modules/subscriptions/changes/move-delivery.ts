import { refuseFarPlanDate } from '#contract/date-limits.ts'
import { Failure } from '#contract/errors.ts'
import type { Deed, SkipReason } from '#contract/subscriptions.ts'
import type { Tx } from '#server/db/client.ts'
import { moveOrder } from '#server/modules/deliveries/index.ts'
import type { SubscriptionDeps } from '../deps.ts'
import { changeCycle, changeSubscription, type Held } from '../queries.ts'
import { cycles } from '../tables.ts'
import { dateOf, deliveryIn, refuseLate } from './delivery-in.ts'
import { updateOrderedDelivery } from './order-delivery.ts'
import { skipCycle } from './skip-cycle.ts'

/** Whose wish a skip is. */
export type Wisher = Extract<SkipReason, 'customer' | 'staff'>

export async function skipDelivery(
  tx: Tx,
  deps: SubscriptionDeps,
  held: Held,
  cycle: number,
  wisher: Wisher,
) {
  const delivery = deliveryIn(held, cycle, ['planned', 'ordered', 'skipped'])
  if (delivery.known?.status === 'skipped') return
  refuseLate(deps, delivery)
  await skipCycle(tx, deps, held, delivery, wisher)
}

export async function unskipDelivery(tx: Tx, deps: SubscriptionDeps, held: Held, cycle: number) {
  const { known, date } = deliveryIn(held, cycle, ['planned', 'ordered', 'skipped'])
  if (known?.status !== 'skipped') return
  refuseLate(deps, { date })
  const { subscription } = held
  const { status, pausedUntil } = subscription
  if (status === 'past_due') throw new Failure('not_active')
  // The pause still holds it, and gives it back when it ends in time.
  if (status === 'paused' && (pausedUntil === null || date < pausedUntil)) {
    return changeCycle(tx, deps, known, { reason: 'paused' })
  }
  await changeCycle(tx, deps, known, { status: 'planned', reason: null, dueAt: null })
  if (cycle > subscription.nextCycle || subscription.nextDate === null) return
  await changeSubscription(tx, deps, subscription.id, { nextCycle: cycle, nextDate: date })
}

/** Rule 15: another date for this one cycle, between its neighbours. */
export async function moveDelivery(
  tx: Tx,
  deps: SubscriptionDeps,
  held: Held,
  { cycle, date }: Extract<Deed, { do: 'move' }>,
) {
  const { subscription } = held
  const moment = { timeZone: deps.shop.timeZone, now: deps.clock.now() }
  refuseFarPlanDate('date', date, moment)
  const delivery = deliveryIn(held, cycle)
  refuseLate(deps, delivery)
  refuseLate(deps, { date })
  const isBetween = date > dateOf(held, cycle - 1) && date < dateOf(held, cycle + 1)
  if (!isBetween) throw new Failure('bad_date')
  const at = { subscriptionId: subscription.id, cycle }
  const { now } = moment
  const orderId = delivery.known?.orderId
  if (delivery.known) {
    // A cycle that has an order takes its date from it.
    await changeCycle(tx, deps, at, { isMoved: true, ...(!orderId && { date }) })
  } else {
    const row = { ...at, date, isMoved: true, status: 'planned' as const }
    await tx.insert(cycles).values({ ...row, createdAt: now, updatedAt: now })
  }
  if (delivery.known?.status === 'ordered') {
    await updateOrderedDelivery(tx, deps, held, { cycle, date })
  } else if (orderId) await moveOrder(tx, deps, orderId, date)
  const isNext = cycle === subscription.nextCycle && subscription.nextDate !== null
  await changeSubscription(tx, deps, subscription.id, isNext ? { nextDate: date } : {})
}
