import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { startEmbeddedPostgres } from '#server/adapters/embedded-postgres/embedded-postgres.ts'
import { openDatabase } from '#server/db/client.ts'
import { migrate } from '#server/db/migrate.ts'
import { silentLog } from '../test-runtime.ts'
import { databaseDir } from './database-dir.ts'

/** Durability is off: test data need not survive a crash. */
const fastSettings = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  autovacuum: 'off',
  max_connections: '300',
  max_wal_size: '256MB',
}

/** Starts a PostgreSQL server with a migrated template database. */
export async function startTemplateServer(settings: Record<string, string> = fastSettings) {
  const dataDir = await mkdtemp(join(databaseDir(), 'carboy-test-'))
  const server = await startEmbeddedPostgres({ dataDir, settings, log: silentLog })
  const stop = async () => {
    await server.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
  try {
    const { pool, close } = openDatabase(server.url, { poolSize: 1, log: silentLog })
    await migrate(pool)
    // PostgreSQL copies only a database without connections.
    await close()
  } catch (error) {
    await stop()
    throw error
  }
  return { templateUrl: server.url, stop }
}
