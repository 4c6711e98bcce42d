import { execFileSync } from 'node:child_process'
import { readFileSync, readlinkSync, realpathSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Process id and connection that a running PostgreSQL records in postmaster.pid. */
export type Postmaster = { pid: number; port: number; host: string }

/** Returns the server that is running on this cluster, if any. */
export function findRunningPostmaster(cluster: string): Postmaster | undefined {
  const recorded = readPostmasterFile(cluster)
  return recorded && isServerFor(recorded.pid, cluster) ? recorded : undefined
}

/** Returns false if an update replaced the programs of a server that is still running. */
export function isRunning({ pid }: Postmaster, program: string) {
  if (process.platform !== 'linux') return true
  try {
    return readlinkSync(`/proc/${pid}/exe`) === realpathSync(program)
  } catch {
    return false
  }
}

/**
 * After a crash, another program may have the recorded process id, and PostgreSQL would take it for
 * a running server. Writes an impossible id instead of deleting the file, because PostgreSQL needs
 * the other lines to see whether the old server's shared memory is still in use.
 */
export function invalidatePostmasterFile(cluster: string) {
  const recorded = readPostmasterFile(cluster)
  if (!recorded) return
  const [, ...rest] = readFileSync(postmasterFile(cluster), 'utf8').split('\n')
  writeFileSync(postmasterFile(cluster), ['2147483647', ...rest].join('\n'))
}

const postmasterFile = (cluster: string) => join(cluster, 'postmaster.pid')

function readPostmasterFile(cluster: string): Postmaster | undefined {
  let lines: string[]
  try {
    lines = readFileSync(postmasterFile(cluster), 'utf8').split('\n')
  } catch {
    return undefined
  }
  const [pid = '', , , port = '', socketDir = '', address = ''] = lines
  if (!/^\d+$/.test(pid)) return undefined
  return { pid: Number(pid), port: Number(port) || 5432, host: socketDir || address }
}

/** A zombie process has no working directory, so it counts as exited. */
function isServerFor(pid: number, cluster: string) {
  try {
    if (process.platform === 'linux') return readlinkSync(`/proc/${pid}/cwd`) === cluster
    if (process.platform === 'win32') return readTaskList(pid).includes('postgres.exe')
    const command = execFileSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' })
    return command.includes('postgres') && command.includes(cluster)
  } catch {
    return false
  }
}

function readTaskList(pid: number) {
  return execFileSync('tasklist', ['/FI', `PID eq ${pid}`, '/NH'], { encoding: 'utf8' })
}
