import { and, eq, min } from 'drizzle-orm'
import type { Tx } from '#server/db/client.ts'
import type { PaymentDeps } from '../deps.ts'
import type { IntentRow } from '../queries.ts'
import type { Mismatch } from '../rules.ts'
import { mismatches } from '../tables.ts'

/** Puts what differs on record, once each, and tells since when this intent is known to differ. */
export async function recordMismatches(
  tx: Tx,
  { clock, log }: Pick<PaymentDeps, 'clock' | 'log'>,
  { id: intentId, orderId }: Pick<IntentRow, 'id' | 'orderId'>,
  source: 'event' | 'ledger',
  found: readonly Mismatch[],
): Promise<Date> {
  const createdAt = clock.now()
  log.error({ intentId, orderId, source, found }, 'payment differs from what was agreed')
  await tx
    .insert(mismatches)
    .values(found.map((difference) => ({ intentId, orderId, source, ...difference, createdAt })))
    .onConflictDoNothing()
  const [first] = await tx
    .select({ at: min(mismatches.createdAt) })
    .from(mismatches)
    .where(and(eq(mismatches.intentId, intentId), eq(mismatches.source, source)))
  return first?.at ?? createdAt
}
