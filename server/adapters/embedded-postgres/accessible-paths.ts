import { randomUUID } from 'node:crypto'
import { chmodSync, cpSync, existsSync, mkdirSync, renameSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type Binaries, programPath } from './binaries.ts'
import { EmbeddedPostgresFailure } from './embedded-postgres-failure.ts'
import { canRun, type Launcher } from './launch.ts'

/**
 * The unprivileged user that runs PostgreSQL cannot enter every directory root can. Inaccessible
 * files are copied here: only root may write, everyone may read.
 */
const SHARED_DIR = '/var/lib/carboy'

export function accessibleBinaries(launcher: Launcher, binaries: Binaries): Binaries {
  if (canStart(launcher, binaries)) return binaries

  const home = join(SHARED_DIR, `postgresql-${binaries.version}`)
  if (!existsSync(home)) {
    const unfinished = `${home}.${randomUUID()}`
    makeReadable(SHARED_DIR)
    const umask = process.umask(0o022)
    cpSync(binaries.home, unfinished, { recursive: true, verbatimSymlinks: true })
    process.umask(umask)
    renameSync(unfinished, home)
  }
  const copy = { ...binaries, home, libraries: [join(home, 'lib')] }
  if (canStart(launcher, copy)) return copy
  throw inaccessible(binaries.home)
}

/** Returns a directory for a new cluster if the unprivileged user cannot enter DATA_DIR. */
export function accessibleClusterDir(launcher: Launcher, dataDir: string): string | undefined {
  if (canEnterDir(launcher, dataDir)) return undefined
  makeReadable(SHARED_DIR)
  makeReadable(join(SHARED_DIR, 'clusters'))
  return join(SHARED_DIR, 'clusters', randomUUID())
}

export function assertAccessible(launcher: Launcher, cluster: string) {
  if (!canEnterDir(launcher, dirname(cluster))) throw inaccessible(cluster)
}

function inaccessible(path: string) {
  return new EmbeddedPostgresFailure(
    `PostgreSQL does not run as root, and the user nobody cannot access ${path}: start the shop as another user, or set DATABASE_URL.`,
  )
}

/** Sets the mode explicitly, because the umask may be stricter. */
function makeReadable(folder: string) {
  mkdirSync(folder, { recursive: true })
  chmodSync(folder, 0o755)
}

function canStart(launcher: Launcher, binaries: Binaries) {
  if (launcher.kind === 'direct') return true
  return canRun(launcher, programPath(binaries, 'postgres'), ['--version'], binaries)
}

function canEnterDir(launcher: Launcher, folder: string) {
  if (launcher.kind === 'direct') return true
  return canRun(launcher, '/bin/sh', ['-c', 'cd "$1"', 'sh', folder])
}
