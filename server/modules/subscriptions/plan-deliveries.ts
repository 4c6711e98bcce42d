import { addDays, dateIn, ORDERED_DAYS_AHEAD } from '#contract/calendar.ts'
import type { Tx } from '#server/db/client.ts'
import { announceMail } from '#server/modules/mail/index.ts'
import type { SubscriptionDeps } from './deps.ts'
import { orderDelivery } from './order-delivery.ts'
import { changeSubscription, type Held, subscriptionsToPlan, withSubscription } from './queries.ts'
import { reconcileGap } from './reconcile-gap.ts'
import { dateOfCycle, isUnpaid, planStep } from './rules.ts'
import { skipCycle } from './skip-cycle.ts'

const BATCH = 500
const AT_ONCE = 4

/** Three days ahead each delivery gets its order and its reminder; what was missed is passed over. */
export async function planDeliveries(deps: SubscriptionDeps): Promise<void> {
  // What was charged before an old backup came back was not missed.
  await reconcileGap(deps)
  const today = dateIn(deps.shop.timeZone, deps.clock.now())
  const seen = new Set<string>()
  for (;;) {
    const found = await subscriptionsToPlan(
      deps.db,
      addDays(today, ORDERED_DAYS_AHEAD),
      BATCH + seen.size,
    )
    const due = found.filter((id) => !seen.has(id))
    if (due.length === 0) return
    for (const id of due) seen.add(id)
    const plan = async () => {
      for (let id = due.shift(); id; id = due.shift()) await planOne(deps, id)
    }
    await Promise.all(Array.from({ length: AT_ONCE }, plan))
  }
}

async function planOne(deps: SubscriptionDeps, id: string): Promise<void> {
  try {
    await withSubscription(deps.db, id, (tx, held) => planIn(tx, deps, held))
  } catch (err) {
    deps.log.error({ subscriptionId: id, err }, 'delivery not planned this time')
  }
}

/** Decides cycle after cycle until the next one lies too far ahead, or has to wait. */
export async function planIn(tx: Tx, deps: SubscriptionDeps, held: Held): Promise<void> {
  const { subscription } = held
  if (subscription.status !== 'active' && subscription.status !== 'paused') return
  if (subscription.nextDate === null) return
  const { timeZone } = deps.shop
  let next = subscription.nextCycle
  for (;;) {
    const known = held.cycles.find(({ cycle }) => cycle === next)
    const date = known?.date ?? dateOfCycle(subscription, next)
    const hasUnpaid = held.cycles.some((row) => row.cycle < next && isUnpaid(row))
    const step = planStep({ date, status: known?.status, hasUnpaid }, timeZone, deps.clock.now())
    if (step.do === 'wait') break
    if (step.do === 'order') await orderOrSkip(tx, deps, held, { cycle: next, date })
    if (step.do === 'skip') await skipCycle(tx, deps, held, { cycle: next, date }, step.reason)
    next += 1
  }
  if (next === subscription.nextCycle) return
  const date = held.cycles.find(({ cycle }) => cycle === next)?.date
  await changeSubscription(tx, deps, subscription.id, {
    nextCycle: next,
    nextDate: date ?? dateOfCycle(subscription, next),
    // A pause with an end is over when the first delivery after it is at hand.
    status: 'active',
    pausedUntil: null,
  })
}

async function orderOrSkip(
  tx: Tx,
  deps: SubscriptionDeps,
  held: Held,
  delivery: { cycle: number; date: string },
): Promise<void> {
  const orderId = await orderDelivery(tx, deps, held, delivery)
  if (!orderId) return skipCycle(tx, deps, held, delivery, 'product_gone')
  await announceMail(tx, deps, { kind: 'delivery_reminder', subjectId: orderId })
}
