import { inArray } from 'drizzle-orm'
import type { Tx } from '#server/db/client.ts'
import { tenders } from './tables.ts'

/** Clears check numbers and notes, which may identify the customer. The amounts stay. */
export async function eraseTenderReferences(tx: Tx, orderIds: string[]): Promise<void> {
  await tx.update(tenders).set({ reference: '' }).where(inArray(tenders.orderId, orderIds))
}
