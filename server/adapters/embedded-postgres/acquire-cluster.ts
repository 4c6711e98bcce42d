import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { programPath } from './binaries.ts'
import type { ClusterLayout } from './cluster-layout.ts'
import { ensureOwnership } from './create-cluster.ts'
import { EmbeddedPostgresFailure } from './embedded-postgres-failure.ts'
import { type Claim, type Connection, claimCluster } from './ownership.ts'
import { startPostmaster, stopPostmaster } from './postmaster.ts'
import { findRunningPostmaster, isRunning, type Postmaster } from './postmaster-file.ts'

/** A running server that no other app may use while `client` stays connected. */
export type OwnedCluster = { client: pg.Client; connection: Connection; wasRunning: boolean }

/** How long to wait, in milliseconds, for each kind of conflict to end. */
const timeoutMs = {
  /** Another app uses the cluster; it may be shutting down. */
  owner: 3_000,
  /** The server is starting, stopping or replaying its WAL after a crash. */
  unreachable: 120_000,
  /** Processes of a killed server are still running, or another start is in progress. */
  leftovers: 10_000,
  failure: 0,
}
type StartupConflict = { kind: keyof typeof timeoutMs; failure: EmbeddedPostgresFailure }

export async function acquireCluster(
  layout: ClusterLayout,
  cluster: string,
): Promise<OwnedCluster> {
  const startedAt = performance.now()
  for (;;) {
    const runningServer = findRunningPostmaster(cluster)
    const result = runningServer
      ? await reuseServer(layout, cluster, runningServer)
      : await startServer(layout, cluster, startedAt + timeoutMs.unreachable)
    if (result && 'client' in result) return result
    if (result && performance.now() - startedAt > timeoutMs[result.kind]) throw result.failure
    await sleep(50)
  }
}

async function reuseServer(layout: ClusterLayout, cluster: string, runningServer: Postmaster) {
  const connection = { ...layout.connection, host: runningServer.host, port: runningServer.port }
  const claim = await claimCluster(connection)
  if (claim.kind !== 'acquired') return toConflict(layout, claim)

  const isInPlace = process.platform === 'win32' || runningServer.host === layout.connection.host
  if (isInPlace && isRunning(runningServer, programPath(layout.binaries, 'postgres'))) {
    return { client: claim.client, connection, wasRunning: true }
  }
  // DATA_DIR was moved or the programs were replaced since the server started.
  await stopPostmaster(layout, cluster)
  return undefined
}

async function startServer(layout: ClusterLayout, cluster: string, deadline: number) {
  ensureOwnership(layout, cluster)
  const { ended } = startPostmaster(layout, cluster)
  for (;;) {
    const failure = await Promise.race([ended, sleep(15)])
    if (failure) return { kind: classifyFailure(failure), failure } satisfies StartupConflict
    if (!findRunningPostmaster(cluster)) continue

    const claim = await claimCluster(layout.connection)
    if (claim.kind === 'acquired') {
      return { client: claim.client, connection: layout.connection, wasRunning: false }
    }
    if (claim.kind === 'locked' || performance.now() > deadline) return toConflict(layout, claim)
  }
}

function toConflict(
  layout: ClusterLayout,
  claim: Exclude<Claim, { kind: 'acquired' }>,
): StartupConflict {
  if (claim.kind === 'unreachable') {
    const message = `The embedded PostgreSQL isn't responding: ${claim.reason}`
    return { kind: 'unreachable', failure: new EmbeddedPostgresFailure(message) }
  }
  const message = `Another Carboy is already running on ${layout.dataDir}: stop it, or set DATA_DIR to another folder.`
  return { kind: 'owner', failure: new EmbeddedPostgresFailure(message) }
}

function classifyFailure({ message }: EmbeddedPostgresFailure) {
  const isTemporary = /lock file .* already exists|shared memory block .* still in use/.test(
    message,
  )
  return isTemporary ? 'leftovers' : 'failure'
}
