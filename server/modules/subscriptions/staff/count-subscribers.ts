import { eq } from 'drizzle-orm'
import type { DbOrTx } from '#server/db/client.ts'
import { subscriptionCounts } from './tables.ts'

/** Number of active subscriptions that contain each product, from the stored counts. */
export async function countSubscribers(db: DbOrTx): Promise<Map<string, number>> {
  const rows = await db
    .select({ itemQuantities: subscriptionCounts.itemQuantities, n: subscriptionCounts.n })
    .from(subscriptionCounts)
    .where(eq(subscriptionCounts.status, 'active'))
  const counts = new Map<string, number>()
  for (const { itemQuantities, n } of rows) {
    for (const id of Object.keys(itemQuantities)) counts.set(id, (counts.get(id) ?? 0) + n)
  }
  return counts
}
