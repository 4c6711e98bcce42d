import { mkdtempSync, rmSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { expect, onTestFinished, test } from 'vitest'
import { freshDatabase } from '#tests/support/database/fresh-database.ts'
import { halfOpenProxy } from '#tests/support/database/half-open-proxy.ts'
import { openTestPool } from '#tests/support/database/test-pool.ts'
import { silentLog } from '#tests/support/test-runtime.ts'
import { openDatabase } from './client.ts'
import { openListener } from './listener.ts'
import { migrate } from './migrate.ts'

async function databaseBehindProxy() {
  const { url, drop } = await freshDatabase()
  const proxy = await halfOpenProxy(url)
  onTestFinished(async () => {
    proxy.close()
    await drop()
  })
  return { url, proxy }
}

test('AU23: a query without a response times out, and the next one uses a new connection', async () => {
  const { proxy } = await databaseBehindProxy()
  const database = openDatabase(proxy.url, { poolSize: 1, log: silentLog, queryTimeoutMs: 2_000 })
  onTestFinished(() => database.close())
  await database.pool.query('select 1')

  proxy.dropTraffic()

  await expect(database.pool.query('select 1')).rejects.toThrow('timeout')
  expect((await database.pool.query('select 2 as n')).rows).toEqual([{ n: 2 }])
})

test('AU23: a transaction without a response times out and discards its connection', async () => {
  const { proxy } = await databaseBehindProxy()
  const database = openDatabase(proxy.url, { poolSize: 1, log: silentLog, queryTimeoutMs: 2_000 })
  onTestFinished(() => database.close())
  const select = () => database.db.transaction((tx) => tx.execute(sql`select 1 as n`))
  await select()

  const midway = database.db.transaction(async (tx) => {
    await tx.execute(sql`select 1`)
    proxy.dropTraffic()
    await tx.execute(sql`select 2`)
  })

  await expect(midway).rejects.toThrow()
  expect((await select()).rows).toEqual([{ n: 1 }])
})

test('AU23: a listener reconnects when its connection stops responding', async () => {
  const { url, proxy } = await databaseBehindProxy()
  const pings = { intervalMs: 100, queryTimeoutMs: 2_000 }
  const listener = await openListener(proxy.url, silentLog, pings)
  const outside = openTestPool(url)
  onTestFinished(async () => {
    await listener.close()
    await outside.end()
  })
  const received: (string | null)[] = []
  listener.on('carboy_order', (payload) => received.push(payload))

  proxy.dropTraffic()

  await expect.poll(() => received).toEqual([null])
  await outside.query(`notify carboy_order, 'one'`)
  await expect.poll(() => received).toEqual([null, 'one'])
})

test('AU23: a migration may take longer than the query timeout', async () => {
  const { url } = await databaseBehindProxy()
  const folder = mkdtempSync(join(tmpdir(), 'migrations-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  await mkdir(join(folder, 'meta'))
  await writeFile(
    join(folder, '0000_slow.sql'),
    'do $$ begin perform pg_sleep(3); create table slow as select 1 as n; end $$;',
  )
  const entry = {
    idx: 0,
    version: '7',
    when: 4_000_000_000_000,
    tag: '0000_slow',
    breakpoints: true,
  }
  const journal = { version: '7', dialect: 'postgresql', entries: [entry] }
  await writeFile(join(folder, 'meta', '_journal.json'), JSON.stringify(journal))
  const database = openDatabase(url, { poolSize: 1, log: silentLog, queryTimeoutMs: 2_000 })
  onTestFinished(() => database.close())

  await migrate(database.pool, { migrations: folder })

  expect((await database.pool.query('select 1 from slow')).rows).toHaveLength(1)
})
