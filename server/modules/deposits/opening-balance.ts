import { eq } from 'drizzle-orm'
import { Failure } from '#contract/errors.ts'
import type { Tx } from '#server/db/client.ts'
import { insertRows } from '#server/db/insert-rows.ts'
import { readTotals } from './find-deposit.ts'
import { assertCustomer } from './return-bottles.ts'
import { depositOpenings } from './tables.ts'

/** Rule 67: bottles that customers held, and deposits they paid, before the import. */
export async function addDepositOpenings(
  tx: Tx,
  rows: (typeof depositOpenings.$inferInsert)[],
): Promise<void> {
  await insertRows(tx, depositOpenings, rows)
}

/**
 * Removes the bottles of a line that was imported by mistake. Not if some of them came back: their
 * deposit was refunded as credit, so the books need what it was refunded for. The customer is locked,
 * so that a return at the same moment is seen.
 */
export async function removeDepositOpening(
  tx: Tx,
  { id, customerId }: { id: string; customerId: string },
): Promise<void> {
  const [row] = await tx.select().from(depositOpenings).where(eq(depositOpenings.id, id))
  if (!row) return
  await assertCustomer(tx, customerId, true)
  const { opening, paid, returned } = await readTotals(tx, customerId)
  const isNeeded = (part: 'bottles' | 'cents') =>
    returned[part] > opening[part] - row[part] + paid[part]
  const heldElsewhere = opening.bottlesHeld - row.bottlesHeld + paid.bottles
  if (
    isNeeded('bottles') ||
    isNeeded('cents') ||
    returned.bottles + returned.withoutDeposit > heldElsewhere
  )
    throw new Failure('already_returned')
  await tx.delete(depositOpenings).where(eq(depositOpenings.id, id))
}
