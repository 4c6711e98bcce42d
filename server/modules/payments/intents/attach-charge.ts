import { and, eq, isNull } from 'drizzle-orm'
import type { Tx } from '#server/db/client.ts'
import type { PaymentDeps } from '../deps.ts'
import type { CardIntent } from '../port.ts'
import { recordMismatches } from '../settle/record-mismatches.ts'
import { payments } from '../tables.ts'
import { attachIntent } from './record-intent.ts'

/**
 * Attaches a charge that is missing in our books to its order. The charged amount replaces the
 * order's current total, because the customer agreed to it. Returns false if the order already has
 * another intent or is no longer pending.
 */
export async function attachCharge(
  tx: Tx,
  deps: PaymentDeps,
  intent: CardIntent,
  due: { orderId: string; amountCents: number },
): Promise<boolean> {
  const { orderId } = due
  const isPending = and(eq(payments.status, 'pending'), isNull(payments.intentId))
  const updated = await tx
    .update(payments)
    .set({ amountCents: intent.amountCents, updatedAt: deps.clock.now() })
    .where(and(eq(payments.orderId, orderId), isPending))
    .returning({ orderId: payments.orderId })
  if (updated.length === 0) return false
  await recordMismatches(tx, deps, { id: intent.id, orderId }, 'ledger', [
    {
      what: 'amountCents before the charge was adopted',
      expected: String(due.amountCents),
      found: String(intent.amountCents),
    },
  ])
  return (await attachIntent(tx, deps, intent, orderId)) === intent.id
}
