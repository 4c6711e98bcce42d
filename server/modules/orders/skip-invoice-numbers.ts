import { eq, sql } from 'drizzle-orm'
import type { Tx } from '#server/db/client.ts'
import type { Clock } from '#server/runtime.ts'
import { invoiceCounter, invoiceGaps } from './tables.ts'

/**
 * AU22: after a restore, the next numbers may already be on invoices that customers have. They are
 * skipped, and the gap is recorded for the accountant.
 */
export async function skipInvoiceNumbers(
  tx: Tx,
  { clock }: { clock: Clock },
  count: number,
): Promise<void> {
  if (count < 1) return
  const [counter] = await tx
    .insert(invoiceCounter)
    .values({ id: 1, lastNumber: count })
    .onConflictDoUpdate({
      target: invoiceCounter.id,
      set: { lastNumber: sql`${invoiceCounter.lastNumber} + ${count}` },
    })
    .returning()
  const lastNumber = counter?.lastNumber ?? count
  const firstNumber = lastNumber - count + 1
  const extended = await tx
    .update(invoiceGaps)
    .set({ lastNumber })
    .where(eq(invoiceGaps.lastNumber, firstNumber - 1))
    .returning()
  if (extended.length > 0) return
  await tx.insert(invoiceGaps).values({ firstNumber, lastNumber, createdAt: clock.now() })
}
