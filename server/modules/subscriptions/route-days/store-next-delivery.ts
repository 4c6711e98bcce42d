import type { Tx } from '#server/db/client.ts'
import type { Clock } from '#server/runtime.ts'
import { updateSubscriptionRow } from '../queries.ts'
import { cycles } from '../tables.ts'
import type { NextDelivery } from './reassign-dates.ts'

/** Stores the next date, and as a moved date if the calendar alone does not give it. */
export async function storeNextDelivery(
  tx: Tx,
  deps: { clock: Clock },
  subscriptionId: string,
  { nextCycle, nextDate, isOverride }: NextDelivery,
): Promise<void> {
  const now = deps.clock.now()
  if (isOverride) {
    const moved = { date: nextDate, isMoved: true }
    await tx
      .insert(cycles)
      .values({
        subscriptionId,
        cycle: nextCycle,
        status: 'planned',
        ...moved,
        createdAt: now,
        updatedAt: now,
      })
      .onConflictDoUpdate({
        target: [cycles.subscriptionId, cycles.cycle],
        set: { ...moved, updatedAt: now },
      })
  }
  await updateSubscriptionRow(tx, deps, subscriptionId, { nextCycle, nextDate })
}
