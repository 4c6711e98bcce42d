import { and, eq, isNotNull, or, sql } from 'drizzle-orm'
import type { Tx } from '#server/db/client.ts'
import type { Clock, Random } from '#server/runtime.ts'
import { bookMovements } from './book-movements.ts'
import { lockCounts } from './lock-events.ts'
import { bottleBalances, bottleMovements } from './tables.ts'
import type { NewMovement } from './types.ts'

/**
 * Erasure: the movements stay, so that the ledger adds up, but their reasons go. What the customer
 * still had is lost, because no one can collect it.
 */
export async function eraseBottles(
  tx: Tx,
  deps: { clock: Clock; random: Random },
  customerId: string,
): Promise<void> {
  await lockCounts(tx, [customerId])
  const total = sql<number>`${bottleBalances.full} + ${bottleBalances.empty} + ${bottleBalances.damaged}`
  const balances = await tx
    .select({ kind: bottleBalances.kind, bottles: total })
    .from(bottleBalances)
    .where(and(eq(bottleBalances.holder, 'customer'), eq(bottleBalances.holderId, customerId)))
  const eventId = deps.random.uuid()
  const lost = balances
    .filter(({ bottles }) => bottles > 0)
    .map(({ kind, bottles }, line): NewMovement => {
      const from = { holder: 'customer', id: customerId } as const
      const moved = { state: 'empty', quantity: bottles, from, to: { holder: 'lost' } } as const
      return {
        eventId,
        line,
        bottle: { kind },
        ...moved,
        cause: 'correction',
        at: deps.clock.now(),
      }
    })
  await bookMovements(tx, deps, lost)
  await tx
    .update(bottleMovements)
    .set({ reason: null })
    .where(
      and(
        isNotNull(bottleMovements.reason),
        or(
          and(eq(bottleMovements.from, 'customer'), eq(bottleMovements.fromId, customerId)),
          and(eq(bottleMovements.to, 'customer'), eq(bottleMovements.toId, customerId)),
        ),
      ),
    )
}
