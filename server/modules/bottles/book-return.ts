import { and, desc, eq, sql } from 'drizzle-orm'
import type { Tx } from '#server/db/client.ts'
import type { BottlesReturned } from '#server/modules/deposits/index.ts'
import type { Clock } from '#server/runtime.ts'
import { bookMovements } from './book-movements.ts'
import { lockCounts } from './lock-events.ts'
import { bottleBalances } from './tables.ts'
import type { NewMovement } from './types.ts'

/**
 * Bottles that staff enter as returned come to the depot, once the customer's count is open. Their
 * size is not entered: they are of the size of which the customer has most, as far as that goes.
 */
export const bookReturn =
  (deps: { clock: Clock }): BottlesReturned =>
  async (tx: Tx, { id: eventId, customerId, bottles, staffEmail }) => {
    await lockCounts(tx, [customerId])
    const total = sql<number>`${bottleBalances.full} + ${bottleBalances.empty} + ${bottleBalances.damaged}`
    const balances = await tx
      .select({ kind: bottleBalances.kind, total })
      .from(bottleBalances)
      .where(and(eq(bottleBalances.holder, 'customer'), eq(bottleBalances.holderId, customerId)))
      .orderBy(desc(total), bottleBalances.kind)
    let left = bottles
    const movements = balances.flatMap(({ kind, total }, line): NewMovement[] => {
      const quantity = Math.min(left, total)
      if (quantity <= 0) return []
      left -= quantity
      const from = { holder: 'customer', id: customerId } as const
      const moved = { quantity, state: 'empty', from, to: { holder: 'depot' } } as const
      const cause = 'correction'
      return [
        { eventId, line, bottle: { kind }, ...moved, cause, staffEmail, at: deps.clock.now() },
      ]
    })
    await bookMovements(tx, deps, movements)
  }
