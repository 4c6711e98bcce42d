import { and, eq, inArray, or } from 'drizzle-orm'
import type { DbOrTx, Tx } from '#server/db/client.ts'
import { findImportedBottles } from '#server/modules/deposits/index.ts'
import { bottleMovements } from './tables.ts'
import type { MovementRow } from './types.ts'

/**
 * Rule 67: the first movement of an imported customer also books the bottles that the import
 * has for them. The counts are locked. The file has no sizes, so they are of the size that moves.
 */
export async function importBottles(
  tx: Tx,
  { customerIds, rows }: { customerIds: readonly string[]; rows: readonly MovementRow[] },
): Promise<MovementRow[]> {
  const imported = await findImportedBottles(tx, await withoutMovements(tx, customerIds))
  return imported.flatMap(({ customerId, bottles, at }): MovementRow[] => {
    const first = rows.find(({ fromId, toId }) => fromId === customerId || toId === customerId)
    if (bottles === 0 || !first) return []
    return [
      {
        ...first,
        line: null,
        cause: 'import',
        productId: null,
        state: 'empty',
        quantity: bottles,
        ...{ from: 'supplier', fromId: null, to: 'customer', toId: customerId },
        ...{ orderId: null, routeId: null, driverId: null, date: null },
        ...{ reason: null, staffEmail: null, reverses: null },
        // Before everything else, also if the event is older than the import.
        at: new Date(Math.min(at.getTime(), first.at.getTime())),
      },
    ]
  })
}

/** Customers whose count is not open yet. */
export async function withoutMovements(
  tx: DbOrTx,
  customerIds: readonly string[],
): Promise<string[]> {
  if (customerIds.length === 0) return []
  const ids = [...customerIds]
  const rows = await tx
    .selectDistinct({ from: bottleMovements.fromId, to: bottleMovements.toId })
    .from(bottleMovements)
    .where(
      or(
        and(eq(bottleMovements.to, 'customer'), inArray(bottleMovements.toId, ids)),
        and(eq(bottleMovements.from, 'customer'), inArray(bottleMovements.fromId, ids)),
      ),
    )
  const known = new Set(rows.flatMap(({ from, to }) => [from, to]))
  return ids.filter((id) => !known.has(id))
}
