import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { startEmbeddedPostgres } from '#server/adapters/embedded-postgres/embedded-postgres.ts'
import { openDatabase } from '#server/db/client.ts'
import { migrate } from '#server/db/migrate.ts'
import { quietLog } from './world.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The database that every test database is a copy of. */
    templateUrl: string
  }
}

/** Tests lose nothing in a crash, so nothing has to reach the disk. */
const forSpeed = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  autovacuum: 'off',
  max_connections: '300',
}

/** One PostgreSQL for the whole run; `freshDatabase` copies its migrated database. */
export async function setup({ provide }: TestProject) {
  const dataDir = await mkdtemp(join(tmpdir(), 'carboy-test-'))
  const server = await startEmbeddedPostgres({ dataDir, settings: forSpeed, log: quietLog })
  const teardown = async () => {
    await server.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
  try {
    const { pool, close } = openDatabase(server.url, { poolSize: 1, log: quietLog })
    await migrate(pool)
    // A copy is taken only from a database that nobody is connected to.
    await close()
  } catch (error) {
    await teardown()
    throw error
  }
  provide('templateUrl', server.url)
  return teardown
}
