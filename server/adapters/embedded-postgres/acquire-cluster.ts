import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { programPath } from './binaries.ts'
import { takeIntoOwnership } from './create-cluster.ts'
import { EmbeddedPostgresFailure } from './embedded-postgres-failure.ts'
import { type Claim, type Connection, claimCluster } from './ownership.ts'
import { startPostmaster, stopPostmaster } from './postmaster.ts'
import { isRunning, livingPostmaster, type Postmaster } from './postmaster-file.ts'
import type { Site } from './site.ts'

/** A running server that no other app may use while `client` stays connected. */
export type Owned = { client: pg.Client; connection: Connection; takenOver: boolean }

/** What stands in the way, and for how many milliseconds it may before we give up. */
const patience = {
  /** Another app: one that is just being stopped needs a moment. */
  owner: 3_000,
  /** A server that starts, stops or replays what was not written before a crash. */
  silence: 120_000,
  /** Processes of a killed server that have not noticed yet; another start at the same moment. */
  remains: 10_000,
  failure: 0,
}
type Obstacle = { kind: keyof typeof patience; failure: EmbeddedPostgresFailure }

export async function acquireCluster(site: Site, cluster: string): Promise<Owned> {
  const begun = performance.now()
  for (;;) {
    const living = livingPostmaster(cluster)
    const result = living
      ? await takeOver(site, cluster, living)
      : await startAnew(site, cluster, begun + patience.silence)
    if (result && 'client' in result) return result
    if (result && performance.now() - begun > patience[result.kind]) throw result.failure
    await sleep(50)
  }
}

async function takeOver(site: Site, cluster: string, living: Postmaster) {
  const connection = { ...site.connection, host: living.host, port: living.port }
  const claim = await claimCluster(connection)
  if (claim.kind !== 'mine') return obstacle(site, claim)

  const isInPlace = process.platform === 'win32' || living.host === site.connection.host
  if (isInPlace && isRunning(living, programPath(site.binaries, 'postgres'))) {
    return { client: claim.client, connection, takenOver: true }
  }
  // DATA_DIR has moved, or its programs were replaced, since the server was started.
  await stopPostmaster(site, cluster)
  return undefined
}

async function startAnew(site: Site, cluster: string, deadline: number) {
  takeIntoOwnership(site, cluster)
  const { ended } = startPostmaster(site, cluster)
  for (;;) {
    const failure = await Promise.race([ended, sleep(15)])
    if (failure) return { kind: kindOf(failure), failure } satisfies Obstacle
    if (!livingPostmaster(cluster)) continue

    const claim = await claimCluster(site.connection)
    if (claim.kind === 'mine') {
      return { client: claim.client, connection: site.connection, takenOver: false }
    }
    if (claim.kind === 'held' || performance.now() > deadline) return obstacle(site, claim)
  }
}

function obstacle(site: Site, claim: Exclude<Claim, { kind: 'mine' }>): Obstacle {
  if (claim.kind === 'silent') {
    const message = `The embedded PostgreSQL does not answer: ${claim.reason}`
    return { kind: 'silence', failure: new EmbeddedPostgresFailure(message) }
  }
  const message = `Another Carboy is already running on ${site.dataDir}: stop it, or set DATA_DIR to another folder.`
  return { kind: 'owner', failure: new EmbeddedPostgresFailure(message) }
}

function kindOf({ message }: EmbeddedPostgresFailure) {
  const isPassing = /lock file .* already exists|shared memory block .* still in use/.test(message)
  return isPassing ? 'remains' : 'failure'
}
