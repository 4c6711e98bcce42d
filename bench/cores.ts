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
  /** Moves this process to the load's core. */
  moveToLoadCore(): void
  /** While the work lasts, this process and that one are on all of them: nothing is measured. */
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
      const both = [process.pid, ...(other ? [other] : [])]
      for (const pid of both) move(pid, cores.join(','))
      try {
        return await work()
      } finally {
        for (const pid of both) move(pid, String(load))
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

/** Whatever it starts from now on goes there as well. */
function move(pid: number, list: string): void {
  spawnSync('taskset', ['-acp', list, String(pid)])
}
