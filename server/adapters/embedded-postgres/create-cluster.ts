import { once } from 'node:events'
import {
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { programPath } from './binaries.ts'
import { handOver } from './cluster-folder.ts'
import { EmbeddedPostgresFailure } from './embedded-postgres-failure.ts'
import { launch } from './launch.ts'
import type { Site } from './site.ts'
import { assertWithinReach, clusterWithinReach } from './within-reach.ts'

/**
 * Makes the cluster once. It is made beside its place and moved there when it is whole, so that a
 * kill half-way leaves nothing that could be taken for a database. Tells whether it was made now.
 */
export async function ensureCluster(site: Site): Promise<boolean> {
  const { cluster } = site.paths
  removeUnfinished(site.dataDir)
  if (isCluster(cluster)) return false

  const elsewhere = clusterWithinReach(site.launcher, site.dataDir)
  const folder = elsewhere ?? join(site.dataDir, `${unfinishedPrefix}${process.pid}`)
  mkdirSync(folder, { mode: 0o700 })
  if (site.launcher.kind !== 'direct') handOver(folder, site.launcher.owner)
  await runInitdb(site, folder)

  try {
    if (elsewhere) symlinkSync(folder, cluster)
    else renameSync(folder, cluster)
  } catch (error) {
    rmSync(folder, { recursive: true, force: true })
    // Two apps starting on a new folder: the other was first, and this one meets its server next.
    if (isCluster(cluster)) return false
    const reason = error instanceof Error ? error.message : String(error)
    throw new EmbeddedPostgresFailure(`The database could not be put into its place: ${reason}`)
  }
  if (process.platform !== 'win32') syncFolder(site.dataDir)
  return true
}

/** The files must belong to whoever the server runs as, also after a change of user. */
export function takeIntoOwnership({ launcher }: Site, cluster: string) {
  if (process.platform === 'win32') return
  assertWithinReach(launcher, cluster)
  if (statSync(cluster).uid === launcher.owner.uid) return
  try {
    handOver(cluster, launcher.owner)
  } catch {
    throw anothers(cluster)
  }
}

function isCluster(folder: string) {
  try {
    return statSync(join(folder, 'PG_VERSION')).isFile()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EACCES') throw anothers(folder)
    return false
  }
}

function anothers(cluster: string) {
  return new EmbeddedPostgresFailure(
    `The database in ${cluster} belongs to another user: start the shop as that user, or set DATA_DIR to another folder.`,
  )
}

async function runInitdb(
  { launcher, binaries, connection, paths, settings }: Site,
  folder: string,
) {
  const { user, password } = connection
  const args = [
    '-D',
    folder,
    '-U',
    user,
    '--data-checksums',
    '--encoding=UTF8',
    '--no-instructions',
  ]
  // Sorting that is the same on every machine, and needs nothing of the system's locales.
  args.push('--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8')
  if (password) args.push('--auth=scram-sha-256', `--pwfile=${paths.passwordFile}`)
  else args.push('--auth=trust')
  if (settings.fsync === 'off') args.push('--no-sync')

  const program = programPath(binaries, 'initdb')
  const child = launch(launcher, binaries, program, args, { stdio: ['ignore', 'ignore', 'pipe'] })
  const said = child.stderr ? text(child.stderr) : Promise.resolve('')
  const [code] = await once(child, 'close')
  if (code === 0) return
  rmSync(folder, { recursive: true, force: true })
  throw new EmbeddedPostgresFailure(`The database could not be created: ${(await said).trim()}`)
}

const unfinishedPrefix = 'postgres.new-'

function removeUnfinished(dataDir: string) {
  for (const name of readdirSync(dataDir)) {
    if (!name.startsWith(unfinishedPrefix)) continue
    const maker = Number(name.slice(unfinishedPrefix.length))
    if (maker !== process.pid && isAlive(maker)) continue
    try {
      rmSync(join(dataDir, name), { recursive: true, force: true })
    } catch {
      // The killed app's initdb is still writing there: it is left for the next start.
    }
  }
}

function isAlive(pid: number) {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** A rename is on disk only once its folder is. */
function syncFolder(folder: string) {
  const handle = openSync(folder, 'r')
  fsyncSync(handle)
  closeSync(handle)
}
