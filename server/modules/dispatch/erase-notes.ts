import { inArray } from 'drizzle-orm'
import type { Tx } from '#server/db/client.ts'
import { schedules } from './tables.ts'

/** Staff's notes on a stop may name the customer. */
export async function eraseNotes(tx: Tx, orderIds: string[]): Promise<void> {
  await tx.update(schedules).set({ notes: null }).where(inArray(schedules.orderId, orderIds))
}
