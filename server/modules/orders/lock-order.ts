import { asc, eq, inArray } from 'drizzle-orm'
import type { Tx } from '#server/db/client.ts'
import { type Params, preparedStatement } from '#server/db/prepared-statement.ts'
import type { OrderRow } from './queries.ts'
import { orders } from './tables.ts'

type IdParam = Params<{ id: string }>

/**
 * No key update: PostgreSQL checks a foreign key again when a row is written twice, and that check of
 * a renewal must not wait for its first order.
 */
const selectForUpdate = preparedStatement((db, param: IdParam) =>
  db
    .select()
    .from(orders)
    .where(eq(orders.id, param('id')))
    .for('no key update'),
)
export async function lockOrder(tx: Tx, id: string): Promise<OrderRow | undefined> {
  const [row] = await selectForUpdate(tx, { id })
  return row
}

/** Several orders are locked by id, before any of them is changed. Returns them by id. */
export async function lockOrders(tx: Tx, ids: readonly string[]): Promise<OrderRow[]> {
  const [first, ...others] = new Set(ids)
  if (first === undefined) return []
  if (others.length === 0) return selectForUpdate(tx, { id: first })
  return tx
    .select()
    .from(orders)
    .where(inArray(orders.id, [first, ...others]))
    .orderBy(asc(orders.id))
    .for('no key update')
}
