import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { startEmbeddedPostgres } from '#server/adapters/embedded-postgres/embedded-postgres.ts'
import { openDatabase } from '#server/db/client.ts'
import { migrate } from '#server/db/migrate.ts'
import { silentLog } from '../test-runtime.ts'
import { databaseDir } from './database-dir.ts'

/** Tests lose nothing in a crash, so nothing has to reach the disk. */
const fastSettings = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  autovacuum: 'off',
  max_connections: '300',
  max_wal_size: '256MB',
}

/** A PostgreSQL of its own, with a migrated database to copy. */
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
    // A copy is taken only from a database that nobody is connected to.
    await close()
  } catch (error) {
    await stop()
    throw error
  }
  return { templateUrl: server.url, stop }
}
