import { once } from 'node:events'
import { closeSync, openSync, readFileSync, statSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { programPath } from './binaries.ts'
import { ensureSocketDir } from './cluster-dir.ts'
import type { ClusterLayout } from './cluster-layout.ts'
import { EmbeddedPostgresFailure } from './embedded-postgres-failure.ts'
import { launch } from './launch.ts'
import { findRunningPostmaster, invalidatePostmasterFile } from './postmaster-file.ts'

/** A server that is starting. `ended` resolves to its log output if it exits. */
export type StartingPostmaster = { ended: Promise<EmbeddedPostgresFailure> }

export function startPostmaster(layout: ClusterLayout, cluster: string): StartingPostmaster {
  invalidatePostmasterFile(cluster)
  if (!layout.connection.password) ensureSocketDir(layout.connection.host, layout.launcher.owner)

  // Logs to a file, not a pipe, because the server may run longer than this process.
  const logFile = openSync(layout.paths.logFile, isLarge(layout.paths.logFile) ? 'w' : 'a', 0o600)
  const logStart = statSync(layout.paths.logFile).size
  const [program, args] = startCommand(layout, cluster)
  // Detached, so that Ctrl-C in the terminal reaches only the app, which then stops the server.
  const child = launch(layout.launcher, layout.binaries, program, args, {
    detached: true,
    stdio: ['ignore', logFile, logFile],
  })
  closeSync(logFile)
  child.unref()

  const ended = once(child, 'exit').then(
    () => failureFromLog(layout.paths.logFile, logStart),
    (error: Error) => new EmbeddedPostgresFailure(`PostgreSQL did not start: ${error.message}`),
  )
  return { ended: process.platform === 'win32' ? new Promise(() => {}) : ended }
}

/** Fast shutdown: disconnects clients and flushes all data; escalates the signal after 5 s. */
export async function stopPostmaster(layout: ClusterLayout, cluster: string) {
  if (process.platform === 'win32') return stopOnWindows(layout, cluster)
  for (const [signal, timeoutMs] of [
    ['SIGINT', 5_000],
    ['SIGQUIT', 2_000],
    ['SIGKILL', 1_000],
  ] as const) {
    const runningServer = findRunningPostmaster(cluster)
    if (!runningServer) return
    signalIfRunning(runningServer.pid, signal)
    if (await exitsWithin(cluster, timeoutMs)) return
  }
}

async function exitsWithin(cluster: string, timeoutMs: number) {
  const deadline = performance.now() + timeoutMs
  while (performance.now() < deadline) {
    if (!findRunningPostmaster(cluster)) return true
    await sleep(10)
  }
  return false
}

function startCommand(layout: ClusterLayout, cluster: string): [string, string[]] {
  const settings = Object.entries({ ...baseSettings(layout), ...layout.settings })
  const flags = settings.flatMap(([name, value]) => ['-c', `${name}=${value}`])
  if (process.platform !== 'win32') {
    return [programPath(layout.binaries, 'postgres'), ['-D', cluster, ...flags]]
  }
  // Only pg_ctl can drop administrator rights before it starts the server.
  const options = ['-D', cluster, '-l', layout.paths.logFile, '-o', flags.join(' ')]
  return [programPath(layout.binaries, 'pg_ctl'), ['start', '-W', ...options]]
}

function baseSettings({ connection }: ClusterLayout): Record<string, string> {
  const always = { port: String(connection.port), timezone: 'UTC', log_timezone: 'UTC' }
  if (connection.password) return { ...always, listen_addresses: connection.host }
  return {
    ...always,
    listen_addresses: '',
    unix_socket_directories: `"${connection.host}"`,
    unix_socket_permissions: '0700',
  }
}

async function stopOnWindows({ launcher, binaries }: ClusterLayout, cluster: string) {
  const args = ['stop', '-D', cluster, '-m', 'fast', '-t', '5']
  await once(launch(launcher, binaries, programPath(binaries, 'pg_ctl'), args, {}), 'exit')
}

function signalIfRunning(pid: number, signal: NodeJS.Signals) {
  try {
    process.kill(pid, signal)
  } catch {
    // The process has already exited.
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
