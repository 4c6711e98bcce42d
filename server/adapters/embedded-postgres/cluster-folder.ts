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

/** A user and a group, by number. */
export type Owner = { uid: number; gid: number }

/** Everything of the embedded database that lies in DATA_DIR. */
export function clusterPaths(dataDir: string) {
  return {
    cluster: join(dataDir, 'postgres'),
    logFile: join(dataDir, 'postgres.log'),
    passwordFile: join(dataDir, 'postgres-password'),
    spareLibraries: join(dataDir, 'postgres-lib'),
  }
}

/** A unix socket's path holds 107 characters at most (103 on macOS), whatever DATA_DIR is called. */
const longestSocketFolder = 103 - '/.s.PGSQL.5432'.length

/** The same for every start on this DATA_DIR, so that a running server can be found again. */
export function socketFolder(dataDir: string, owner: Owner) {
  const key = createHash('sha256').update(`${owner.uid}:${dataDir}`).digest('hex').slice(0, 12)
  const wanted = join(tmpdir(), `carboy-${key}`)
  return wanted.length <= longestSocketFolder ? wanted : `/tmp/carboy-${key}`
}

/** The folder's privacy is what guards the database: whoever can enter it may connect. */
export function makeSocketFolder(folder: string, owner: Owner) {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const found = lstatSync(folder)
  if (!found.isDirectory() || ![owner.uid, userInfo().uid].includes(found.uid)) {
    throw new EmbeddedPostgresFailure(
      `${folder} belongs to someone else: remove it, or set TMPDIR to another folder.`,
    )
  }
  if ((found.mode & 0o777) !== 0o700) chmodSync(folder, 0o700)
  if (found.uid !== owner.uid) chownSync(folder, owner.uid, owner.gid)
}

/** Leaves nothing in the temporary folder once the server has stopped. */
export function removeSocketFolder({ host, password }: { host: string; password?: string }) {
  try {
    if (!password) rmdirSync(host)
  } catch {
    // Another start has put its socket there already.
  }
}

/** PostgreSQL wants to own its files; they change hands when the shop is run by another user. */
export function handOver(path: string, owner: Owner) {
  lchownSync(path, owner.uid, owner.gid)
  if (!lstatSync(path).isDirectory()) return
  for (const name of readdirSync(path)) handOver(join(path, name), owner)
}
