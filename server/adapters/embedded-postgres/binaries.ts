import { chmodSync, existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { EmbeddedPostgresFailure } from './embedded-postgres-failure.ts'

/** Where PostgreSQL's programs lie, and the folders its shared libraries are found in. */
export type Binaries = { home: string; version: string; libraries: string[] }

type Program = 'initdb' | 'postgres' | 'pg_ctl'

export function programPath(binaries: Binaries, program: Program) {
  const suffix = process.platform === 'win32' ? '.exe' : ''
  return join(binaries.home, 'bin', program + suffix)
}

/** `spareFolder` takes the library links where the package's own folder may not be written. */
export function findBinaries(spareFolder: string): Binaries {
  const root = packageRoot()
  const home = join(root, 'native')
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const libraries = linkLibraries(root, spareFolder)
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

/** The package's install script would do this, but installing runs no scripts. */
function linkLibraries(root: string, spareFolder: string) {
  const list = join(root, 'native', 'pg-symlinks.json')
  const folder = join(root, 'native', 'lib')
  if (!existsSync(list)) return [folder]

  const links: { source: string; target: string }[] = JSON.parse(readFileSync(list, 'utf8'))
  const missing = links.filter(({ target }) => !existsSync(join(root, target)))
  try {
    for (const { source, target } of missing) link(basename(source), join(root, target))
    return [folder]
  } catch {
    mkdirSync(spareFolder, { recursive: true })
    for (const { source, target } of missing) {
      link(join(root, source), join(spareFolder, basename(target)))
    }
    return [folder, spareFolder]
  }
}

function link(source: string, target: string) {
  try {
    symlinkSync(source, target)
  } catch (error) {
    // Another process starting at the same moment may have made it.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}

function markExecutable(path: string) {
  try {
    chmodSync(path, 0o755)
  } catch {
    // Someone else's installation: npm keeps the mode of the package, which is right as it is.
  }
}
