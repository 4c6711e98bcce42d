import { sql } from 'drizzle-orm'
import type pg from 'pg'

/** What a statement sees: which transactions had ended when it began, as PostgreSQL names it. */
export const currentSnapshotId = sql<string>`pg_current_snapshot()::text`

/**
 * `seen` is what the caller's own look at the database saw, and `key` names all that the answer
 * depends on besides.
 */
export type CacheUntilCommit = <Answer>(
  seen: string,
  key: string,
  make: () => Promise<Answer>,
) => Promise<Answer>

const MAX_ENTRIES = 64

/** An answer that is being made, or waits for its turn; `seen` is what its last asker saw. */
type QueueSlot = { seen: string; hasStarted: boolean; answer: Promise<unknown> }

/**
 * Keeps answers for as long as nothing is committed, by any process and in any table. Whoever sees
 * what the maker of an answer saw before making it began before any later commit was told to anybody,
 * so the answer, which saw at least as much, is none too old; whoever comes later sees something else.
 *
 * Where commits come quicker than answers are made, those who ask meanwhile share the next one, which
 * begins after each of them has asked: one is made at a time, however many ask.
 */
export function cacheUntilCommit(pool: pg.Pool): CacheUntilCommit {
  const kept = new Map<string, unknown>()
  const turns = new Map<string, QueueSlot>()
  let keptFrom = ''
  let connections = 0
  // A new connection may have been needed because PostgreSQL crashed, and what it counts by may then
  // come a second time. One that still answers was there before, and saw no crash.
  pool.on('connect', () => {
    connections += 1
    kept.clear()
    turns.clear()
  })

  const keep = (seen: string, key: string, answer: unknown) => {
    if (seen !== keptFrom || kept.size >= MAX_ENTRIES) kept.clear()
    keptFrom = seen
    kept.set(key, answer)
  }

  const enqueue = (seen: string, key: string, make: () => Promise<unknown>): QueueSlot => {
    const before = turns.get(key)
    const run = async () => {
      await before?.answer.catch(() => {})
      turn.hasStarted = true
      const connectionsBefore = connections
      const answer = await make()
      if (connections === connectionsBefore) keep(turn.seen, key, answer)
      return answer
    }
    const turn: QueueSlot = { seen, hasStarted: false, answer: Promise.resolve() }
    turn.answer = run().finally(() => {
      if (turns.get(key) === turn) turns.delete(key)
    })
    turns.set(key, turn)
    return turn
  }

  return async <Answer>(seen: string, key: string, make: () => Promise<Answer>) => {
    if (seen === keptFrom && kept.has(key)) return kept.get(key) as Answer
    const last = turns.get(key)
    const isFitting = last !== undefined && (!last.hasStarted || last.seen === seen)
    const turn = isFitting ? last : enqueue(seen, key, make)
    if (!turn.hasStarted) turn.seen = seen
    return turn.answer as Promise<Answer>
  }
}
