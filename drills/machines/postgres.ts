import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { chownSync, existsSync, mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'

const DEBIAN = '/usr/lib/postgresql'
export const HOST = '127.0.0.1'
const USER = 'carboy'

/** Returns the folder of an installed PostgreSQL, or what is missing. */
export function findPostgres(): { bin: string } | { missing: string } {
  const versions = existsSync(DEBIAN) ? readdirSync(DEBIAN) : []
  const bins = versions
    .sort((a, b) => Number(b) - Number(a))
    .map((version) => join(DEBIAN, version, 'bin'))
  const bin = bins.find((folder) => existsSync(join(folder, 'pg_basebackup')))
  if (bin) return { bin }
  return { missing: 'PostgreSQL is not installed: apt-get install postgresql' }
}

/** PostgreSQL does not run as root. */
export function serverUser(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined
  const id = (flag: string) => Number(spawnSync('id', [flag, 'postgres']).stdout)
  return { uid: id('-u'), gid: id('-g') }
}

export type Cluster = {
  port: number
  url: string
  /** Kills every process at once, as a power cut does. */
  kill(): Promise<void>
  promote(): void
  stop(): Promise<void>
}

type ClusterOptions = { folder: string; port: number; settings?: Record<string, string> }

/** A PostgreSQL of the system for one drill, without passwords, on this machine only. */
export class PostgresMachine {
  private readonly bin: string
  private readonly running = new Set<ChildProcess>()

  constructor(bin: string) {
    this.bin = bin
  }

  private run(program: string, args: string[]): void {
    const ran = spawnSync(join(this.bin, program), args, { ...serverUser(), cwd: '/' })
    if (ran.status !== 0) throw new Error(`${program} failed: ${ran.stderr}${ran.stdout}`)
  }

  /** Creates and starts a cluster with an empty database. */
  async create(options: ClusterOptions): Promise<Cluster> {
    const { folder } = options
    makeFolder(folder)
    this.run('initdb', ['-D', folder, '-U', USER, '--auth=trust', '-E', 'UTF8', '--locale=C.UTF-8'])
    const cluster = await this.start(options)
    await query(`postgres://${USER}@${HOST}:${cluster.port}/postgres`, `create database ${USER}`)
    return cluster
  }

  /** Copies a running cluster and follows it. */
  async createStandby(primary: Cluster, options: ClusterOptions): Promise<Cluster> {
    makeFolder(options.folder)
    const from = ['-h', HOST, '-p', String(primary.port), '-U', USER]
    this.run('pg_basebackup', ['-D', options.folder, '-R', '-X', 'stream', '-c', 'fast', ...from])
    return this.start(options)
  }

  async start({ folder, port, settings = {} }: ClusterOptions): Promise<Cluster> {
    const all = {
      listen_addresses: HOST,
      port: String(port),
      unix_socket_directories: '',
      max_connections: '400',
      logging_collector: 'off',
      timezone: 'UTC',
      ...settings,
    }
    const args = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])
    const child = spawn(join(this.bin, 'postgres'), ['-D', folder, ...args], {
      ...serverUser(),
      cwd: '/',
      stdio: 'ignore',
      detached: true,
    })
    this.running.add(child)
    child.once('exit', () => this.running.delete(child))
    const url = `postgres://${USER}@${HOST}:${port}/${USER}`
    await waitForServer(url, child)
    return {
      port,
      url,
      kill: () => killGroup(child),
      promote: () => this.run('pg_ctl', ['promote', '-D', folder, '--no-wait']),
      stop: () => stopServer(child),
    }
  }

  async stopAll(): Promise<void> {
    await Promise.all([...this.running].map(stopServer))
  }
}

function makeFolder(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const user = serverUser()
  if (user) chownSync(folder, user.uid, user.gid)
}

/** The server answers also while its database does not exist yet. */
async function waitForServer(url: string, child: ChildProcess): Promise<void> {
  for (let attempt = 0; attempt < 300; attempt++) {
    if (child.exitCode !== null) throw new Error('PostgreSQL exited')
    const error = await query(url.replace(/[^/]*$/, 'postgres'), 'select 1').catch((e: Error) => e)
    if (!(error instanceof Error)) return
    await delay(100)
  }
  throw new Error('PostgreSQL did not start')
}

const exited = (child: ChildProcess) => child.exitCode !== null || child.signalCode !== null

async function stopServer(child: ChildProcess): Promise<void> {
  if (exited(child)) return
  const ended = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGINT')
  await Promise.race([ended, delay(10_000)])
  if (!exited(child)) await killGroup(child)
}

/** The server processes of PostgreSQL are in sessions of their own; without the first one they end. */
async function killGroup(child: ChildProcess): Promise<void> {
  if (exited(child)) return
  const children = spawnSync('pgrep', ['-P', String(child.pid)])
    .stdout.toString()
    .trim()
  const ended = new Promise((resolve) => child.once('exit', resolve))
  for (const pid of [child.pid, ...children.split('\n').map(Number)]) {
    try {
      if (pid) process.kill(pid, 'SIGKILL')
    } catch {
      // It has ended already.
    }
  }
  await ended
}

/** Counts the rows of a table, with or without a condition. */
export async function countIn(url: string, rows: string, values: unknown[] = []): Promise<number> {
  const sql = `select count(*)::int as count from ${rows}`
  const [row] = await query<{ count: number }>(url, sql, values)
  return row?.count ?? 0
}

export async function query<Row extends object>(
  url: string,
  sql: string,
  values: unknown[] = [],
): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 })
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query(sql, values)).rows
  } finally {
    await client.end()
  }
}
