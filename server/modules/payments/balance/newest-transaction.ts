import { lt, max } from 'drizzle-orm'
import type { DbOrTx } from '#server/db/client.ts'
import { balanceTransactions } from './tables.ts'

/** When the provider, by its own clock, made the newest of the balance transactions that were read by then. */
export async function newestTransaction(db: DbOrTx, readBefore: Date): Promise<Date | undefined> {
  const [newest] = await db
    .select({ at: max(balanceTransactions.createdAt) })
    .from(balanceTransactions)
    .where(lt(balanceTransactions.readAt, readBefore))
  return newest?.at ?? undefined
}
