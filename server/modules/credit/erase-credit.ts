import { and, eq, isNotNull } from 'drizzle-orm'
import type { Tx } from '#server/db/client.ts'
import type { Clock } from '#server/runtime.ts'
import { creditEntries } from './tables.ts'
import { lockCredit, writeEntry } from './write-entry.ts'

/**
 * Erasure: the entries stay, so that the books add up, but no longer name anyone. What is left of
 * the balance is forfeited.
 */
export async function eraseCredit(
  tx: Tx,
  deps: { clock: Clock },
  customerId: string,
): Promise<void> {
  const balanceCents = await lockCredit(tx, deps, customerId)
  if (balanceCents > 0)
    await writeEntry(tx, deps, { customerId, kind: 'forfeited', cents: -balanceCents })
  await tx
    .update(creditEntries)
    .set({ reason: null })
    .where(and(eq(creditEntries.customerId, customerId), isNotNull(creditEntries.reason)))
}
