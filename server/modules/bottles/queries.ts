import { and, desc, eq, inArray, or } from 'drizzle-orm'
import type { DbOrTx } from '#server/db/client.ts'
import { bottleHolders, bottleMovements } from './tables.ts'

const MAX_LISTED = 200

/** Movements to and from a customer's place, the latest first. */
export function listCustomerMovements(db: DbOrTx, customerId: string, limit = MAX_LISTED) {
  return db
    .select({
      id: bottleMovements.id,
      at: bottleMovements.at,
      quantity: bottleMovements.quantity,
      kind: bottleMovements.kind,
      state: bottleMovements.state,
      from: bottleMovements.from,
      to: bottleMovements.to,
      cause: bottleMovements.cause,
      reverses: bottleMovements.reverses,
      orderId: bottleMovements.orderId,
    })
    .from(bottleMovements)
    .where(
      or(
        and(eq(bottleMovements.from, 'customer'), eq(bottleMovements.fromId, customerId)),
        and(eq(bottleMovements.to, 'customer'), eq(bottleMovements.toId, customerId)),
      ),
    )
    .orderBy(desc(bottleMovements.at), desc(bottleMovements.id))
    .limit(limit)
}

/** The bottles at these customers' places, of those whose count was opened. */
export function countBottles(db: DbOrTx, customerIds: readonly string[]) {
  return db
    .select({ customerId: bottleHolders.holderId, bottles: bottleHolders.bottles })
    .from(bottleHolders)
    .where(
      and(eq(bottleHolders.holder, 'customer'), inArray(bottleHolders.holderId, [...customerIds])),
    )
}
