import type { PoolClient } from 'pg'

/**
 * Closes a connection that holds advisory locks. PostgreSQL frees the locks of a closed connection a
 * moment later, and who comes within that moment would be told that somebody else is busy.
 */
export async function closeSession(session: PoolClient): Promise<void> {
  // A broken connection has none left.
  await session.query('select pg_advisory_unlock_all()').catch(() => {})
  session.release(true)
}
