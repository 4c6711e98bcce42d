import { eq, inArray, sql } from 'drizzle-orm'
import type { CountedStop } from '#contract/bottles/staff-bottles.ts'
import { Failure } from '#contract/errors.ts'
import type { Db } from '#server/db/client.ts'
import { orders } from '#server/modules/orders/tables.ts'
import { bottleMovements } from '../tables.ts'

/** Rule 61: the stops of a route whose counts differ from their order come first. */
export async function readRoute(db: Db, routeId: string): Promise<CountedStop[]> {
  // A reversal takes back what it reverses, whichever way it moves.
  const counted = (from: 'truck' | 'customer') => sql<number>`coalesce(sum(
    case when ${bottleMovements.reverses} is null and ${bottleMovements.from} = ${from}
        then ${bottleMovements.quantity}
      when ${bottleMovements.reverses} is not null and ${bottleMovements.to} = ${from}
        then -${bottleMovements.quantity}
      else 0 end), 0)::int`
  const rows = await db
    .select({
      orderId: bottleMovements.orderId,
      left: counted('truck'),
      taken: counted('customer'),
    })
    .from(bottleMovements)
    .where(eq(bottleMovements.routeId, routeId))
    .groupBy(bottleMovements.orderId)
  if (rows.length === 0) throw new Failure('not_found')
  const ids = rows.flatMap(({ orderId }) => orderId ?? [])
  const found = ids.length
    ? await db
        .select({ id: orders.id, customerName: orders.customerName, ordered: orders.bottles })
        .from(orders)
        .where(inArray(orders.id, ids))
    : []
  const byId = new Map(found.map((order) => [order.id, order]))
  return rows
    .flatMap(({ orderId, ...counts }) => {
      const order = byId.get(orderId ?? '')
      return order ? [{ orderId: order.id, ...order, ...counts }] : []
    })
    .map(({ id: _, ...stop }) => stop)
    .sort((a, b) => Number(differs(b)) - Number(differs(a)) || a.orderId.localeCompare(b.orderId))
}

const differs = ({ ordered, left }: CountedStop) => ordered !== left
