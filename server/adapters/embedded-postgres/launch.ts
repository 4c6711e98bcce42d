import { type SpawnOptions, spawn, spawnSync } from 'node:child_process'
import { userInfo } from 'node:os'
import { delimiter } from 'node:path'
import type { Binaries } from './binaries.ts'
import type { Owner } from './cluster-dir.ts'

/**
 * PostgreSQL does not run as root, so root needs another way to start it.
 * - direct: as the user that runs the shop
 * - namespace: as root, mapped to `nobody` inside a user namespace; the files still belong to root,
 *   so that directories only root may enter work and nothing has to be copied
 * - nobody: as the user `nobody`, if the system denies user namespaces
 */
export type Launcher = { kind: 'direct' | 'namespace' | 'nobody'; owner: Owner }

const nobody: Owner = { uid: 65534, gid: 65534 }
const namespaceFlags = ['--user', `--map-user=${nobody.uid}`, `--map-group=${nobody.gid}`]

export const nobodyLauncher: Launcher = { kind: 'nobody', owner: nobody }

export function chooseLauncher(): Launcher {
  const { uid, gid } = userInfo()
  if (uid !== 0) return { kind: 'direct', owner: { uid, gid } }
  const namespace: Launcher = { kind: 'namespace', owner: { uid, gid } }
  return canRun(namespace, 'true', []) ? namespace : nobodyLauncher
}

export function launch(
  launcher: Launcher,
  binaries: Binaries,
  program: string,
  args: string[],
  options: SpawnOptions,
) {
  const [command, allArgs, launchOptions] = commandLine(launcher, program, args)
  return spawn(command, allArgs, { ...options, ...launchOptions, env: environment(binaries) })
}

export function canRun(launcher: Launcher, program: string, args: string[], binaries?: Binaries) {
  const [command, allArgs, launchOptions] = commandLine(launcher, program, args)
  const env = binaries && environment(binaries)
  return (
    spawnSync(command, allArgs, { ...launchOptions, ...(env && { env }), stdio: 'ignore' })
      .status === 0
  )
}

function commandLine(launcher: Launcher, program: string, args: string[]) {
  // The current directory may not be accessible to the user `nobody`.
  const cwd = process.platform === 'win32' ? undefined : '/'
  const options = { cwd, windowsHide: true }
  switch (launcher.kind) {
    case 'direct':
      return [program, args, options] as const
    case 'namespace':
      return ['unshare', [...namespaceFlags, '--', program, ...args], options] as const
    case 'nobody':
      return [program, args, { ...options, ...launcher.owner }] as const
  }
}

/** Excludes the user's own PostgreSQL settings, such as PGDATA and PGPORT. */
function environment({ libraries }: Binaries) {
  const { PATH, SystemRoot, TEMP, TMP } = process.env
  const env: NodeJS.ProcessEnv = { PATH, LC_ALL: 'C', TZ: 'UTC' }
  if (process.platform === 'linux') env.LD_LIBRARY_PATH = libraries.join(delimiter)
  if (process.platform === 'win32') Object.assign(env, { SystemRoot, TEMP, TMP })
  return env
}
