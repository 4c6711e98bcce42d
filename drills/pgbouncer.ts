import { spawn } from 'node:child_process'
import { chownSync, existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { freePort } from '#tests/support/free-port.ts'
import type { DrillContext } from './drill-context.ts'
import { describeCounts, type Figure, figure, NotPossible } from './figures.ts'
import { checkBooks } from './machines/check-books.ts'
import { sendGuests } from './machines/guests.ts'
import {
  type Cluster,
  findPostgres,
  HOST,
  PostgresMachine,
  query,
  serverUser,
} from './machines/postgres.ts'
import { launchShop, startShop } from './machines/shop-process.ts'

const PROGRAMS = ['/usr/sbin/pgbouncer', '/usr/bin/pgbouncer', '/usr/local/bin/pgbouncer']
const GUESTS = 16
const SELLING_MS = 10_000

/** Sells behind PgBouncer in session mode, and expects a rejection in transaction mode. */
export async function drillPgBouncer({ folder, onEnd }: DrillContext): Promise<Figure[]> {
  const found = findPostgres()
  if ('missing' in found) throw new NotPossible(found.missing)
  const program = PROGRAMS.find((path) => existsSync(path))
  if (!program) throw new NotPossible('PgBouncer is not installed: apt-get install pgbouncer')
  const machine = new PostgresMachine(found.bin)
  onEnd(() => machine.stopAll())
  const place = { folder: join(folder, 'database'), port: await freePort() }
  const database = await machine.create(place)
  const open = async (mode: 'session' | 'transaction') => {
    const pooler = await startPgBouncer(program, folder, database, mode)
    onEnd(() => pooler.stop())
    return pooler.url
  }
  const rejected = await failedStart(await open('transaction'))
  const sold = await sellThrough(await open('session'), database.url)
  return [
    figure('start in transaction mode', `exit ${rejected.code}: ${rejected.line}`, rejected.isOk),
    ...sold,
  ]
}

async function failedStart(url: string) {
  const { ended, output } = await launchShop({ env: { DATABASE_URL: url } })
  const code = await Promise.race([ended, delay(30_000, 'still running')])
  const lines = output().trim().split('\n')
  const line = lines.at(-1) ?? ''
  return { code, line, isOk: code === 1 && lines.length === 1 && /session mode/.test(line) }
}

async function sellThrough(url: string, directUrl: string): Promise<Figure[]> {
  const env = { DATABASE_URL: url }
  const first = await startShop({ env })
  const shops = [first, await startShop({ env })]
  const guests = sendGuests(shops, { count: GUESTS })
  await delay(SELLING_MS)
  await guests.stop()
  // The confirmation email needs notifications and the job queue.
  const emails = await waitForEmails(directUrl, guests.purchases.length)
  const books = await checkBooks(directUrl, guests.purchases)
  return [
    figure('purchases in session mode', guests.purchases.length, guests.purchases.length > 0),
    figure('confirmation emails', emails, emails >= guests.purchases.length),
    figure('orders lost', books.lost, books.lost === 0),
    figure('guests charged twice', books.chargedTwice, books.chargedTwice === 0),
    figure('rejections', describeCounts(guests.rejections), guests.rejections.size === 0),
    figure('audit', books.audit, books.isClean),
  ]
}

async function waitForEmails(url: string, expected: number): Promise<number> {
  let count = 0
  for (let attempt = 0; attempt < 90 && count < expected; attempt++) {
    await delay(1_000)
    const sql = `select count(*)::int as count from mailbox where subject like '%is confirmed%'`
    count = (await query<{ count: number }>(url, sql))[0]?.count ?? 0
  }
  return count
}

async function startPgBouncer(
  program: string,
  folder: string,
  { port: databasePort }: Cluster,
  mode: 'session' | 'transaction',
) {
  const port = await freePort()
  const file = join(folder, `pgbouncer-${mode}.ini`)
  const lines = [
    '[databases]',
    `carboy = host=${HOST} port=${databasePort} dbname=carboy user=carboy`,
    '[pgbouncer]',
    `listen_addr = ${HOST}`,
    `listen_port = ${port}`,
    'unix_socket_dir =',
    'auth_type = any',
    `pool_mode = ${mode}`,
    'default_pool_size = 150',
    'max_client_conn = 300',
    'ignore_startup_parameters = extra_float_digits',
  ]
  writeFileSync(file, `${lines.join('\n')}\n`)
  const user = serverUser()
  if (user) {
    chownSync(folder, user.uid, user.gid)
    chownSync(file, user.uid, user.gid)
  }
  const child = spawn(program, ['-q', file], { ...user, cwd: '/', stdio: 'ignore' })
  const url = `postgres://carboy@${HOST}:${port}/carboy`
  for (let attempt = 0; attempt < 100; attempt++) {
    const isUp = await query(url, 'select 1').then(
      () => true,
      () => false,
    )
    if (isUp) return { url, stop: () => child.kill('SIGINT') }
    await delay(100)
  }
  throw new Error(`PgBouncer did not start in ${mode} mode`)
}
