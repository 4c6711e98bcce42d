import { and, eq, min } from 'drizzle-orm'
import type { Tx } from '#server/db/client.ts'
import type { PaymentDeps } from '../deps.ts'
import type { IntentRow } from '../queries.ts'
import type { Mismatch } from '../rules.ts'
import { mismatches } from '../tables.ts'

/** Records each mismatch once. Returns when the first mismatch of this intent was recorded. */
export async function recordMismatches(
  tx: Tx,
  { clock, log }: Pick<PaymentDeps, 'clock' | 'log'>,
  { id: intentId, orderId }: Pick<IntentRow, 'id' | 'orderId'>,
  source: 'event' | 'ledger',
  found: readonly Mismatch[],
): Promise<Date> {
  const createdAt = clock.now()
  log.error({ intentId, orderId, source, found }, 'payment does not match the order')
  await tx
    .insert(mismatches)
    .values(found.map((mismatch) => ({ intentId, orderId, source, ...mismatch, createdAt })))
    .onConflictDoNothing()
  const [first] = await tx
    .select({ at: min(mismatches.createdAt) })
    .from(mismatches)
    .where(and(eq(mismatches.intentId, intentId), eq(mismatches.source, source)))
  return first?.at ?? createdAt
}
