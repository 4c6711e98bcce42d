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
import { accessibleClusterDir, assertAccessible } from './accessible-paths.ts'
import { programPath } from './binaries.ts'
import { transferOwnership } from './cluster-dir.ts'
import type { ClusterLayout } from './cluster-layout.ts'
import { EmbeddedPostgresFailure } from './embedded-postgres-failure.ts'
import { launch } from './launch.ts'

/**
 * Creates the cluster if it does not exist. It is created under a temporary name and renamed when it
 * is complete, so that a crash never leaves a partial database. Returns whether it was created.
 */
export async function ensureCluster(layout: ClusterLayout): Promise<boolean> {
  const { cluster } = layout.paths
  removeUnfinished(layout.dataDir)
  if (isCluster(cluster)) return false

  const accessibleDir = accessibleClusterDir(layout.launcher, layout.dataDir)
  const folder = accessibleDir ?? join(layout.dataDir, `${unfinishedPrefix}${process.pid}`)
  mkdirSync(folder, { mode: 0o700 })
  if (layout.launcher.kind !== 'direct') transferOwnership(folder, layout.launcher.owner)
  await runInitdb(layout, folder)

  try {
    if (accessibleDir) symlinkSync(folder, cluster)
    else renameSync(folder, cluster)
  } catch (error) {
    rmSync(folder, { recursive: true, force: true })
    // Another app that started at the same time was first; this one connects to its server next.
    if (isCluster(cluster)) return false
    const reason = error instanceof Error ? error.message : String(error)
    throw new EmbeddedPostgresFailure(`The database could not be put into its place: ${reason}`)
  }
  if (process.platform !== 'win32') syncDir(layout.dataDir)
  return true
}

/** Makes the files belong to the user that runs the server, also after a change of user. */
export function ensureOwnership({ launcher }: ClusterLayout, cluster: string) {
  if (process.platform === 'win32') return
  assertAccessible(launcher, cluster)
  if (statSync(cluster).uid === launcher.owner.uid) return
  try {
    transferOwnership(cluster, launcher.owner)
  } catch {
    throw ownedByAnotherUser(cluster)
  }
}

function isCluster(folder: string) {
  try {
    return statSync(join(folder, 'PG_VERSION')).isFile()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EACCES') throw ownedByAnotherUser(folder)
    return false
  }
}

function ownedByAnotherUser(cluster: string) {
  return new EmbeddedPostgresFailure(
    `The database in ${cluster} belongs to another user: start the shop as that user, or set DATA_DIR to another folder.`,
  )
}

async function runInitdb(
  { launcher, binaries, connection, paths, settings }: ClusterLayout,
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
  // Sorts the same way on every machine, independent of the system's locales.
  args.push('--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8')
  if (password) args.push('--auth=scram-sha-256', `--pwfile=${paths.passwordFile}`)
  else args.push('--auth=trust')
  if (settings.fsync === 'off') args.push('--no-sync')

  const program = programPath(binaries, 'initdb')
  const child = launch(launcher, binaries, program, args, { stdio: ['ignore', 'ignore', 'pipe'] })
  const stderr = child.stderr ? text(child.stderr) : Promise.resolve('')
  const [code] = await once(child, 'close')
  if (code === 0) return
  rmSync(folder, { recursive: true, force: true })
  throw new EmbeddedPostgresFailure(`The database could not be created: ${(await stderr).trim()}`)
}

const unfinishedPrefix = 'postgres.new-'

function removeUnfinished(dataDir: string) {
  for (const name of readdirSync(dataDir)) {
    if (!name.startsWith(unfinishedPrefix)) continue
    const creatorPid = Number(name.slice(unfinishedPrefix.length))
    if (creatorPid !== process.pid && isAlive(creatorPid)) continue
    try {
      rmSync(join(dataDir, name), { recursive: true, force: true })
    } catch {
      // The initdb of a killed app is still writing there; the next start removes the directory.
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

/** A rename is durable only after an fsync of its directory. */
function syncDir(folder: string) {
  const handle = openSync(folder, 'r')
  fsyncSync(handle)
  closeSync(handle)
}
