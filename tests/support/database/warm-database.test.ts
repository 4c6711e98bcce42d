import { expect, test } from 'vitest'
import { openDatabase } from '#server/db/client.ts'
import { openShop } from '../open-shop.ts'
import { subscribe } from '../subscriber.ts'
import { silentLog } from '../test-runtime.ts'
import { parkedConnections } from './parked-connections.ts'
import { readBaseline } from './restore-baseline.ts'
import { warmDatabase } from './warm-database.ts'

const open = (url: string) => openDatabase(url, { poolSize: 1, log: silentLog })

/** The database of a test, and that of the next test in this process. */
async function inTurn(first: (url: string) => Promise<void>) {
  const before = await warmDatabase()
  await first(before.url)
  await before.drop()
  const after = await warmDatabase()
  return { before, after }
}

test('a reused database has the rows and sequences of a new one', async () => {
  const unused = await warmDatabase()
  const expected = await readBaseline(unused.url)
  const shop = await openShop()
  await subscribe(shop)
  await shop.sql("update counters set n = n + 7; select nextval('audit_entries_id_seq')")
  const used = await readBaseline(shop.deps.databaseUrl)
  await shop.close()

  const next = await warmDatabase()
  expect(next.url).toBe(shop.deps.databaseUrl)
  expect(used.rows.size).toBeGreaterThan(expected.rows.size + 10)
  expect(await readBaseline(next.url)).toEqual(expected)
  await next.drop()
  await unused.drop()
})

test('a connection is reused without the settings and locks of its former pool', async () => {
  const pids: number[] = []
  const state = async (url: string, text: string) => {
    const { pool, close } = open(url)
    const { rows } = await pool.query(text)
    pids.push(...(await pool.query('select pg_backend_pid() as pid')).rows.map(({ pid }) => pid))
    await close()
    await parkedConnections(url)
    return rows
  }
  const { after } = await inTurn(async (url) => {
    await state(url, "set timezone = 'Asia/Tokyo'")
    await state(url, 'select pg_advisory_lock(7)')
  })

  const found = `select current_setting('timezone') as zone,
    (select count(*) from pg_locks where locktype = 'advisory' and objid = 7
       and database = (select oid from pg_database where datname = current_database())) as locks`
  expect(await state(after.url, found)).toEqual([{ zone: 'UTC', locks: 0 }])
  expect(new Set(pids).size).toBe(1)
  await after.drop()
})

test.each([
  'drop trigger tenders_invoice_insert on tenders',
  'alter table orders disable trigger all',
  'alter table tenders drop constraint tenders_pkey',
  'create schema other',
  'create temp table other (id int)',
])('a database is not reused after: %s', async (statement) => {
  const { before, after } = await inTurn(async (url) => {
    const { pool, close } = open(url)
    await pool.query(statement)
    await close()
  })

  expect(after.url).not.toBe(before.url)
  await after.drop()
})

test('a connection that is in a transaction is closed, not reused', async () => {
  const pids: number[] = []
  const { after } = await inTurn(async (url) => {
    const { pool, close } = open(url)
    const client = await pool.connect()
    const { rows } = await client.query('select pg_backend_pid() as pid')
    pids.push(rows[0].pid)
    await client.query('begin')
    const closing = close()
    client.release()
    await closing
  })

  const { pool, close } = open(after.url)
  const { rows } = await pool.query('select pg_backend_pid() as pid')
  expect(pids).not.toContain(rows[0].pid)
  await close()
  await after.drop()
})
