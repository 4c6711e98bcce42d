import { sql } from 'drizzle-orm'
import type pg from 'pg'

/** What a statement sees: which transactions had ended when it began, as PostgreSQL names it. */
export const seenByThis = sql<string>`pg_current_snapshot()::text`

/**
 * `seen` is what the caller's own look at the database saw, and `key` names all that the answer
 * depends on besides.
 */
export type WhileUnchanged = <Answer>(
  seen: string,
  key: string,
  make: () => Promise<Answer>,
) => Promise<Answer>

const MOST_KEPT = 64

/**
 * Keeps answers for as long as nothing is committed, by any process and in any table. Whoever sees
 * what the maker of an answer saw before making it began before any later commit was told to anybody,
 * so the answer, which saw at least as much, is none too old; whoever comes later sees something else.
 */
export function whileUnchanged(pool: pg.Pool): WhileUnchanged {
  const kept = new Map<string, unknown>()
  let keptFrom = ''
  let connections = 0
  // A new connection may have been needed because PostgreSQL crashed, and what it counts by may then
  // come a second time. One that still answers was there before, and saw no crash.
  pool.on('connect', () => {
    connections += 1
    kept.clear()
  })

  return async (seen, key, make) => {
    if (seen === keptFrom && kept.has(key)) return kept.get(key) as Awaited<ReturnType<typeof make>>
    const connectionsBefore = connections
    const answer = await make()
    if (connections !== connectionsBefore) return answer
    if (seen !== keptFrom || kept.size >= MOST_KEPT) kept.clear()
    keptFrom = seen
    kept.set(key, answer)
    return answer
  }
}
