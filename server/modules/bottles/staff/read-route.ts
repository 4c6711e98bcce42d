import { eq, inArray, sql } from 'drizzle-orm'
import type { CountedStop } from '#contract/bottles/staff-bottles.ts'
import { Failure } from '#contract/errors.ts'
import type { Db } from '#server/db/client.ts'
import { orders } from '#server/modules/orders/tables.ts'
import { bottleMovements } from '../tables.ts'

/** Rule 61: the stops of a route whose counts differ from their order come first. */
export async function readRoute(db: Db, routeId: string): Promise<CountedStop[]> {
  const { orderId, eventId, quantity, from, to, cause, reason, reverses } = bottleMovements
  // A reversal counts against what it reverses, in either direction.
  const counted = (side: typeof from | typeof to, reversedSide: typeof from | typeof to) =>
    sql<number>`coalesce(sum(
      case when ${reverses} is null and ${side} = 'truck' then ${quantity}
        when ${reverses} is not null and ${reversedSide} = 'truck' then -${quantity}
        else 0 end) filter (where ${cause} = 'delivered'), 0)::int`
  const rows = await db
    .select({
      orderId,
      left: counted(from, to),
      taken: counted(to, from),
      addedName: sql<string | null>`max(${reason}) filter (where ${reverses} is null)`,
    })
    .from(bottleMovements)
    .where(eq(bottleMovements.routeId, routeId))
    // A stop that the driver added has no order, only its event.
    .groupBy(orderId, sql`case when ${orderId} is null then ${eventId} end`)
  if (rows.length === 0) throw new Failure('not_found')
  const ids = rows.flatMap(({ orderId }) => orderId ?? [])
  const found = ids.length
    ? await db
        .select({ id: orders.id, customerName: orders.customerName, ordered: orders.bottles })
        .from(orders)
        .where(inArray(orders.id, ids))
    : []
  const byId = new Map(found.map(({ id, ...order }) => [id, order]))
  return rows
    .flatMap(({ addedName, ...stop }): CountedStop[] => {
      const order = byId.get(stop.orderId ?? '')
      if (order) return [{ ...stop, ...order }]
      const isAdded = stop.orderId === null && stop.left + stop.taken > 0
      return isAdded ? [{ ...stop, customerName: addedName, ordered: 0 }] : []
    })
    .sort((a, b) => Number(differs(b)) - Number(differs(a)) || compare(a, b))
}

const differs = ({ orderId, ordered, left }: CountedStop) => orderId === null || ordered !== left

const compare = (a: CountedStop, b: CountedStop) =>
  (a.orderId ?? '').localeCompare(b.orderId ?? '') ||
  (a.customerName ?? '').localeCompare(b.customerName ?? '')
