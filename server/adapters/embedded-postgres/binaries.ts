import { chmodSync, existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { EmbeddedPostgresFailure } from './embedded-postgres-failure.ts'

/** Directory of PostgreSQL's programs, and the directories of its shared libraries. */
export type Binaries = { home: string; version: string; libraries: string[] }

type Program = 'initdb' | 'postgres' | 'pg_ctl'

export function programPath(binaries: Binaries, program: Program) {
  const suffix = process.platform === 'win32' ? '.exe' : ''
  return join(binaries.home, 'bin', program + suffix)
}

/** Library links are created in `fallbackDir` if the package's own directory is read-only. */
export function findBinaries(fallbackDir: string): Binaries {
  const root = packageRoot()
  const home = join(root, 'native')
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const libraries = linkLibraries(root, fallbackDir)
  const binaries = { home, version, libraries }

  for (const program of ['initdb', 'postgres', 'pg_ctl'] as const) {
    markExecutable(programPath(binaries, program))
  }
  return binaries
}

function packageRoot() {
  const os = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${os}-${process.arch}`
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(name)))
  } catch {
    throw new EmbeddedPostgresFailure(
      `No PostgreSQL for this machine (${name} is not installed): run npm ci, or set DATABASE_URL to a PostgreSQL server.`,
    )
  }
}

/** Does what the package's install script would do, because npm runs no scripts here. */
function linkLibraries(root: string, fallbackDir: string) {
  const list = join(root, 'native', 'pg-symlinks.json')
  const folder = join(root, 'native', 'lib')
  if (!existsSync(list)) return [folder]

  const links: { source: string; target: string }[] = JSON.parse(readFileSync(list, 'utf8'))
  const missing = links.filter(({ target }) => !existsSync(join(root, target)))
  try {
    for (const { source, target } of missing) link(basename(source), join(root, target))
    return [folder]
  } catch {
    mkdirSync(fallbackDir, { recursive: true })
    for (const { source, target } of missing) {
      link(join(root, source), join(fallbackDir, basename(target)))
    }
    return [folder, fallbackDir]
  }
}

function link(source: string, target: string) {
  try {
    symlinkSync(source, target)
  } catch (error) {
    // Another process that starts at the same time may have created it.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}

function markExecutable(path: string) {
  try {
    chmodSync(path, 0o755)
  } catch {
    // The files belong to another user; npm has already set the right mode.
  }
}
