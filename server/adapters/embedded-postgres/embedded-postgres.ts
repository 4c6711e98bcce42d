import { realpathSync } from 'node:fs'
import type { Log } from '#server/runtime.ts'
import { acquireCluster, type OwnedCluster } from './acquire-cluster.ts'
import { removeSocketDir } from './cluster-dir.ts'
import { prepareLayout } from './cluster-layout.ts'
import { ensureCluster } from './create-cluster.ts'
import type { Launcher } from './launch.ts'
import type { Connection } from './ownership.ts'
import { stopPostmaster } from './postmaster.ts'

type Options = {
  dataDir: string
  /** Additional server settings, such as `fsync: 'off'` in tests. */
  settings?: Record<string, string>
  log: Log
  /** Called if the database stopped while in use and could not be restarted. */
  onLost?: (error: unknown) => void
  /** Set by tests only; see `chooseLauncher`. */
  launcher?: Launcher
}

export type EmbeddedPostgres = {
  connection: Connection
  /** The connection as a connection string. */
  url: string
  /** A server left running by a killed app is used. */
  wasRunning: boolean
  stop(): Promise<void>
}

/** Starts the embedded PostgreSQL on DATA_DIR, or reuses one that is still running there. */
export async function startEmbeddedPostgres(options: Options): Promise<EmbeddedPostgres> {
  const { log } = options
  const layout = await prepareLayout(options.dataDir, options.settings ?? {}, options.launcher)
  if (await ensureCluster(layout)) log.info({ folder: layout.paths.cluster }, 'database created')
  const cluster = realpathSync(layout.paths.cluster)

  let ownership = acquireCluster(layout, cluster)
  let stopped: Promise<void> | undefined
  const stop = async () => {
    const isOwner = await ownership.then(
      () => true,
      () => false,
    )
    if (!isOwner) return
    await stopPostmaster(layout, cluster)
    removeSocketDir(layout.connection)
  }
  const restartWhenLost = ({ client }: OwnedCluster) => {
    client.once('end', () => {
      if (stopped) return
      log.error({}, 'the embedded database went away, bringing it back')
      ownership = acquireCluster(layout, cluster)
      ownership.then(restartWhenLost, (error) => {
        log.error({ err: error }, 'the embedded database did not restart')
        options.onLost?.(error)
      })
    })
  }
  const owned = await ownership.catch((error) => {
    removeSocketDir(layout.connection)
    throw error
  })
  restartWhenLost(owned)

  return {
    connection: owned.connection,
    url: connectionUrl(owned.connection),
    wasRunning: owned.wasRunning,
    stop: () => {
      stopped ??= stop()
      return stopped
    },
  }
}

/** An empty host with `?host=` is node-postgres's form of a Unix socket path. */
export function connectionUrl({ user, password, host, port, database }: Connection) {
  if (!password) return `postgres://${user}@/${database}?host=${encodeURIComponent(host)}`
  return `postgres://${user}:${encodeURIComponent(password)}@${host}:${port}/${database}`
}
