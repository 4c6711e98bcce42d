import { createHash } from 'node:crypto'
import {
  chmodSync,
  chownSync,
  lchownSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  rmdirSync,
} from 'node:fs'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { EmbeddedPostgresFailure } from './embedded-postgres-failure.ts'

/** User id and group id. */
export type Owner = { uid: number; gid: number }

/** Paths of the embedded database inside DATA_DIR. */
export function clusterPaths(dataDir: string) {
  return {
    cluster: join(dataDir, 'postgres'),
    logFile: join(dataDir, 'postgres.log'),
    passwordFile: join(dataDir, 'postgres-password'),
    fallbackLibraries: join(dataDir, 'postgres-lib'),
  }
}

/** The path of a Unix socket has at most 107 characters (103 on macOS). */
const MAX_SOCKET_DIR_LENGTH = 103 - '/.s.PGSQL.5432'.length

/** Returns the same path for every start on this DATA_DIR, so that a running server can be reused. */
export function socketDir(dataDir: string, owner: Owner) {
  const key = createHash('sha256').update(`${owner.uid}:${dataDir}`).digest('hex').slice(0, 12)
  const preferred = join(tmpdir(), `carboy-${key}`)
  return preferred.length <= MAX_SOCKET_DIR_LENGTH ? preferred : `/tmp/carboy-${key}`
}

/** File permissions protect the database: any user who can enter the socket directory can connect. */
export function ensureSocketDir(dir: string, owner: Owner) {
  mkdirSync(dir, { recursive: true, mode: 0o700 })
  const stats = lstatSync(dir)
  if (!stats.isDirectory() || ![owner.uid, userInfo().uid].includes(stats.uid)) {
    throw new EmbeddedPostgresFailure(
      `${dir} belongs to someone else: remove it, or set TMPDIR to another folder.`,
    )
  }
  if ((stats.mode & 0o777) !== 0o700) chmodSync(dir, 0o700)
  if (stats.uid !== owner.uid) chownSync(dir, owner.uid, owner.gid)
}

/** Removes the socket directory after the server has stopped. */
export function removeSocketDir({ host, password }: { host: string; password?: string }) {
  try {
    if (!password) rmdirSync(host)
  } catch {
    // Another start has already created its socket there.
  }
}

/** PostgreSQL must own its files. Changes their owner if another user runs the shop. */
export function transferOwnership(path: string, owner: Owner) {
  lchownSync(path, owner.uid, owner.gid)
  if (!lstatSync(path).isDirectory()) return
  for (const name of readdirSync(path)) transferOwnership(join(path, name), owner)
}
