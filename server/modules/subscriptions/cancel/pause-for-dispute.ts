import { eq } from 'drizzle-orm'
import type { Tx } from '#server/db/client.ts'
import { type DeliveryDeps, isDispatched } from '#server/modules/deliveries/index.ts'
import { queueEmail } from '#server/modules/mail/index.ts'
import { withAuditTrail } from '../changes/audit-change.ts'
import { skipCycle } from '../changes/skip-cycle.ts'
import type { SubscriptionDeps } from '../deps.ts'
import { closePriceQuestions } from '../prices/close-price-questions.ts'
import {
  findCycleOrder,
  isCancelledByStaff,
  type LockedSubscription,
  updateCycleRow,
  updateSubscriptionRow,
  withLockedSubscriptionInTx,
} from '../queries.ts'
import { cycles } from '../tables.ts'

type PauseDeps = Pick<SubscriptionDeps, 'clock' | 'random' | 'log'> & DeliveryDeps

/**
 * Pauses deliveries until staff resume them, because a payment of the subscription is disputed.
 * Cancels deliveries that are not charged yet, even past their cut-off, unless they are dispatched.
 */
export async function pauseForDispute(tx: Tx, deps: PauseDeps, orderId: string): Promise<void> {
  const [cycle] = await tx
    .select({ subscriptionId: cycles.subscriptionId })
    .from(cycles)
    .where(eq(cycles.orderId, orderId))
  const id = cycle?.subscriptionId ?? orderId
  await withLockedSubscriptionInTx(tx, id, async (_, locked) => {
    const { status } = locked.subscription
    if (status === 'cancelled') return
    const work = () => pause(tx, deps, locked)
    await withAuditTrail(tx, deps, { actor: 'system' }, { id, change: { type: 'pause' }, work })
    if (status === 'active') {
      await queueEmail(tx, deps, { kind: 'subscription_disputed', subjectId: orderId })
    }
  })
}

async function pause(tx: Tx, deps: PauseDeps, locked: LockedSubscription): Promise<void> {
  await closePriceQuestions(tx, deps, locked.subscription.id)
  for (const row of locked.cycles) {
    const isFinal = isDispatched(findCycleOrder(locked, row)) || isCancelledByStaff(locked, row)
    if (row.status === 'ordered' && !isFinal) {
      await skipCycle(tx, deps, locked, row, 'paused')
    }
    if (row.status === 'planned') {
      await updateCycleRow(tx, deps, row, { status: 'skipped', reason: 'paused' })
    }
  }
  // A past due subscription orders nothing until it is paid.
  if (locked.subscription.status === 'past_due') return
  const change = { status: 'paused' as const, pausedUntil: null, nextDate: null }
  await updateSubscriptionRow(tx, deps, locked.subscription.id, change)
}
