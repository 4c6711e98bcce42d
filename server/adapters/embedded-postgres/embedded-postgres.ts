import { realpathSync } from 'node:fs'
import type { Log } from '#server/world.ts'
import { acquireCluster, type Owned } from './acquire-cluster.ts'
import { removeSocketFolder } from './cluster-folder.ts'
import { ensureCluster } from './create-cluster.ts'
import type { Launcher } from './launch.ts'
import type { Connection } from './ownership.ts'
import { stopPostmaster } from './postmaster.ts'
import { prepareSite } from './site.ts'

type Options = {
  dataDir: string
  /** Server settings on top of ours, such as `fsync: 'off'` in tests. */
  settings?: Record<string, string>
  log: Log
  /** Called when the database was lost while running and could not be brought back. */
  onLost?: (error: unknown) => void
  /** Only tests choose; see `chooseLauncher`. */
  launcher?: Launcher
}

export type EmbeddedPostgres = {
  connection: Connection
  /** The same as one connection string. */
  url: string
  /** A server left behind by a killed app was still running and is used on. */
  takenOver: boolean
  stop(): Promise<void>
}

/** Starts the shop's own PostgreSQL on DATA_DIR, or takes over the one that still runs there. */
export async function startEmbeddedPostgres(options: Options): Promise<EmbeddedPostgres> {
  const { log } = options
  const site = await prepareSite(options.dataDir, options.settings ?? {}, options.launcher)
  if (await ensureCluster(site)) log.info({ folder: site.paths.cluster }, 'database created')
  const cluster = realpathSync(site.paths.cluster)

  let owning = acquireCluster(site, cluster)
  let stopped: Promise<void> | undefined
  const stop = async () => {
    const isOurs = await owning.then(
      () => true,
      () => false,
    )
    if (!isOurs) return
    await stopPostmaster(site, cluster)
    removeSocketFolder(site.connection)
  }
  const keep = ({ client }: Owned) => {
    client.once('end', () => {
      if (stopped) return
      log.error({}, 'the embedded database went away, bringing it back')
      owning = acquireCluster(site, cluster)
      owning.then(keep, (error) => {
        log.error({ err: error }, 'the embedded database did not come back')
        options.onLost?.(error)
      })
    })
  }
  const owned = await owning.catch((error) => {
    removeSocketFolder(site.connection)
    throw error
  })
  keep(owned)

  return {
    connection: owned.connection,
    url: connectionUrl(owned.connection),
    takenOver: owned.takenOver,
    stop: () => {
      stopped ??= stop()
      return stopped
    },
  }
}

/** An empty host with `?host=` is how node-postgres is told of a unix socket. */
export function connectionUrl({ user, password, host, port, database }: Connection) {
  if (!password) return `postgres://${user}@/${database}?host=${encodeURIComponent(host)}`
  return `postgres://${user}:${encodeURIComponent(password)}@${host}:${port}/${database}`
}
