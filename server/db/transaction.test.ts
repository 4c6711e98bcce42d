import { sql } from 'drizzle-orm'
import pg from 'pg'
import { expect, onTestFinished, test, vi } from 'vitest'
import { freshDatabase } from '#tests/support/database/fresh-database.ts'
import { silentLog } from '#tests/support/test-runtime.ts'
import { openDatabase, type Tx } from './client.ts'
import { pipelined } from './pipelined.ts'

/** Uses a single connection, so that each transaction reuses the previous one's. */
async function open() {
  const { url, drop } = await freshDatabase()
  const { db, close } = openDatabase(url, { poolSize: 1, log: silentLog })
  onTestFinished(async () => {
    await close()
    await drop()
  })
  await db.execute(sql`create table numbers (n int primary key)`)
  const insert = (tx: Tx, n: number) => tx.execute(sql`insert into numbers values (${n})`)
  const committed = async () => (await db.execute(sql`select n from numbers order by n`)).rows
  return { db, insert, committed }
}

test('a transaction commits and returns the result of its work', async () => {
  const { db, insert, committed } = await open()

  const result = await db.transaction(async (tx) => {
    await pipelined(insert(tx, 1), insert(tx, 2))
    return 'done'
  })

  expect(result).toBe('done')
  expect(await committed()).toEqual([{ n: 1 }, { n: 2 }])
})

test('failed work is rolled back, its error is thrown and the connection is reused', async () => {
  const { db, insert, committed } = await open()
  const failing = db.transaction(async (tx) => {
    await insert(tx, 1)
    throw new Error('changed my mind')
  })

  await expect(failing).rejects.toThrow('changed my mind')

  expect(await committed()).toEqual([])
  await db.transaction((tx) => insert(tx, 2))
  expect(await committed()).toEqual([{ n: 2 }])
})

test('work that ignores a failed statement throws', async () => {
  const { db, insert, committed } = await open()
  const careless = db.transaction(async (tx) => {
    await insert(tx, 1)
    await insert(tx, 1).catch(() => {})
  })

  await expect(careless).rejects.toThrow('commit of a failed transaction')

  expect(await committed()).toEqual([])
})

test('a failed savepoint does not fail the transaction', async () => {
  const { db, insert, committed } = await open()

  await db.transaction(async (tx) => {
    await insert(tx, 1)
    await tx.transaction((inner) => insert(inner, 1)).catch(() => {})
    await insert(tx, 2)
  })

  expect(await committed()).toEqual([{ n: 1 }, { n: 2 }])
})

test('a broken connection reports its error and is replaced', async () => {
  const { db, insert, committed } = await open()
  const broken = db.transaction(async (tx) => {
    await insert(tx, 1)
    await tx.execute(sql`select pg_terminate_backend(pg_backend_pid())`)
  })

  await expect(broken).rejects.toMatchObject({ cause: { code: '57P01' } })

  expect(await committed()).toEqual([])
  await db.transaction((tx) => insert(tx, 2))
  expect(await committed()).toEqual([{ n: 2 }])
})

/** Makes `begin` fail while the connection stays usable, as if an operator had cancelled it. */
function failBegin() {
  const { query } = pg.Client.prototype
  const spy = vi.spyOn(pg.Client.prototype, 'query')
  spy.mockImplementation(function (this: pg.Client, ...args: unknown[]) {
    const { text, callback } = args[0] as { text?: string; callback?: unknown }
    const isBegin = text === 'begin'
    return Reflect.apply(query, this, isBegin ? ['begin nonsense', undefined, callback] : args)
  } as never)
  onTestFinished(() => spy.mockRestore())
}

test('if begin fails, no write of the work is committed', async () => {
  const { db, insert, committed } = await open()
  failBegin()

  const failing = db.transaction((tx) => pipelined(insert(tx, 1), insert(tx, 2)))

  await expect(failing).rejects.toThrow()
  expect(await committed()).toEqual([])
})

test('if begin fails, no later result is returned', async () => {
  const { db, insert, committed } = await open()
  await db.transaction((tx) => insert(tx, 1))
  failBegin()
  const results: unknown[] = []

  const failing = db.transaction(async (tx) => {
    const [first] = await pipelined(tx.execute(sql`select n from numbers`), insert(tx, 2))
    results.push(first.rows)
  })

  await expect(failing).rejects.toThrow()
  expect(results).toEqual([])
  expect(await committed()).toEqual([{ n: 1 }])
})

test('statements after begin keep their order', async () => {
  const { db, insert } = await open()

  const counts = await db.transaction((tx) => {
    const count = () => tx.execute(sql`select count(*)::int as n from numbers`)
    return pipelined(count(), insert(tx, 1), count(), insert(tx, 2), count())
  })

  expect([counts[0].rows, counts[2].rows, counts[4].rows]).toEqual([
    [{ n: 0 }],
    [{ n: 1 }],
    [{ n: 2 }],
  ])
})
