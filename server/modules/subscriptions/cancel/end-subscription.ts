import { and, eq, inArray } from 'drizzle-orm'
import type { ShopCalendar } from '#contract/dates/shop-calendar.ts'
import type { Tx } from '#server/db/client.ts'
import type { DeliveryDeps } from '#server/modules/deliveries/index.ts'
import { cancelCycleOrder } from '../changes/skip-cycle.ts'
import type { SubscriptionDeps } from '../deps.ts'
import { closePriceQuestions } from '../prices/close-price-questions.ts'
import {
  type CycleRow,
  findCycleOrder,
  type LockedSubscription,
  OPEN_STATUSES,
  updateCycleRow,
  updateSubscriptionRow,
  withLockedSubscriptionInTx,
} from '../queries.ts'
import { cycles } from '../tables.ts'
import { cancelOutcome } from './cancel-outcome.ts'

type EndDeps = DeliveryDeps & { shop: { calendar: ShopCalendar } }

/**
 * Ends the subscription, so that no more deliveries are ordered. I6: a delivery before its cut-off is
 * cancelled. One past it is still delivered and charged once, unless it is on hold and not
 * dispatched (R7).
 */
export async function endSubscription(tx: Tx, deps: EndDeps, id: string): Promise<void> {
  await withLockedSubscriptionInTx(tx, id, async (_, locked) => {
    const { subscription } = locked
    if (subscription.status === 'cancelled') return
    await updateSubscriptionRow(tx, deps, id, {
      status: 'cancelled',
      cancelledAt: deps.clock.now(),
      nextDate: null,
      pausedUntil: null,
    })
    await closePriceQuestions(tx, deps, id)
    for (const row of locked.cycles) {
      const outcome = cancelOutcome(
        row,
        findCycleOrder(locked, row),
        deps.shop.calendar,
        deps.clock.now(),
      )
      if (outcome === 'cancelled') await cancelCycle(tx, deps, locked, row)
    }
  })
}

/** Staff cancelled a single delivery. Makes it due, so that the engine cancels its open intent. */
export async function deliveryCancelled(
  tx: Tx,
  { clock }: Pick<SubscriptionDeps, 'clock'>,
  orderId: string,
): Promise<void> {
  await tx
    .update(cycles)
    .set({ dueAt: clock.now() })
    .where(and(eq(cycles.orderId, orderId), inArray(cycles.status, [...OPEN_STATUSES])))
}

async function cancelCycle(
  tx: Tx,
  deps: EndDeps,
  { findOrder }: LockedSubscription,
  row: CycleRow,
): Promise<void> {
  await updateCycleRow(tx, deps, row, { status: 'void', reason: 'cancelled', dueAt: null })
  if (row.orderId) await cancelCycleOrder(tx, deps, row, row.orderId, findOrder)
}
