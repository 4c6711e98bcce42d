import pg from 'pg'

/**
 * Opens a pool on a test database. `pool.end()` resolves before its connections are closed, so dropping
 * the database may break one of them; without listeners that would fail the test run.
 */
export function openTestPool(connectionString: string, options: pg.PoolConfig = {}): pg.Pool {
  const pool = new pg.Pool({ ...options, connectionString })
  pool.on('connect', (client) => void client.on('error', () => {}))
  pool.on('error', () => {})
  return pool
}
