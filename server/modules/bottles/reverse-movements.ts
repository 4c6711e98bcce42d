import { and, asc, eq, isNotNull } from 'drizzle-orm'
import type { Tx } from '#server/db/client.ts'
import type { Clock } from '#server/runtime.ts'
import { insertMovements } from './book-movements.ts'
import { markReversed } from './lock-events.ts'
import { reversed } from './rules.ts'
import { bottleMovements } from './tables.ts'
import type { MovementRow } from './types.ts'

type Reversal = {
  eventId: string
  /** When it was reversed. */
  at: Date
  reason?: string | null
  staffEmail?: string | null
  /** Books the bottles of an erased customer as lost. */
  isErased?: (customerId: string) => boolean
}

/**
 * Rule 60: a correction is a reversal, never an edit. Books the opposite of everything that an event
 * moved, once. An event that arrives only afterwards books nothing. Returns how many were reversed.
 */
export async function reverseMovements(
  tx: Tx,
  { clock }: { clock: Clock },
  { eventId, at, reason = null, staffEmail = null, isErased = () => false }: Reversal,
): Promise<number> {
  if (!(await markReversed(tx, eventId, at))) return 0
  const movements = await tx
    .select()
    .from(bottleMovements)
    .where(and(eq(bottleMovements.eventId, eventId), isNotNull(bottleMovements.line)))
    .orderBy(asc(bottleMovements.id))
  const bookedAt = clock.now()
  const rows = movements.map(
    ({ id: reverses, ...movement }): MovementRow => ({
      ...movement,
      ...atLost(reversed(movement), isErased),
      ...{ line: null, reverses, at, bookedAt, reason, staffEmail },
    }),
  )
  await insertMovements(tx, rows, eventId)
  return rows.length
}

type Sides = Pick<MovementRow, 'from' | 'fromId' | 'to' | 'toId'>

function atLost(sides: Sides, isErased: (customerId: string) => boolean): Sides {
  const isLost = (holder: Sides['from'], id: string | null) =>
    holder === 'customer' && id !== null && isErased(id)
  return {
    ...sides,
    ...(isLost(sides.from, sides.fromId) && { from: 'lost', fromId: null }),
    ...(isLost(sides.to, sides.toId) && { to: 'lost', toId: null }),
  }
}
