import { realpathSync, rmSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbeddedPostgres } from '#server/adapters/embedded-postgres/embedded-postgres.ts'
import { findRunningPostmaster } from '#server/adapters/embedded-postgres/postmaster-file.ts'
import { openDatabase } from '#server/db/client.ts'
import type { Log } from '#server/runtime.ts'
import { discardAbandoned, scratchPrefix } from './discard-abandoned.ts'
import { loadBackup } from './load-backup.ts'
import type { Manifest } from './manifest.ts'

type VerifyOptions = { path: string; secret: string | undefined; log: Log }

/** Loads the backup into a database of its own, which is dropped. */
export async function verifyBackup({ path, secret, log }: VerifyOptions): Promise<Manifest> {
  await discardAbandoned(tmpdir()).catch((err: unknown) =>
    log.warn({ err }, 'a scratch database of an earlier process was not removed'),
  )
  const dataDir = await mkdtemp(scratchPrefix(tmpdir()))
  const discard = () => discardAtExit(dataDir)
  process.once('exit', discard)
  try {
    const server = await startEmbeddedPostgres({
      ...{ dataDir, settings: { fsync: 'off' } },
      log: withoutInfo(log),
    })
    const { pool, close } = openDatabase(server.url, { poolSize: 2, log })
    try {
      return await loadBackup({ path, secret, pool })
    } finally {
      await close()
      await server.stop()
    }
  } finally {
    process.off('exit', discard)
    await rm(dataDir, { recursive: true, force: true })
  }
}

/** 'database created' would look as if it was the shop's. */
const withoutInfo = (log: Log): Log => ({
  debug: (fields, text) => log.debug(fields, text),
  info: () => {},
  warn: (fields, text) => log.warn(fields, text),
  error: (fields, text) => log.error(fields, text),
})

const MAX_STOP_MS = 3_000
const STOP_CHECK_MS = 20

/** A shop that stops during a verification leaves no server and no copy of its data behind. */
function discardAtExit(dataDir: string): void {
  try {
    const cluster = realpathSync(join(dataDir, 'postgres'))
    const server = findRunningPostmaster(cluster)
    if (server) process.kill(server.pid, 'SIGQUIT')
    // Nothing asynchronous runs at the exit, and the server writes until it has ended.
    const pause = new Int32Array(new SharedArrayBuffer(4))
    for (let waited = 0; waited < MAX_STOP_MS; waited += STOP_CHECK_MS) {
      if (!findRunningPostmaster(cluster)) break
      Atomics.wait(pause, 0, 0, STOP_CHECK_MS)
    }
  } catch {
    // It has not started yet, or has stopped just now.
  }
  rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 })
}
