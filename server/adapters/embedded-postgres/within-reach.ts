import { randomUUID } from 'node:crypto'
import { chmodSync, cpSync, existsSync, mkdirSync, renameSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type Binaries, programPath } from './binaries.ts'
import { EmbeddedPostgresFailure } from './embedded-postgres-failure.ts'
import { canRun, type Launcher } from './launch.ts'

/**
 * Whoever stands in for root has not root's right to enter every folder. What it cannot reach is
 * put here, where only root may write and everyone may look.
 */
const openPlace = '/var/lib/carboy'

export function binariesWithinReach(launcher: Launcher, binaries: Binaries): Binaries {
  if (canStart(launcher, binaries)) return binaries

  const home = join(openPlace, `postgresql-${binaries.version}`)
  if (!existsSync(home)) {
    const unfinished = `${home}.${randomUUID()}`
    makeOpen(openPlace)
    const umask = process.umask(0o022)
    cpSync(binaries.home, unfinished, { recursive: true, verbatimSymlinks: true })
    process.umask(umask)
    renameSync(unfinished, home)
  }
  const copy = { ...binaries, home, libraries: [join(home, 'lib')] }
  if (canStart(launcher, copy)) return copy
  throw outOfReach(binaries.home)
}

/** A place for a new cluster, if DATA_DIR cannot be entered. */
export function clusterWithinReach(launcher: Launcher, dataDir: string): string | undefined {
  if (canEnter(launcher, dataDir)) return undefined
  makeOpen(openPlace)
  makeOpen(join(openPlace, 'clusters'))
  return join(openPlace, 'clusters', randomUUID())
}

export function assertWithinReach(launcher: Launcher, cluster: string) {
  if (!canEnter(launcher, dirname(cluster))) throw outOfReach(cluster)
}

function outOfReach(path: string) {
  return new EmbeddedPostgresFailure(
    `PostgreSQL does not run as root, and its stand-in cannot reach ${path}: start the shop as an ordinary user, or set DATABASE_URL.`,
  )
}

/** Whatever the umask says. */
function makeOpen(folder: string) {
  mkdirSync(folder, { recursive: true })
  chmodSync(folder, 0o755)
}

function canStart(launcher: Launcher, binaries: Binaries) {
  if (launcher.kind === 'direct') return true
  return canRun(launcher, programPath(binaries, 'postgres'), ['--version'], binaries)
}

function canEnter(launcher: Launcher, folder: string) {
  if (launcher.kind === 'direct') return true
  return canRun(launcher, '/bin/sh', ['-c', 'cd "$1"', 'sh', folder])
}
