import { randomBytes } from 'node:crypto'
import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { accessibleBinaries } from './accessible-paths.ts'
import { type Binaries, findBinaries } from './binaries.ts'
import { clusterPaths, socketDir } from './cluster-dir.ts'
import { EmbeddedPostgresFailure } from './embedded-postgres-failure.ts'
import { chooseLauncher, type Launcher } from './launch.ts'
import type { Connection } from './ownership.ts'

/** Paths, launcher, binaries and settings, determined before the first process starts. */
export type ClusterLayout = {
  dataDir: string
  paths: ReturnType<typeof clusterPaths>
  launcher: Launcher
  binaries: Binaries
  connection: Connection
  settings: Record<string, string>
}

export async function prepareLayout(
  folder: string,
  settings: Record<string, string>,
  launcher: Launcher = chooseLauncher(),
): Promise<ClusterLayout> {
  const dataDir = ensureDataDir(folder)
  const paths = clusterPaths(dataDir)
  const binaries = accessibleBinaries(launcher, findBinaries(paths.fallbackLibraries))
  const connection =
    process.platform === 'win32'
      ? await loopbackConnection(paths.passwordFile)
      : { ...account, host: socketDir(dataDir, launcher.owner), port: 5432 }
  return { dataDir, paths, launcher, binaries, connection, settings }
}

const account = { user: 'carboy', database: 'carboy' }

function ensureDataDir(folder: string) {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK)
    return realpathSync(folder)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new EmbeddedPostgresFailure(`DATA_DIR cannot be used: ${reason}`)
  }
}

/** Windows has no Unix socket that file permissions could protect, so a password is used. */
async function loopbackConnection(passwordFile: string): Promise<Connection> {
  if (!existsSync(passwordFile)) {
    writeFileSync(passwordFile, randomBytes(24).toString('hex'), { mode: 0o600 })
  }
  const password = readFileSync(passwordFile, 'utf8')
  return { ...account, host: '127.0.0.1', port: await freePort(), password }
}

function freePort() {
  return new Promise<number>((resolve, reject) => {
    const probe = createServer().once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      const port = typeof address === 'object' && address ? address.port : 0
      probe.close(() => resolve(port))
    })
  })
}
