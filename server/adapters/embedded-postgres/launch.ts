import { type SpawnOptions, spawn, spawnSync } from 'node:child_process'
import { userInfo } from 'node:os'
import { delimiter } from 'node:path'
import type { Binaries } from './binaries.ts'
import type { Owner } from './cluster-folder.ts'

/**
 * PostgreSQL refuses to run as root, so a root user needs a way round; an ordinary user does not.
 * - direct: as whoever runs the shop
 * - namespace: root, seen from inside a user namespace as `nobody`; outside, the files stay root's,
 *   so that a folder only root may enter works and nothing has to be copied
 * - nobody: really as `nobody`, where the system denies user namespaces
 */
export type Launcher = { kind: 'direct' | 'namespace' | 'nobody'; owner: Owner }

const nobody: Owner = { uid: 65534, gid: 65534 }
const intoNamespace = ['--user', `--map-user=${nobody.uid}`, `--map-group=${nobody.gid}`]

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
  const [command, all, own] = commandLine(launcher, program, args)
  return spawn(command, all, { ...options, ...own, env: environment(binaries) })
}

export function canRun(launcher: Launcher, program: string, args: string[], binaries?: Binaries) {
  const [command, all, own] = commandLine(launcher, program, args)
  const env = binaries && environment(binaries)
  return spawnSync(command, all, { ...own, ...(env && { env }), stdio: 'ignore' }).status === 0
}

function commandLine(launcher: Launcher, program: string, args: string[]) {
  // The folder that the shop was started in may be closed to `nobody`.
  const cwd = process.platform === 'win32' ? undefined : '/'
  const options = { cwd, windowsHide: true }
  switch (launcher.kind) {
    case 'direct':
      return [program, args, options] as const
    case 'namespace':
      return ['unshare', [...intoNamespace, '--', program, ...args], options] as const
    case 'nobody':
      return [program, args, { ...options, ...launcher.owner }] as const
  }
}

/** Nothing of the user's own PostgreSQL settings (PGDATA, PGPORT and the like) may leak in. */
function environment({ libraries }: Binaries) {
  const { PATH, SystemRoot, TEMP, TMP } = process.env
  const env: NodeJS.ProcessEnv = { PATH, LC_ALL: 'C', TZ: 'UTC' }
  if (process.platform === 'linux') env.LD_LIBRARY_PATH = libraries.join(delimiter)
  if (process.platform === 'win32') Object.assign(env, { SystemRoot, TEMP, TMP })
  return env
}
