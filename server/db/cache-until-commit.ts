import { sql } from 'drizzle-orm'
import type pg from 'pg'

/** PostgreSQL's id of the statement's snapshot: which transactions were visible to it. */
export const currentSnapshotId = sql<string>`pg_current_snapshot()::text`

/**
 * `snapshotId` is the snapshot of the caller's session query. `key` contains everything else that the
 * value depends on.
 */
export type CacheUntilCommit = <Value>(
  snapshotId: string,
  key: string,
  load: () => Promise<Value>,
) => Promise<Value>

const MAX_ENTRIES = 64

/** A load that is queued or running; `snapshotId` is that of the latest caller sharing it. */
type QueueSlot = { snapshotId: string; hasStarted: boolean; value: Promise<unknown> }

/**
 * Caches values until any transaction commits, in any process and table. The cache key includes the
 * PostgreSQL snapshot the caller saw. Two callers with the same snapshot saw the same commits, so
 * a value loaded at or after that snapshot is fresh enough for both.
 *
 * If commits are faster than loads, callers that arrive during a load share the next one, which
 * starts after all of them. So each key has one load at a time, however many callers there are.
 */
export function cacheUntilCommit(pool: pg.Pool): CacheUntilCommit {
  const cache = new Map<string, unknown>()
  const slots = new Map<string, QueueSlot>()
  let cachedSnapshotId = ''
  let connections = 0
  // A new connection may follow a crash of PostgreSQL, after which snapshot ids can repeat. A
  // connection that survived proves that there was no crash.
  pool.on('connect', () => {
    connections += 1
    cache.clear()
    slots.clear()
  })

  const store = (snapshotId: string, key: string, value: unknown) => {
    if (snapshotId !== cachedSnapshotId || cache.size >= MAX_ENTRIES) cache.clear()
    cachedSnapshotId = snapshotId
    cache.set(key, value)
  }

  const enqueue = (snapshotId: string, key: string, load: () => Promise<unknown>): QueueSlot => {
    const previous = slots.get(key)
    const run = async () => {
      await previous?.value.catch(() => {})
      slot.hasStarted = true
      const connectionsBefore = connections
      const value = await load()
      if (connections === connectionsBefore) store(slot.snapshotId, key, value)
      return value
    }
    const slot: QueueSlot = { snapshotId, hasStarted: false, value: Promise.resolve() }
    slot.value = run().finally(() => {
      if (slots.get(key) === slot) slots.delete(key)
    })
    slots.set(key, slot)
    return slot
  }

  return async <Value>(snapshotId: string, key: string, load: () => Promise<Value>) => {
    if (snapshotId === cachedSnapshotId && cache.has(key)) return cache.get(key) as Value
    const last = slots.get(key)
    const canShare = last !== undefined && (!last.hasStarted || last.snapshotId === snapshotId)
    const slot = canShare ? last : enqueue(snapshotId, key, load)
    if (!slot.hasStarted) slot.snapshotId = snapshotId
    return slot.value as Promise<Value>
  }
}
