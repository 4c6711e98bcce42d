import type { SkipReason } from '#contract/subscriptions/subscriptions.ts'
import type { Tx } from '#server/db/client.ts'
import { cancelOrder, type DeliveryDeps } from '#server/modules/deliveries/index.ts'
import { queueEmail } from '#server/modules/mail/index.ts'
import type { SubscriptionDeps } from '../deps.ts'
import { type CycleRow, type LockedSubscription, updateCycleRow } from '../queries.ts'
import { cycles } from '../tables.ts'

type SkipDeps = Pick<SubscriptionDeps, 'clock' | 'random' | 'log'> & DeliveryDeps

/** Skips that the customer did not request are reported by email. */
const notifiedSkipReasons: readonly SkipReason[] = [
  'unpaid_before',
  'missed',
  'product_unavailable',
  'closed_date',
  'same_day',
]

/** Marks a cycle as skipped with its reason and cancels its order, if it has one. */
export async function skipCycle(
  tx: Tx,
  deps: SkipDeps,
  { subscription, cycles: rows, findOrder }: LockedSubscription,
  { cycle, date }: { cycle: number; date: string },
  reason: SkipReason,
): Promise<void> {
  const cycleRow = rows.find((row) => row.cycle === cycle)
  const now = deps.clock.now()
  const orderId = cycleRow?.orderId ?? null
  const cycleKey = { subscriptionId: subscription.id, cycle }
  const state = { status: 'skipped' as const, reason, dueAt: null }
  if (cycleRow) await updateCycleRow(tx, deps, cycleKey, state)
  else
    await tx.insert(cycles).values({ ...cycleKey, date, ...state, createdAt: now, updatedAt: now })
  deps.log.info({ ...cycleKey, date, reason }, 'delivery skipped')
  // The order of a delivery that was made stays, so that staff can charge it.
  if (orderId && reason !== 'missed_but_delivered')
    await cancelCycleOrder(tx, deps, cycleKey, orderId, findOrder)
  if (notifiedSkipReasons.includes(reason) && !isKnown(rows, cycle, reason)) {
    const subjectId = orderId ?? subscription.id
    // A long closure moves many deliveries to one date: their customer gets one email, not 25.
    const isShared = (reason === 'closed_date' || reason === 'same_day') && orderId === null
    const dedupeSuffix = isShared ? date : String(cycle)
    await queueEmail(tx, deps, { kind: 'delivery_skipped', subjectId, dedupeSuffix })
  }
}

/** Cycles in which a customer remembers that deliveries share a route day. */
const REMEMBERED_CYCLES = 4

/**
 * A weekly subscription in a zone of every second week has every other delivery skipped: its customer
 * is emailed for the first one.
 */
const isKnown = (rows: readonly CycleRow[], cycle: number, reason: SkipReason): boolean =>
  reason === 'same_day' &&
  rows.some(
    (row) =>
      row.reason === reason &&
      row.status === 'skipped' &&
      row.cycle < cycle &&
      row.cycle >= cycle - REMEMBERED_CYCLES,
  )

/** I6: if the order has an intent, the cycle becomes due so that the engine cancels the intent. */
export async function cancelCycleOrder(
  tx: Tx,
  deps: DeliveryDeps,
  cycleKey: { subscriptionId: string; cycle: number },
  orderId: string,
  findOrder: LockedSubscription['findOrder'],
): Promise<void> {
  await cancelOrder(tx, deps, orderId)
  const { payment } = findOrder(orderId) ?? {}
  if (payment?.intentId) await updateCycleRow(tx, deps, cycleKey, { dueAt: deps.clock.now() })
}
