import { and, desc, eq, inArray, isNull, lte, or, sql } from 'drizzle-orm'
import type { DbOrTx } from '#server/db/client.ts'
import { bottleEvents, bottleHolders, bottleMovements } from './tables.ts'

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

/**
 * The bottles at a customer's place at a moment, by what is known now. Reversed movements do not
 * count, and bottles that opened the count were there from the start.
 */
export async function balanceAfter(db: DbOrTx, customerId: string, at: Date): Promise<number> {
  const { from, fromId, to, toId, quantity, line, reverses } = bottleMovements
  const came = and(eq(to, 'customer'), eq(toId, customerId))
  const went = and(eq(from, 'customer'), eq(fromId, customerId))
  const [row] = await db
    .select({
      bottles: sql<number>`coalesce(sum(case when ${came} then ${quantity} else 0 end
        - case when ${went} then ${quantity} else 0 end), 0)::int`,
    })
    .from(bottleMovements)
    .innerJoin(bottleEvents, eq(bottleEvents.id, bottleMovements.eventId))
    .where(
      and(
        or(came, went),
        isNull(reverses),
        or(isNull(line), and(lte(bottleMovements.at, at), isNull(bottleEvents.reversedAt))),
      ),
    )
  return Math.max(0, row?.bottles ?? 0)
}
