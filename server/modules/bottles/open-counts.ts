import { and, eq, inArray, isNull, ne, or, sql } from 'drizzle-orm'
import type { Tx } from '#server/db/client.ts'
import { groupBy } from '#server/group-by.ts'
import { openingBottles } from './rules.ts'
import { bottleEvents, bottleMovements } from './tables.ts'
import type { MovementRow } from './types.ts'

type Booking = {
  customerIds: readonly string[]
  rows: readonly MovementRow[]
  reversedEventId: string | undefined
}

type SignedMovement = Pick<MovementRow, 'eventId' | 'at' | 'kind' | 'cause'> & {
  customerId: string
  quantity: number
}

/**
 * The difference between the bottles that opened customers' counts so far and those that must have,
 * once the rows are booked. They count as bought from the supplier before the first count. The
 * counts are locked.
 */
export async function findOpenings(
  tx: Tx,
  { customerIds, rows, reversedEventId }: Booking,
): Promise<MovementRow[]> {
  if (customerIds.length === 0) return []
  const before = await readCounted(tx, customerIds, reversedEventId)
  const added = rows.filter(({ reverses }) => reverses === null).flatMap(toSigned)
  const counts = groupBy([...before, ...added], ({ customerId, kind }) => `${customerId} ${kind}`)
  return [...counts.values()].flatMap((counted): MovementRow[] => {
    const [first] = counted
    const last = rows.findLast(({ fromId, toId }) =>
      [fromId, toId].includes(first?.customerId ?? null),
    )
    const isOpening = ({ cause }: SignedMovement) => cause === 'opening'
    const opened = counted.filter(isOpening).reduce((sum, { quantity }) => sum + quantity, 0)
    const missing = openingBottles(counted.filter((movement) => !isOpening(movement))) - opened
    if (!first || !last || missing === 0) return []
    const customer = { holder: 'customer' as const, id: first.customerId }
    const supplier = { holder: 'supplier' as const, id: null }
    const [from, to] = missing > 0 ? [supplier, customer] : [customer, supplier]
    return [
      {
        ...last,
        line: null,
        reverses: null,
        cause: 'opening',
        kind: first.kind,
        productId: null,
        state: 'empty',
        quantity: Math.abs(missing),
        ...{ from: from.holder, fromId: from.id, to: to.holder, toId: to.id },
        ...{ orderId: null, routeId: null, driverId: null, date: null },
        ...{ reason: null, staffEmail: null },
      },
    ]
  })
}

/** Movements that count: without reversals and the movements that they reverse. What opened the count always counts. */
async function readCounted(tx: Tx, ids: readonly string[], reversedEventId?: string) {
  const rows = await tx
    .select({
      eventId: bottleMovements.eventId,
      at: bottleMovements.at,
      kind: bottleMovements.kind,
      cause: bottleMovements.cause,
      quantity: bottleMovements.quantity,
      from: bottleMovements.from,
      fromId: bottleMovements.fromId,
      to: bottleMovements.to,
      toId: bottleMovements.toId,
    })
    .from(bottleMovements)
    .innerJoin(bottleEvents, eq(bottleEvents.id, bottleMovements.eventId))
    .where(
      and(
        or(
          and(eq(bottleMovements.to, 'customer'), inArray(bottleMovements.toId, [...ids])),
          and(eq(bottleMovements.from, 'customer'), inArray(bottleMovements.fromId, [...ids])),
        ),
        isNull(bottleMovements.reverses),
        or(
          // The bottles before a customer's first movement do not depend on the event that showed them.
          isNull(bottleMovements.line),
          and(
            isNull(bottleEvents.reversedAt),
            reversedEventId ? ne(bottleEvents.id, reversedEventId) : sql`true`,
          ),
        ),
      ),
    )
  return rows.flatMap(toSigned)
}

function toSigned(row: Pick<MovementRow, SignedColumn>): SignedMovement[] {
  const { eventId, at, kind, cause, quantity, from, fromId, to, toId } = row
  const about = { eventId, at, kind, cause }
  return [
    ...(to === 'customer' && toId ? [{ ...about, customerId: toId, quantity }] : []),
    ...(from === 'customer' && fromId
      ? [{ ...about, customerId: fromId, quantity: -quantity }]
      : []),
  ]
}

type SignedColumn =
  | 'eventId'
  | 'at'
  | 'kind'
  | 'cause'
  | 'quantity'
  | 'from'
  | 'fromId'
  | 'to'
  | 'toId'
