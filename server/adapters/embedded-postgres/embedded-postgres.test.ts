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
import { quietLog } from '#tests/support/world.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded-postgres.ts'
import { chooseLauncher, nobodyLauncher } from './launch.ts'

// A place like the ones that break naive set-ups: closed to others, a long path, a space.
const place = mkdtempSync(join(tmpdir(), 'carboy-embedded-'))
const deep = join(place, 'a folder with a rather long name/'.repeat(6))
const ownerScript = join(import.meta.dirname, '../../../tests/support/database-owner.ts')

const running: EmbeddedPostgres[] = []
const owners: ChildProcess[] = []

afterEach(async () => {
  for (const owner of owners.splice(0)) owner.kill('SIGKILL')
  for (const server of running.splice(0)) await server.stop()
})
afterAll(() => rmSync(place, { recursive: true, force: true }))

test('a second start on the same folder finds what the first one left', async () => {
  const first = await start(deep)
  await ask(first.url, 'create table kept as select 5 as gallons')
  await first.stop()

  const second = await start(deep)

  expect(second).toMatchObject({ takenOver: false, url: first.url })
  expect(await ask(second.url, 'select gallons from kept')).toEqual([{ gallons: 5 }])
})

test('it is durable, checks its pages and listens on a private socket only', async () => {
  const { url, connection } = await start(deep)

  const settings = ['fsync', 'full_page_writes', 'data_checksums', 'listen_addresses']
  const [shown] = await ask(url, `select ${settings.map(currentSetting).join(', ')}`)

  expect(shown).toEqual({
    fsync: 'on',
    full_page_writes: 'on',
    data_checksums: 'on',
    listen_addresses: '',
  })
  expect(readdirSync(connection.host)).toContain('.s.PGSQL.5432')
  expect(await ask(url, 'select current_user::text as u, current_database()::text as d')).toEqual([
    { u: 'carboy', d: 'carboy' },
  ])
})

test('a second app on the same folder is refused with one line', async () => {
  await start(deep)

  const refusal = await nextMessage(startOwner(deep))

  expect(refusal).toEqual({
    refused: `Another Carboy is already running on ${deep.replace(/\/$/, '')}: stop it, or set DATA_DIR to another folder.`,
  })
})

test('the server of an app that was killed is taken over', async () => {
  const owner = startOwner(deep)
  expect(await nextMessage(owner)).toEqual({ takenOver: false })
  await kill(owner)

  const next = await start(deep)

  expect(next.takenOver).toBe(true)
  expect(await ask(next.url, 'select gallons from kept')).toEqual([{ gallons: 5 }])
  await next.stop()
  expect(existsSync(next.connection.host)).toBe(false)
})

test('a server that is killed under the app comes back by itself', async () => {
  const { url } = await start(deep)

  process.kill(postmasterPid(deep), 'SIGKILL')

  await expect
    .poll(() => ask(url, 'select gallons from kept').catch(() => 'away'), { timeout: 10_000 })
    .toEqual([{ gallons: 5 }])
})

test('a stale note of a process id that now belongs to another program does not matter', async () => {
  const note = join(deep, 'postgres/postmaster.pid')
  for (const pid of [process.pid, 1, 2 ** 22 - 1]) {
    writeFileSync(note, `${pid}\n${join(deep, 'postgres')}\n1\n5432\n/tmp\n\n  1 1\nready   \n`)

    const server = await start(deep)

    expect(server.takenOver).toBe(false)
    await server.stop()
  }
})

test('DU1: no acknowledged write is lost when app and database are killed', async () => {
  const dataDir = join(place, 'written')
  const owner = startOwner(dataDir, 'write')
  let acknowledged = 0
  owner.on('message', (said: { acknowledged?: number }) => {
    acknowledged = said.acknowledged ?? acknowledged
  })
  await expect.poll(() => acknowledged, { timeout: 15_000 }).toBeGreaterThan(150)

  process.kill(postmasterPid(dataDir), 'SIGKILL')
  await kill(owner)
  const { url } = await start(dataDir)

  const [found] = await ask(url, 'select count(*)::int, max(n) from written')
  expect(found?.count).toBeGreaterThanOrEqual(acknowledged)
  expect(found?.max).toBe(found?.count)
})

test('a kill in the middle of creating leaves nothing half-made', async () => {
  const dataDir = join(place, 'interrupted')
  const owner = startOwner(dataDir)
  while (!existsSync(dataDir) || readdirSync(dataDir).length === 0) await sleep(5)
  await kill(owner)
  expect(existsSync(join(dataDir, 'postgres'))).toBe(false)

  const { url } = await start(dataDir)

  expect(await ask(url, 'select 1 as one')).toEqual([{ one: 1 }])
})

test('what a killed start left behind is cleared away', async () => {
  const remains = join(deep, `postgres.new-${2 ** 22 - 1}`)
  mkdirSync(remains)

  await start(deep)

  expect(existsSync(remains)).toBe(false)
})

test('where root may not use namespaces, nobody runs it and owns its files', async () => {
  const open = mkdtempSync(join(tmpdir(), 'carboy-open-'))
  chmodSync(open, 0o755)
  const chosen = chooseLauncher()
  const launcher = chosen.kind === 'namespace' ? nobodyLauncher : chosen

  const server = await startEmbeddedPostgres({
    dataDir: open,
    settings: { fsync: 'off' },
    launcher,
    log: quietLog,
  })

  expect(await ask(server.url, 'select 1 as one')).toEqual([{ one: 1 }])
  expect(statSync(join(open, 'postgres/base')).uid).toBe(launcher.owner.uid)
  await server.stop()
  rmSync(open, { recursive: true })
})

test('what PostgreSQL says when it does not start is passed on', async () => {
  const settings = { shared_buffers: 'plenty' }

  const failing = startEmbeddedPostgres({ dataDir: deep, settings, log: quietLog })

  await expect(failing).rejects.toThrow(/did not start: .*shared_buffers.*plenty/)
})

test('a folder that cannot be made is named', async () => {
  mkdirSync(place, { recursive: true })
  writeFileSync(join(place, 'file'), '')

  const failing = startEmbeddedPostgres({ dataDir: join(place, 'file/data'), log: quietLog })

  await expect(failing).rejects.toThrow(/^DATA_DIR cannot be used: .*file\/data/)
})

async function start(dataDir: string) {
  const server = await startEmbeddedPostgres({ dataDir, log: quietLog })
  running.push(server)
  return server
}

async function ask(url: string, statement: string): Promise<Record<string, unknown>[]> {
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
