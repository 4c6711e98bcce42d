import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { parseCoreList } from './statistics.ts'

/**
 * The server has one core to itself; load and database share another, so that neither the client's
 * work nor the database's counts as the server's. Where that cannot be had, nothing is pinned.
 */
export type Cores = {
  isPinned: boolean
  /** A command that runs on the server's core. */
  onServerCore(command: string, args: string[]): [string, string[]]
  /** Moves this process, and whatever it starts from now on, to the load's core. */
  takeLoadCore(): void
  /** Back to all of them: a browser needs more than one. */
  takeAllCores(): void
}

export function findCores(): Cores {
  const cores = process.platform === 'linux' ? allowedCores() : []
  const [server, load] = cores
  const hasTaskset = spawnSync('taskset', ['--version']).status === 0
  if (server === undefined || load === undefined || !hasTaskset) return unpinned
  return {
    isPinned: true,
    onServerCore: (command, args) => ['taskset', ['-c', String(server), command, ...args]],
    takeLoadCore: () => moveTo(String(load)),
    takeAllCores: () => moveTo(cores.join(',')),
  }
}

const unpinned: Cores = {
  isPinned: false,
  onServerCore: (command, args) => [command, args],
  takeLoadCore: () => {},
  takeAllCores: () => {},
}

function allowedCores(): number[] {
  const status = readFileSync('/proc/self/status', 'utf8')
  return parseCoreList(/^Cpus_allowed_list:\s*(.*)$/m.exec(status)?.[1] ?? '')
}

function moveTo(list: string): void {
  spawnSync('taskset', ['-acp', list, String(process.pid)])
}
