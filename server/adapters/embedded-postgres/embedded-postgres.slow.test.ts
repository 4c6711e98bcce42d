import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, afterEach, expect, test } from 'vitest'
import { silentLog } from '#tests/support/test-runtime.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded-postgres.ts'
import { chooseLauncher, nobodyLauncher } from './launch.ts'

// A directory that breaks naive setups: private, a long path, a space in it.
const tempDir = mkdtempSync(join(tmpdir(), 'carboy-embedded-'))
const awkwardDir = join(tempDir, 'a folder with a rather long name/'.repeat(6))
const ownerScript = join(import.meta.dirname, '../../../tests/support/database/database-owner.ts')

const running: EmbeddedPostgres[] = []
const owners: ChildProcess[] = []

afterEach(async () => {
  for (const owner of owners.splice(0)) owner.kill('SIGKILL')
  for (const server of running.splice(0)) await server.stop()
})
afterAll(() => rmSync(tempDir, { recursive: true, force: true }))

test('a second start on the same directory finds the data of the first', async () => {
  const first = await start(awkwardDir)
  await query(first.url, 'create table bottle as select 5 as gallons')
  await first.stop()

  const second = await start(awkwardDir)

  expect(second).toMatchObject({ wasRunning: false, url: first.url })
  expect(await query(second.url, 'select gallons from bottle')).toEqual([{ gallons: 5 }])
})

test('the embedded PostgreSQL is durable, checks its pages and listens on a private socket only', async () => {
  const { url, connection } = await start(awkwardDir)

  const settings = ['fsync', 'full_page_writes', 'data_checksums', 'listen_addresses']
  const [values] = await query(url, `select ${settings.map(currentSetting).join(', ')}`)

  expect(values).toEqual({
    fsync: 'on',
    full_page_writes: 'on',
    data_checksums: 'on',
    listen_addresses: '',
  })
  expect(readdirSync(connection.host)).toContain('.s.PGSQL.5432')
  expect(await query(url, 'select current_user::text as u, current_database()::text as d')).toEqual(
    [{ u: 'carboy', d: 'carboy' }],
  )
})

test('a second app on the same directory is rejected with a one-line error', async () => {
  await start(awkwardDir)

  const message = await nextMessage(startOwner(awkwardDir))

  expect(message).toEqual({
    rejected: `Another Carboy is already running on ${awkwardDir.replace(/\/$/, '')}: stop it, or set DATA_DIR to another folder.`,
  })
})

test('the server of a killed app is reused', async () => {
  const owner = startOwner(awkwardDir)
  expect(await nextMessage(owner)).toEqual({ wasRunning: false })
  await kill(owner)

  const next = await start(awkwardDir)

  expect(next.wasRunning).toBe(true)
  expect(await query(next.url, 'select gallons from bottle')).toEqual([{ gallons: 5 }])
  await next.stop()
  expect(existsSync(next.connection.host)).toBe(false)
})

test('a killed server is restarted automatically', async () => {
  const { url } = await start(awkwardDir)

  process.kill(postmasterPid(awkwardDir), 'SIGKILL')

  await expect
    .poll(() => query(url, 'select gallons from bottle').catch(() => 'away'), { timeout: 120_000 })
    .toEqual([{ gallons: 5 }])
})

test('a stale process id that now belongs to another program does not matter', async () => {
  const pidFile = join(awkwardDir, 'postgres/postmaster.pid')
  for (const pid of [process.pid, 1, 2 ** 22 - 1]) {
    writeFileSync(
      pidFile,
      `${pid}\n${join(awkwardDir, 'postgres')}\n1\n5432\n/tmp\n\n  1 1\nready   \n`,
    )

    const server = await start(awkwardDir)

    expect(server.wasRunning).toBe(false)
    await server.stop()
  }
})

test('DU1: no acknowledged write is lost when app and database are killed', async () => {
  const dataDir = join(tempDir, 'written')
  const owner = startOwner(dataDir, 'write')
  let acknowledged = 0
  owner.on('message', (message: { acknowledged?: number }) => {
    acknowledged = message.acknowledged ?? acknowledged
  })
  await expect.poll(() => acknowledged, { timeout: 120_000 }).toBeGreaterThan(150)

  process.kill(postmasterPid(dataDir), 'SIGKILL')
  await kill(owner)
  const { url } = await start(dataDir)

  const [row] = await query(url, 'select count(*)::int, max(n) from written')
  expect(row?.count).toBeGreaterThanOrEqual(acknowledged)
  expect(row?.max).toBe(row?.count)
})

test('a kill during creation leaves no partial cluster', async () => {
  const dataDir = join(tempDir, 'interrupted')
  const owner = startOwner(dataDir)
  while (!existsSync(dataDir) || readdirSync(dataDir).length === 0) await sleep(5)
  await kill(owner)
  expect(existsSync(join(dataDir, 'postgres'))).toBe(false)

  const { url } = await start(dataDir)

  expect(await query(url, 'select 1 as one')).toEqual([{ one: 1 }])
})

test('leftovers of a killed start are removed', async () => {
  const leftover = join(awkwardDir, `postgres.new-${2 ** 22 - 1}`)
  mkdirSync(leftover)

  await start(awkwardDir)

  expect(existsSync(leftover)).toBe(false)
})

test('if root may not use namespaces, the user nobody runs PostgreSQL and owns its files', async () => {
  const readableDir = mkdtempSync(join(tmpdir(), 'carboy-open-'))
  chmodSync(readableDir, 0o755)
  const selected = chooseLauncher()
  const launcher = selected.kind === 'namespace' ? nobodyLauncher : selected

  const server = await startEmbeddedPostgres({
    dataDir: readableDir,
    settings: { fsync: 'off' },
    launcher,
    log: silentLog,
  })

  expect(await query(server.url, 'select 1 as one')).toEqual([{ one: 1 }])
  expect(statSync(join(readableDir, 'postgres/base')).uid).toBe(launcher.owner.uid)
  await server.stop()
  rmSync(readableDir, { recursive: true })
})

test('the error is reported if PostgreSQL does not start', async () => {
  const settings = { shared_buffers: 'plenty' }

  const failing = startEmbeddedPostgres({ dataDir: awkwardDir, settings, log: silentLog })

  await expect(failing).rejects.toThrow(/did not start: .*shared_buffers.*plenty/)
})

test('a directory that cannot be created is named in the error', async () => {
  mkdirSync(tempDir, { recursive: true })
  writeFileSync(join(tempDir, 'file'), '')

  const failing = startEmbeddedPostgres({ dataDir: join(tempDir, 'file/data'), log: silentLog })

  await expect(failing).rejects.toThrow(/^DATA_DIR cannot be used: .*file\/data/)
})

async function start(dataDir: string) {
  const server = await startEmbeddedPostgres({ dataDir, log: silentLog })
  running.push(server)
  return server
}

async function query(url: string, statement: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query(statement)).rows
  } finally {
    await client.end()
  }
}

const currentSetting = (name: string) => `current_setting('${name}') as ${name}`

function postmasterPid(dataDir: string) {
  return Number(readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')[0])
}

function startOwner(...args: string[]) {
  const owner = fork(ownerScript, args, { execArgv: [] })
  owners.push(owner)
  return owner
}

async function nextMessage(owner: ChildProcess) {
  const [message] = await once(owner, 'message')
  return message
}

async function kill(owner: ChildProcess) {
  owner.kill('SIGKILL')
  await once(owner, 'exit')
}
