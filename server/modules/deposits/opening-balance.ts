import { eq } from 'drizzle-orm'
import type { Tx } from '#server/db/client.ts'
import { insertRows } from '#server/db/insert-rows.ts'
import { depositOpenings } from './tables.ts'

/** Rule 67: bottles that customers held, and deposits they paid, before the shop moved in. */
export async function addDepositOpenings(
  tx: Tx,
  rows: (typeof depositOpenings.$inferInsert)[],
): Promise<void> {
  await insertRows(tx, depositOpenings, rows)
}

export async function removeDepositOpening(tx: Tx, id: string): Promise<void> {
  await tx.delete(depositOpenings).where(eq(depositOpenings.id, id))
}
