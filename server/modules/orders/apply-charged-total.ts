import { eq, sql } from 'drizzle-orm'
import type { PriceLine } from '#contract/pricing.ts'
import type { Tx } from '#server/db/client.ts'
import { recordAuditEntry } from '#server/modules/audit/index.ts'
import type { Clock } from '#server/runtime.ts'
import { lockOrder } from './lock-order.ts'
import { orders } from './tables.ts'

/**
 * Sets an order's total to the charged amount. After a restored backup, its items may have been
 * written again with another total. The change is in the audit log.
 */
export async function applyChargedTotal(
  tx: Tx,
  deps: { clock: Clock },
  orderId: string,
  chargedCents: number,
): Promise<void> {
  const order = await lockOrder(tx, orderId)
  if (!order || order.totalCents === chargedCents) return
  const adjustment: PriceLine = {
    kind: 'fee',
    label: 'Adjustment to the amount charged',
    cents: chargedCents - order.totalCents,
  }
  await tx
    .update(orders)
    .set({
      totalCents: chargedCents,
      priceLines: [...order.priceLines, adjustment],
      updatedAt: deps.clock.now(),
      version: sql`${orders.version} + 1`,
    })
    .where(eq(orders.id, orderId))
  await recordAuditEntry(
    tx,
    deps,
    { actor: 'system' },
    {
      action: 'order.charged_total_applied',
      subjectId: orderId,
      before: { totalCents: order.totalCents },
      after: { totalCents: chargedCents },
    },
  )
}
