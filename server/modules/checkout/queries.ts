import { and, desc, eq, isNotNull, isNull } from 'drizzle-orm'
import type { Db, DbOrTx, Tx } from '#server/db/client.ts'
import { type Params, preparedStatement } from '#server/db/prepared-statement.ts'
import { hashToken } from '#server/modules/identity/index.ts'
import { checkouts } from './tables.ts'

export type CheckoutRow = typeof checkouts.$inferSelect

const selectByBrowser = preparedStatement((db, param: Params<{ browserHash: string }>) =>
  db
    .select()
    .from(checkouts)
    .where(eq(checkouts.browserHash, param('browserHash')))
    .orderBy(desc(isNull(checkouts.endedAt)), desc(checkouts.createdAt))
    .limit(1),
)

const selectForUpdate = preparedStatement((db, param: Params<{ id: string }>) =>
  db
    .select()
    .from(checkouts)
    .where(eq(checkouts.id, param('id')))
    .for('update'),
)

/** Returns the browser's open checkout, otherwise its latest one. */
export async function latestCheckout(
  db: DbOrTx,
  browserHash: string,
): Promise<CheckoutRow | undefined> {
  const [row] = await selectByBrowser(db, { browserHash })
  return row
}

export async function lockCheckout(tx: Tx, id: string): Promise<CheckoutRow | undefined> {
  const [row] = await selectForUpdate(tx, { id })
  return row
}

/** The checkout cookie gives access to the orders placed with it (rule 10). */
export function hasPlacedOrder(db: Db) {
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
