import { inArray } from 'drizzle-orm'
import type { Tx } from '#server/db/client.ts'
import { cases } from './tables.ts'

/** Deletes the cases of erased orders with their photos. Credit and refunds stay in the books. */
export async function eraseCases(tx: Tx, orderIds: string[]): Promise<void> {
  await tx.delete(cases).where(inArray(cases.orderId, orderIds))
}
