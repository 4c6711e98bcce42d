import { and, eq, isNull } from 'drizzle-orm'
import type { Tx } from '#server/db/client.ts'
import type { PaymentDeps } from '../deps.ts'
import type { CardIntent } from '../port.ts'
import { recordMismatches } from '../settle/record-mismatches.ts'
import { payments } from '../tables.ts'
import { attachIntent } from './record-intent.ts'

/**
 * A charge of ours that the books have lost becomes what is owed, whatever the order comes to now:
 * its sum was agreed when it was charged. False where the order is being paid otherwise.
 */
export async function attachCharge(
  tx: Tx,
  deps: PaymentDeps,
  intent: CardIntent,
  owed: { orderId: string; amountCents: number },
): Promise<boolean> {
  const { orderId } = owed
  const isPending = and(eq(payments.status, 'pending'), isNull(payments.intentId))
  const adopted = await tx
    .update(payments)
    .set({ amountCents: intent.amountCents, updatedAt: deps.clock.now() })
    .where(and(eq(payments.orderId, orderId), isPending))
    .returning({ orderId: payments.orderId })
  if (adopted.length === 0) return false
  await recordMismatches(tx, deps, { id: intent.id, orderId }, 'ledger', [
    {
      what: 'amountCents before the charge was adopted',
      expected: String(owed.amountCents),
      found: String(intent.amountCents),
    },
  ])
  return (await attachIntent(tx, deps, intent, orderId)) === intent.id
}
