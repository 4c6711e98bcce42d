import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { parseCoreList } from './statistics.ts'

/**
 * The server runs alone on one core; load generator and database share another, so that their work
 * does not slow down the server. Without two cores or `taskset`, nothing is pinned.
 */
export type Cores = {
  isPinned: boolean
  /** Wraps a command so that it runs on the server's core. */
  onServerCore(command: string, args: string[]): [string, string[]]
  /** Moves this process to the load generator's core. */
  moveToLoadCore(): void
  /** Runs unmeasured work with this process, and the other one, on all cores. */
  onAllCores<T>(other: number | undefined, work: () => Promise<T>): Promise<T>
}

export function findCores(): Cores {
  const cores = process.platform === 'linux' ? allowedCores() : []
  const [server, load] = cores
  const hasTaskset = spawnSync('taskset', ['--version']).status === 0
  if (server === undefined || load === undefined || !hasTaskset) return unpinned
  return {
    isPinned: true,
    onServerCore: (command, args) => ['taskset', ['-c', String(server), command, ...args]],
    moveToLoadCore: () => move(process.pid, String(load)),
    async onAllCores(other, work) {
      const pids = [process.pid, ...(other ? [other] : [])]
      for (const pid of pids) move(pid, cores.join(','))
      try {
        return await work()
      } finally {
        for (const pid of pids) move(pid, String(load))
      }
    },
  }
}

const unpinned: Cores = {
  isPinned: false,
  onServerCore: (command, args) => [command, args],
  moveToLoadCore: () => {},
  onAllCores: (_other, work) => work(),
}

function allowedCores(): number[] {
  const status = readFileSync('/proc/self/status', 'utf8')
  return parseCoreList(/^Cpus_allowed_list:\s*(.*)$/m.exec(status)?.[1] ?? '')
}

/** Also applies to child processes started later. */
function move(pid: number, list: string): void {
  spawnSync('taskset', ['-acp', list, String(pid)])
}
