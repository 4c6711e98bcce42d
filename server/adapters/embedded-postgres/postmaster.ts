import { once } from 'node:events'
import { closeSync, openSync, readFileSync, statSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { programPath } from './binaries.ts'
import { makeSocketFolder } from './cluster-folder.ts'
import { EmbeddedPostgresFailure } from './embedded-postgres-failure.ts'
import { launch } from './launch.ts'
import { disownPostmasterFile, livingPostmaster } from './postmaster-file.ts'
import type { Site } from './site.ts'

/** A server on its way up: `ended` tells what it said if it gives up. */
export type Rising = { ended: Promise<EmbeddedPostgresFailure> }

export function startPostmaster(site: Site, cluster: string): Rising {
  disownPostmasterFile(cluster)
  if (!site.connection.password) makeSocketFolder(site.connection.host, site.launcher.owner)

  // A file, not a pipe: the server may outlive us and must still have somewhere to write.
  const logFile = openSync(site.paths.logFile, isLarge(site.paths.logFile) ? 'w' : 'a', 0o600)
  const logStart = statSync(site.paths.logFile).size
  const [program, args] = startCommand(site, cluster)
  // Detached, so that Ctrl-C in the terminal reaches the app alone, which then stops the server.
  const child = launch(site.launcher, site.binaries, program, args, {
    detached: true,
    stdio: ['ignore', logFile, logFile],
  })
  closeSync(logFile)
  child.unref()

  const ended = once(child, 'exit').then(
    () => failureFromLog(site.paths.logFile, logStart),
    (error: Error) => new EmbeddedPostgresFailure(`PostgreSQL did not start: ${error.message}`),
  )
  return { ended: process.platform === 'win32' ? new Promise(() => {}) : ended }
}

/** Fast shutdown: clients are sent away, everything is written, at the latest after 5 s. */
export async function stopPostmaster(site: Site, cluster: string) {
  if (process.platform === 'win32') return stopOnWindows(site, cluster)
  for (const [signal, patience] of [
    ['SIGINT', 5_000],
    ['SIGQUIT', 2_000],
    ['SIGKILL', 1_000],
  ] as const) {
    const living = livingPostmaster(cluster)
    if (!living) return
    signalIfThere(living.pid, signal)
    if (await isGoneWithin(cluster, patience)) return
  }
}

async function isGoneWithin(cluster: string, patience: number) {
  const deadline = performance.now() + patience
  while (performance.now() < deadline) {
    if (!livingPostmaster(cluster)) return true
    await sleep(10)
  }
  return false
}

function startCommand(site: Site, cluster: string): [string, string[]] {
  const settings = Object.entries({ ...baseSettings(site), ...site.settings })
  const flags = settings.flatMap(([name, value]) => ['-c', `${name}=${value}`])
  if (process.platform !== 'win32') {
    return [programPath(site.binaries, 'postgres'), ['-D', cluster, ...flags]]
  }
  // Only pg_ctl can give up an administrator's rights before it starts the server.
  const options = ['-D', cluster, '-l', site.paths.logFile, '-o', flags.join(' ')]
  return [programPath(site.binaries, 'pg_ctl'), ['start', '-W', ...options]]
}

function baseSettings({ connection }: Site): Record<string, string> {
  const always = { port: String(connection.port), timezone: 'UTC', log_timezone: 'UTC' }
  if (connection.password) return { ...always, listen_addresses: connection.host }
  return {
    ...always,
    listen_addresses: '',
    unix_socket_directories: `"${connection.host}"`,
    unix_socket_permissions: '0700',
  }
}

async function stopOnWindows({ launcher, binaries }: Site, cluster: string) {
  const args = ['stop', '-D', cluster, '-m', 'fast', '-t', '5']
  await once(launch(launcher, binaries, programPath(binaries, 'pg_ctl'), args, {}), 'exit')
}

function signalIfThere(pid: number, signal: NodeJS.Signals) {
  try {
    process.kill(pid, signal)
  } catch {
    // It went by itself in the meantime.
  }
}

function isLarge(path: string) {
  const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0
  return size > 1_000_000
}

function failureFromLog(logFile: string, from: number) {
  const lines = readFileSync(logFile).subarray(from).toString().trim().split('\n').slice(-8)
  return new EmbeddedPostgresFailure(`PostgreSQL did not start: ${lines.join(' | ')}`)
}
