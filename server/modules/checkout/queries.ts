import { and, desc, eq, isNotNull, isNull } from 'drizzle-orm'
import type { Db, DbOrTx, Tx } from '#server/db/client.ts'
import { hashToken } from '#server/modules/identity/index.ts'
import { checkouts } from './tables.ts'

export type CheckoutRow = typeof checkouts.$inferSelect

/** The browser's open checkout, else the last one it had. */
export async function newestCheckout(
  db: DbOrTx,
  browserHash: string,
): Promise<CheckoutRow | undefined> {
  const [row] = await db
    .select()
    .from(checkouts)
    .where(eq(checkouts.browserHash, browserHash))
    .orderBy(desc(isNull(checkouts.endedAt)), desc(checkouts.createdAt))
    .limit(1)
  return row
}

export async function lockCheckout(tx: Tx, id: string): Promise<CheckoutRow | undefined> {
  const [row] = await tx.select().from(checkouts).where(eq(checkouts.id, id)).for('update')
  return row
}

/** The cookie is the key to the orders that were placed with it (decision 10). */
export function placedBy(db: Db) {
  return async (token: string | undefined, orderId: string): Promise<boolean> => {
    if (!token) return false
    const [row] = await db
      .select({ id: checkouts.id })
      .from(checkouts)
      .where(
        and(
          eq(checkouts.orderId, orderId),
          eq(checkouts.browserHash, hashToken(token)),
          isNotNull(checkouts.placedAt),
        ),
      )
    return row !== undefined
  }
}
