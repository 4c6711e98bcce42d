import { addDays, dateIn, ORDERED_DAYS_AHEAD } from '#contract/calendar.ts'
import type { Tx } from '#server/db/client.ts'
import { announceMail } from '#server/modules/mail/index.ts'
import {
  changeSubscription,
  dateOfCycle,
  type Held,
  isDisputed,
  isUnpaid,
  orderDelivery,
  type SubscriptionDeps,
  skipCycle,
  subscriptionsToPlan,
  withSubscription,
} from '#server/modules/subscriptions/index.ts'
import { reconcileGap } from './reconcile-gap.ts'
import { planStep } from './rules.ts'

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
  if (await isDisputed(tx, subscription.id)) return
  // I5: whatever is open though a later one is decided, as after an old backup.
  for (const { cycle, status } of held.cycles) {
    if (status === 'planned' && cycle < subscription.nextCycle) await decide(tx, deps, held, cycle)
  }
  let next = subscription.nextCycle
  while (await decide(tx, deps, held, next)) next += 1
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

/** Whether it is decided now. */
async function decide(tx: Tx, deps: SubscriptionDeps, held: Held, cycle: number): Promise<boolean> {
  const known = held.cycles.find((row) => row.cycle === cycle)
  const date = known?.date ?? dateOfCycle(held.subscription, cycle)
  const hasUnpaid = held.cycles.some((row) => row.cycle < cycle && isUnpaid(row))
  const planned = { date, status: known?.status, hasUnpaid }
  const step = planStep(planned, deps.shop.timeZone, deps.clock.now())
  if (step.do === 'order') await orderOrSkip(tx, deps, held, { cycle, date })
  if (step.do === 'skip') await skipCycle(tx, deps, held, { cycle, date }, step.reason)
  return step.do !== 'wait'
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
