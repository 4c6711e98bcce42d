import type { PoolClient } from 'pg'

/**
 * Closes a connection that holds advisory locks. They are unlocked first, because PostgreSQL frees the
 * locks of a closed connection a moment later, and the next caller would find them still locked.
 */
export async function closeSession(session: PoolClient): Promise<void> {
  // The locks of a broken connection are gone already.
  await session.query('select pg_advisory_unlock_all()').catch(() => {})
  session.release(true)
}
