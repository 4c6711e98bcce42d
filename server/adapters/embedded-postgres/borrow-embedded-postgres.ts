import { existsSync, realpathSync } from 'node:fs'
import { clusterPaths } from './cluster-folder.ts'
import { connectionUrl, type EmbeddedPostgres } from './embedded-postgres.ts'
import { claimCluster } from './ownership.ts'
import { livingPostmaster } from './postmaster-file.ts'
import { prepareSite } from './site.ts'

/**
 * The server of a shop that runs on this DATA_DIR now, for a command beside it; it stays the shop's
 * to stop. Nothing where no shop runs: then the command may start the server itself.
 */
export async function borrowEmbeddedPostgres(
  dataDir: string,
): Promise<EmbeddedPostgres | undefined> {
  const { cluster } = clusterPaths(dataDir)
  const living = existsSync(cluster) ? livingPostmaster(realpathSync(cluster)) : undefined
  if (!living) return undefined
  const site = await prepareSite(dataDir, {})
  const connection = { ...site.connection, host: living.host, port: living.port }
  const claim = await claimCluster(connection)
  if (claim.kind === 'mine') await claim.client.end()
  if (claim.kind !== 'held') return undefined
  return { connection, url: connectionUrl(connection), takenOver: false, stop: async () => {} }
}
