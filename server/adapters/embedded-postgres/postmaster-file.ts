import { execFileSync } from 'node:child_process'
import { readFileSync, readlinkSync, realpathSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** What a running PostgreSQL notes about itself in its folder. */
export type Postmaster = { pid: number; port: number; host: string }

/** The server that runs on this cluster now, whoever started it. */
export function livingPostmaster(cluster: string): Postmaster | undefined {
  const noted = readPostmasterFile(cluster)
  return noted && isServerOf(noted.pid, cluster) ? noted : undefined
}

/** An update may have replaced the programs under a server that is still running. */
export function isRunning({ pid }: Postmaster, program: string) {
  if (process.platform !== 'linux') return true
  try {
    return readlinkSync(`/proc/${pid}/exe`) === realpathSync(program)
  } catch {
    return false
  }
}

/**
 * After a crash the noted process id may have passed to some other program, and PostgreSQL would
 * take that for itself. An impossible id is put in its place rather than the file removed: the
 * rest of it tells PostgreSQL whether remains of the old server still use the shared memory.
 */
export function disownPostmasterFile(cluster: string) {
  const noted = readPostmasterFile(cluster)
  if (!noted) return
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
  const [pid = '', , , port = '', socketFolder = '', address = ''] = lines
  if (!/^\d+$/.test(pid)) return undefined
  return { pid: Number(pid), port: Number(port) || 5432, host: socketFolder || address }
}

/** A zombie has no working directory, so it counts as gone. */
function isServerOf(pid: number, cluster: string) {
  try {
    if (process.platform === 'linux') return readlinkSync(`/proc/${pid}/cwd`) === cluster
    if (process.platform === 'win32') return tellTask(pid).includes('postgres.exe')
    const command = execFileSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' })
    return command.includes('postgres') && command.includes(cluster)
  } catch {
    return false
  }
}

function tellTask(pid: number) {
  return execFileSync('tasklist', ['/FI', `PID eq ${pid}`, '/NH'], { encoding: 'utf8' })
}
