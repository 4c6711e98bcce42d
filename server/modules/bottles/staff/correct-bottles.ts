import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Correction } from '#contract/bottles/staff-bottles.ts'
import { Failure } from '#contract/errors.ts'
import type { Db, Tx } from '#server/db/client.ts'
import { type Actor, recordAuditEntry } from '#server/modules/audit/index.ts'
import { trucks } from '#server/modules/fleet/tables.ts'
import { customers } from '#server/modules/identity/tables.ts'
import type { Clock, Random } from '#server/runtime.ts'
import { bookMovements, listCustomerIds } from '../book-movements.ts'
import { lockCounts } from '../lock-events.ts'
import { reverseMovements } from '../reverse-movements.ts'
import { bottleBalances, bottleMovements, bottleRoutes } from '../tables.ts'
import type { Holder, MovementRoute } from '../types.ts'

type CorrectionDeps = { db: Db; clock: Clock; random: Random }

/** Rule 60: staff book a movement with a reason. The request's id is its event: it is booked once. */
export function correctBottles(
  deps: CorrectionDeps,
  actor: Actor,
  { requestId: eventId, from, to, routeId, kind, quantity, state, reason }: Correction,
): Promise<{ booked: number }> {
  return deps.db.transaction(async (tx) => {
    // Both at once, because others may move bottles between them; then an erasure waits.
    await lockCounts(
      tx,
      [from, to].flatMap(({ holder, id }) => (holder === 'customer' && id ? id : [])),
    )
    const [source, target] = [await findHolder(tx, from, 'from'), await findHolder(tx, to, 'to')]
    if (isSame(source, target)) {
      const message = 'Choose two different places'
      throw new Failure('invalid', message, { to: message })
    }
    await assertAvailable(tx, source, { kind, quantity, eventId })
    const movement = { bottle: { kind }, quantity, state, from: source, to: target, reason }
    const booked = await bookMovements(tx, deps, [
      {
        ...movement,
        ...{ eventId, line: 0, cause: 'correction', at: deps.clock.now(), staffEmail: actor.email },
        route: routeId ? await findRoute(tx, routeId) : null,
      },
    ])
    if (booked > 0) {
      await recordAuditEntry(tx, deps, actor, {
        action: 'bottles.corrected',
        subjectId: 'id' in source ? source.id : 'id' in target ? target.id : eventId,
        before: {},
        after: { quantity, kind, state, from: source.holder, to: target.holder, reason },
      })
    }
    return { booked }
  })
}

/** Rule 60: takes an event back, such as a count that was wrong. */
export function reverseBottles(
  deps: CorrectionDeps,
  actor: Actor,
  eventId: string,
  { reason }: { reason: string },
): Promise<{ reversed: number }> {
  return deps.db.transaction(async (tx) => {
    const movements = await tx
      .select()
      .from(bottleMovements)
      .where(eq(bottleMovements.eventId, eventId))
    if (movements.length === 0) throw new Failure('not_found')
    const known = await lockCustomers(tx, listCustomerIds(movements))
    const isErased = (customerId: string) => !known.has(customerId)
    const about = { eventId, at: deps.clock.now(), reason, staffEmail: actor.email, isErased }
    const reversed = await reverseMovements(tx, deps, about)
    if (reversed > 0) {
      await recordAuditEntry(tx, deps, actor, {
        action: 'bottles.reversed',
        subjectId: eventId,
        before: {},
        after: { quantity: reversed, reason },
      })
    }
    return { reversed }
  })
}

/** Customers who were not erased. The lock makes an erasure at the same moment wait. */
async function lockCustomers(tx: Tx, ids: string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  await lockCounts(tx, ids)
  const rows = await tx
    .select({ id: customers.id })
    .from(customers)
    .where(inArray(customers.id, ids))
  return new Set(rows.map(({ id }) => id))
}

async function findHolder(
  tx: Tx,
  { holder, id }: Correction['from'],
  field: 'from' | 'to',
): Promise<Holder> {
  if (holder !== 'customer' && holder !== 'truck') return { holder }
  const message = holder === 'customer' ? 'Choose a customer' : 'Choose a truck'
  if (!id) throw new Failure('invalid', message, { [field]: message })
  const table = holder === 'customer' ? customers : trucks
  const [row] = await tx.select({ id: table.id }).from(table).where(eq(table.id, id))
  if (!row) throw new Failure('not_found')
  return { holder, id }
}

const isSame = (a: Holder, b: Holder) =>
  a.holder === b.holder && (!('id' in a) || !('id' in b) || a.id === b.id)

/**
 * Staff cannot take more bottles than the customer has; a driver who did would open the count. The
 * count is locked.
 */
async function assertAvailable(
  tx: Tx,
  source: Holder,
  { kind, quantity, eventId }: { kind: Correction['kind']; quantity: number; eventId: string },
): Promise<void> {
  if (source.holder !== 'customer') return
  const [known] = await tx
    .select({ id: bottleMovements.id })
    .from(bottleMovements)
    .where(eq(bottleMovements.eventId, eventId))
    .limit(1)
  if (known) return
  const [balance] = await tx
    .select({
      bottles: sql<number>`${bottleBalances.full} + ${bottleBalances.empty} + ${bottleBalances.damaged}`,
    })
    .from(bottleBalances)
    .where(
      and(
        eq(bottleBalances.holder, 'customer'),
        eq(bottleBalances.holderId, source.id),
        eq(bottleBalances.kind, kind),
      ),
    )
  const bottles = balance?.bottles ?? 0
  if (quantity <= bottles) return
  const message = `This customer has ${bottles} ${kind} ${bottles === 1 ? 'bottle' : 'bottles'}`
  throw new Failure('invalid', message, { quantity: message })
}

async function findRoute(tx: Tx, routeId: string): Promise<MovementRoute> {
  const [row] = await tx.select().from(bottleRoutes).where(eq(bottleRoutes.routeId, routeId))
  if (!row) throw new Failure('not_found')
  return { id: routeId, truckId: row.truckId, driverId: row.driverId, date: row.date }
}
