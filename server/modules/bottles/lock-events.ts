import { and, asc, eq, inArray, isNull } from 'drizzle-orm'
import type { Tx } from '#server/db/client.ts'
import { bottleEvents, bottleHolders } from './tables.ts'

const unique = (ids: readonly string[]) => [...new Set(ids)].sort()

/** Locks the events, in the order of their ids. Returns those that were not reversed. */
export async function lockEvents(tx: Tx, eventIds: readonly string[]): Promise<Set<string>> {
  const ids = unique(eventIds)
  if (ids.length === 0) return new Set()
  await tx
    .insert(bottleEvents)
    .values(ids.map((id) => ({ id })))
    .onConflictDoNothing()
  const rows = await tx
    .select()
    .from(bottleEvents)
    .where(inArray(bottleEvents.id, ids))
    .orderBy(asc(bottleEvents.id))
    .for('update')
  return new Set(rows.flatMap(({ id, reversedAt }) => (reversedAt ? [] : id)))
}

/**
 * Returns false if the event was reversed before. The event is locked, even if nothing was booked
 * for it.
 */
export async function markReversed(tx: Tx, eventId: string, at: Date): Promise<boolean> {
  await lockEvents(tx, [eventId])
  const rows = await tx
    .update(bottleEvents)
    .set({ reversedAt: at })
    .where(and(eq(bottleEvents.id, eventId), isNull(bottleEvents.reversedAt)))
    .returning()
  return rows.length > 0
}

/** Locks the counts of customers, in the order of their ids. */
export async function lockCounts(tx: Tx, customerIds: readonly string[]): Promise<void> {
  const ids = unique(customerIds)
  if (ids.length === 0) return
  await tx
    .insert(bottleHolders)
    .values(ids.map((holderId) => ({ holder: 'customer' as const, holderId })))
    .onConflictDoNothing()
  await tx
    .select({ id: bottleHolders.holderId })
    .from(bottleHolders)
    .where(and(eq(bottleHolders.holder, 'customer'), inArray(bottleHolders.holderId, ids)))
    .orderBy(asc(bottleHolders.holderId))
    .for('update')
}
