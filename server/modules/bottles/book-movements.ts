import { and, eq, inArray, isNotNull } from 'drizzle-orm'
import type { Tx } from '#server/db/client.ts'
import { products } from '#server/modules/catalog/tables.ts'
import { storeCounts } from '#server/modules/deposits/index.ts'
import type { Clock } from '#server/runtime.ts'
import { importBottles } from './import-bottles.ts'
import { lockCounts, lockEvents } from './lock-events.ts'
import { findOpenings } from './open-counts.ts'
import { countBottles } from './queries.ts'
import { bottleMovements } from './tables.ts'
import type { Holder, MovementRow, NewMovement } from './types.ts'

/**
 * Rule 60: books movements in the transaction of their cause. Each line of an event is booked once,
 * however often it is sent; an event that was reversed, also before it arrived, books nothing.
 * Bottles that customers own never enter. Returns how many were booked.
 */
export async function bookMovements(
  tx: Tx,
  { clock }: { clock: Clock },
  movements: readonly NewMovement[],
): Promise<number> {
  const ids = movements.map(({ eventId }) => eventId)
  if (ids.length === 0) return 0
  const open = await lockEvents(tx, ids)
  const booked = await bookedLines(tx, ids)
  const candidates = movements.filter(
    ({ eventId, line }) => open.has(eventId) && !booked.has(`${eventId}:${line}`),
  )
  const rows = await toRows(tx, candidates, clock.now())
  await insertMovements(tx, rows)
  return rows.length
}

/** Adds what opens customers' counts, and inserts everything at once. */
export async function insertMovements(
  tx: Tx,
  rows: readonly MovementRow[],
  /** An event whose movements no longer count. */
  reversedEventId?: string,
): Promise<void> {
  if (rows.length === 0) return
  const customerIds = listCustomerIds(rows)
  await lockCounts(tx, customerIds)
  const imported = await importBottles(tx, { customerIds, rows })
  const openings = await findOpenings(tx, {
    customerIds,
    rows: [...imported, ...rows],
    reversedEventId,
  })
  // One statement, so that balances are locked in one order.
  await tx.insert(bottleMovements).values([...imported, ...rows, ...openings])
  await storeCounts(tx, await countBottles(tx, customerIds))
}

export const listCustomerIds = (
  rows: readonly Pick<MovementRow, 'from' | 'fromId' | 'to' | 'toId'>[],
) => [
  ...new Set(
    rows.flatMap(({ from, fromId, to, toId }) => [
      ...(from === 'customer' && fromId ? [fromId] : []),
      ...(to === 'customer' && toId ? [toId] : []),
    ]),
  ),
]

async function bookedLines(tx: Tx, eventIds: readonly string[]): Promise<Set<string>> {
  if (eventIds.length === 0) return new Set()
  const rows = await tx
    .select({ eventId: bottleMovements.eventId, line: bottleMovements.line })
    .from(bottleMovements)
    .where(and(inArray(bottleMovements.eventId, [...eventIds]), isNotNull(bottleMovements.line)))
  return new Set(rows.map(({ eventId, line }) => `${eventId}:${line}`))
}

async function toRows(
  tx: Tx,
  movements: readonly NewMovement[],
  bookedAt: Date,
): Promise<MovementRow[]> {
  const productIds = movements.flatMap(({ bottle }) =>
    'productId' in bottle ? bottle.productId : [],
  )
  const found = productIds.length
    ? await tx
        .select({ id: products.id, kind: products.size })
        .from(products)
        .where(and(inArray(products.id, productIds), eq(products.isReturnable, true)))
    : []
  const kinds = new Map(found.map(({ id, kind }) => [id, kind]))
  return movements.flatMap(({ bottle, from, to, route, ...movement }) => {
    const productId = 'productId' in bottle ? bottle.productId : null
    const kind = 'kind' in bottle ? bottle.kind : kinds.get(bottle.productId)
    if (!kind) return []
    const about = { orderId: null, reason: null, staffEmail: null }
    const onRoute = {
      routeId: route?.id ?? null,
      driverId: route?.driverId ?? null,
      date: route?.date ?? null,
    }
    const places = {
      from: from.holder,
      fromId: getHolderId(from),
      to: to.holder,
      toId: getHolderId(to),
    }
    const row = { ...about, ...movement, ...places, ...onRoute, kind, productId }
    return { ...row, reverses: null, bookedAt }
  })
}

const getHolderId = (place: Holder) => ('id' in place ? place.id : null)
