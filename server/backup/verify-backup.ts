import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbeddedPostgres } from '#server/adapters/embedded-postgres/embedded-postgres.ts'
import { openDatabase } from '#server/db/client.ts'
import type { Log } from '#server/runtime.ts'
import { loadBackup } from './load-backup.ts'
import type { Manifest } from './manifest.ts'

type VerifyOptions = { path: string; secret: string | undefined; log: Log }

/** Loads the backup into a database of its own, which is thrown away. */
export async function verifyBackup({ path, secret, log }: VerifyOptions): Promise<Manifest> {
  const dataDir = await mkdtemp(join(tmpdir(), 'carboy-verify-'))
  try {
    const server = await startEmbeddedPostgres({ dataDir, settings: { fsync: 'off' }, log })
    const { pool, close } = openDatabase(server.url, { poolSize: 2, log })
    try {
      return await loadBackup({ path, secret, pool })
    } finally {
      await close()
      await server.stop()
    }
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
}
