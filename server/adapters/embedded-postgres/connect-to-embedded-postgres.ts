import { existsSync, realpathSync } from 'node:fs'
import { clusterPaths } from './cluster-dir.ts'
import { prepareLayout } from './cluster-layout.ts'
import { connectionUrl, type EmbeddedPostgres } from './embedded-postgres.ts'
import { claimCluster } from './ownership.ts'
import { findRunningPostmaster } from './postmaster-file.ts'

/**
 * Connects a command to the server of a shop that is running on this DATA_DIR. Only the shop stops
 * that server. Returns undefined if no shop is running; the command may then start the server itself.
 */
export async function connectToEmbeddedPostgres(
  dataDir: string,
): Promise<EmbeddedPostgres | undefined> {
  const { cluster } = clusterPaths(dataDir)
  const runningServer = existsSync(cluster)
    ? findRunningPostmaster(realpathSync(cluster))
    : undefined
  if (!runningServer) return undefined
  const layout = await prepareLayout(dataDir, {})
  const connection = { ...layout.connection, host: runningServer.host, port: runningServer.port }
  const claim = await claimCluster(connection)
  if (claim.kind === 'acquired') await claim.client.end()
  if (claim.kind !== 'locked') return undefined
  return { connection, url: connectionUrl(connection), wasRunning: false, stop: async () => {} }
}
