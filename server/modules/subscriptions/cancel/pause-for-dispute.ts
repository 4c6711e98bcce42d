import { eq } from 'drizzle-orm'
import type { Tx } from '#server/db/client.ts'
import { type DeliveryDeps, isDispatched } from '#server/modules/deliveries/index.ts'
import { announceMail } from '#server/modules/mail/index.ts'
import { withTrace } from '../changes/deed-trace.ts'
import { skipCycle } from '../changes/skip-cycle.ts'
import type { SubscriptionDeps } from '../deps.ts'
import { changeCycle, changeSubscription, type Held, holdIn, orderIn } from '../queries.ts'
import { cycles } from '../tables.ts'

type PauseDeps = Pick<SubscriptionDeps, 'clock' | 'random' | 'log'> & DeliveryDeps

/**
 * A payment of a subscription is disputed: deliveries pause until staff resume them. Whatever is
 * not charged yet is called off, past its cut-off too, unless it is already out for delivery.
 */
export async function pauseForDispute(tx: Tx, deps: PauseDeps, orderId: string): Promise<void> {
  const [cycle] = await tx
    .select({ subscriptionId: cycles.subscriptionId })
    .from(cycles)
    .where(eq(cycles.orderId, orderId))
  const id = cycle?.subscriptionId ?? orderId
  await holdIn(tx, id, async (_, held) => {
    const { status } = held.subscription
    if (status === 'cancelled') return
    const act = () => pause(tx, deps, held)
    await withTrace(tx, deps, { actor: 'system' }, { id, deed: { do: 'pause' }, act })
    if (status === 'active') {
      await announceMail(tx, deps, { kind: 'subscription_disputed', subjectId: orderId })
    }
  })
}

async function pause(tx: Tx, deps: PauseDeps, held: Held): Promise<void> {
  for (const row of held.cycles) {
    if (row.status === 'ordered' && !isDispatched(orderIn(held, row))) {
      await skipCycle(tx, deps, held, row, 'paused')
    }
    if (row.status === 'planned') {
      await changeCycle(tx, deps, row, { status: 'skipped', reason: 'paused' })
    }
  }
  // Past due already: nothing more is ordered until it is paid.
  if (held.subscription.status === 'past_due') return
  const change = { status: 'paused' as const, pausedUntil: null, nextDate: null }
  await changeSubscription(tx, deps, held.subscription.id, change)
}
