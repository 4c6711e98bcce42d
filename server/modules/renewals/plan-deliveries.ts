import { addDays } from '#contract/dates/calendar.ts'
import { longestReminder, shopDate } from '#contract/dates/shop-calendar.ts'
import { calendarFor } from '#contract/zones/landed-date.ts'
import type { Tx } from '#server/db/client.ts'
import { queueEmail } from '#server/modules/mail/index.ts'
import {
  deliveryDateFinder,
  findSubscriptionsToPlan,
  getFirstDate,
  isDisputed,
  isUnpaid,
  type LockedSubscription,
  orderDelivery,
  type SubscriptionDeps,
  sharedDateReason,
  sharesDate,
  skipCycle,
  updateSubscriptionRow,
  withLockedSubscription,
} from '#server/modules/subscriptions/index.ts'
import { reconcileAfterDowntime } from './reconcile-after-downtime.ts'
import { nextPlanAction } from './rules.ts'

const BATCH = 500
const CONCURRENCY = 4

/** Creates each delivery's order and reminder some days ahead; skips missed deliveries. */
export async function planDeliveries(deps: SubscriptionDeps): Promise<void> {
  // Deliveries charged before a restore from backup must not count as missed.
  await reconcileAfterDowntime(deps)
  const { calendar } = deps.shop
  const until = addDays(shopDate(calendar, deps.clock.now()), longestReminder(calendar))
  const planned = new Set<string>()
  for (;;) {
    const ids = await findSubscriptionsToPlan(deps.db, until, BATCH + planned.size)
    const due = ids.filter((id) => !planned.has(id))
    if (due.length === 0) return
    for (const id of due) planned.add(id)
    const worker = async () => {
      for (let id = due.shift(); id; id = due.shift()) await planSubscription(deps, id)
    }
    await Promise.all(Array.from({ length: CONCURRENCY }, worker))
  }
}

async function planSubscription(deps: SubscriptionDeps, id: string): Promise<void> {
  try {
    await withLockedSubscription(deps.db, id, (tx, locked) => planInTx(tx, deps, locked))
  } catch (err) {
    deps.log.error({ subscriptionId: id, err }, 'planning deliveries failed')
  }
}

/** Decides one cycle after another until the next one is not due or has to wait. */
export async function planInTx(
  tx: Tx,
  deps: SubscriptionDeps,
  locked: LockedSubscription,
): Promise<void> {
  const { subscription } = locked
  if (subscription.status !== 'active' && subscription.status !== 'paused') return
  if (subscription.nextDate === null) return
  if (await isDisputed(tx, subscription.id)) return
  // I5: a cycle can be open before a decided one, for example after a restore from backup.
  for (const { cycle, status } of locked.cycles) {
    if (status === 'planned' && cycle < subscription.nextCycle)
      await decide(tx, deps, locked, cycle)
  }
  let next = subscription.nextCycle
  while (await decide(tx, deps, locked, next)) next += 1
  const calendar = calendarFor(deps.shop, subscription.deliveryZip)
  const nextDate = deliveryDateFinder(subscription, locked.cycles, calendar)(next)
  if (next === subscription.nextCycle) {
    // Closed dates or route days changed since the date was stored.
    if (nextDate !== subscription.nextDate)
      await updateSubscriptionRow(tx, deps, subscription.id, { nextDate })
    return
  }
  await updateSubscriptionRow(tx, deps, subscription.id, {
    nextCycle: next,
    nextDate,
    // A pause ends when the first delivery after it is planned.
    status: 'active',
    pausedUntil: null,
  })
}

/** Returns whether the cycle is decided now. */
async function decide(
  tx: Tx,
  deps: SubscriptionDeps,
  locked: LockedSubscription,
  cycle: number,
): Promise<boolean> {
  const cycleRow = locked.cycles.find((row) => row.cycle === cycle)
  const { subscription, cycles: rows } = locked
  const calendar = calendarFor(deps.shop, subscription.deliveryZip)
  const date = deliveryDateFinder(subscription, rows, calendar)(cycle)
  const hasUnpaid = rows.some((row) => row.cycle < cycle && isUnpaid(row))
  const firstDate = getFirstDate(locked.findOrder(subscription.id)?.order)
  const isShared = sharesDate({ ...subscription, firstDate }, rows, calendar, cycle)
  const sharedReason = isShared ? sharedDateReason(calendar) : undefined
  const planned = { date, status: cycleRow?.status, hasUnpaid, sharedReason }
  const action = nextPlanAction(planned, calendar, deps.clock.now())
  if (action.type === 'order') await orderOrSkip(tx, deps, locked, { cycle, date })
  if (action.type === 'skip') await skipCycle(tx, deps, locked, { cycle, date }, action.reason)
  return action.type !== 'wait'
}

async function orderOrSkip(
  tx: Tx,
  deps: SubscriptionDeps,
  locked: LockedSubscription,
  delivery: { cycle: number; date: string },
): Promise<void> {
  const orderId = await orderDelivery(tx, deps, locked, delivery)
  if (!orderId) return skipCycle(tx, deps, locked, delivery, 'product_unavailable')
  await queueEmail(tx, deps, { kind: 'delivery_reminder', subjectId: orderId })
}
