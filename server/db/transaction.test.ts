import { sql } from 'drizzle-orm'
import pg from 'pg'
import { expect, onTestFinished, test, vi } from 'vitest'
import { freshDatabase } from '#tests/support/database/fresh-database.ts'
import { silentLog } from '#tests/support/test-runtime.ts'
import { openDatabase, type Tx } from './client.ts'
import { pipelined } from './pipelined.ts'

/** One connection only, so that a transaction finds it as the one before has left it. */
async function open() {
  const { url, drop } = await freshDatabase()
  const { db, close } = openDatabase(url, { poolSize: 1, log: silentLog })
  onTestFinished(async () => {
    await close()
    await drop()
  })
  await db.execute(sql`create table kept (n int primary key)`)
  const keep = (tx: Tx, n: number) => tx.execute(sql`insert into kept values (${n})`)
  const kept = async () => (await db.execute(sql`select n from kept order by n`)).rows
  return { db, keep, kept }
}

test('a transaction commits and returns the result of its work', async () => {
  const { db, keep, kept } = await open()

  const answer = await db.transaction(async (tx) => {
    await pipelined(keep(tx, 1), keep(tx, 2))
    return 'done'
  })

  expect(answer).toBe('done')
  expect(await kept()).toEqual([{ n: 1 }, { n: 2 }])
})

test('failed work is rolled back, its error is thrown and the connection is reused', async () => {
  const { db, keep, kept } = await open()
  const failing = db.transaction(async (tx) => {
    await keep(tx, 1)
    throw new Error('changed my mind')
  })

  await expect(failing).rejects.toThrow('changed my mind')

  expect(await kept()).toEqual([])
  await db.transaction((tx) => keep(tx, 2))
  expect(await kept()).toEqual([{ n: 2 }])
})

test('work that ignores a failed statement throws', async () => {
  const { db, keep, kept } = await open()
  const careless = db.transaction(async (tx) => {
    await keep(tx, 1)
    await keep(tx, 1).catch(() => {})
  })

  await expect(careless).rejects.toThrow('commit of a failed transaction')

  expect(await kept()).toEqual([])
})

test('a failed savepoint does not fail the transaction', async () => {
  const { db, keep, kept } = await open()

  await db.transaction(async (tx) => {
    await keep(tx, 1)
    await tx.transaction((inner) => keep(inner, 1)).catch(() => {})
    await keep(tx, 2)
  })

  expect(await kept()).toEqual([{ n: 1 }, { n: 2 }])
})

test('a broken connection reports its error and is replaced', async () => {
  const { db, keep, kept } = await open()
  const broken = db.transaction(async (tx) => {
    await keep(tx, 1)
    await tx.execute(sql`select pg_terminate_backend(pg_backend_pid())`)
  })

  await expect(broken).rejects.toMatchObject({ cause: { code: '57P01' } })

  expect(await kept()).toEqual([])
  await db.transaction((tx) => keep(tx, 2))
  expect(await kept()).toEqual([{ n: 2 }])
})

/** The connection stays usable, but `begin` itself is refused, as when an operator cancels it. */
function refuseBegin() {
  const { query } = pg.Client.prototype
  const spy = vi.spyOn(pg.Client.prototype, 'query')
  spy.mockImplementation(function (this: pg.Client, ...args: unknown[]) {
    return Reflect.apply(query, this, args[0] === 'begin' ? ['begin nonsense'] : args)
  } as never)
  onTestFinished(() => spy.mockRestore())
}

test('if begin fails, no write of the work is committed', async () => {
  const { db, keep, kept } = await open()
  refuseBegin()

  const failing = db.transaction((tx) => pipelined(keep(tx, 1), keep(tx, 2)))

  await expect(failing).rejects.toThrow()
  expect(await kept()).toEqual([])
})

test('if begin fails, no later result is returned', async () => {
  const { db, keep, kept } = await open()
  await db.transaction((tx) => keep(tx, 1))
  refuseBegin()
  const seen: unknown[] = []

  const failing = db.transaction(async (tx) => {
    const [first] = await pipelined(tx.execute(sql`select n from kept`), keep(tx, 2))
    seen.push(first.rows)
  })

  await expect(failing).rejects.toThrow()
  expect(seen).toEqual([])
  expect(await kept()).toEqual([{ n: 1 }])
})

test('statements after begin keep their order', async () => {
  const { db, keep } = await open()

  const counts = await db.transaction((tx) => {
    const count = () => tx.execute(sql`select count(*)::int as n from kept`)
    return pipelined(count(), keep(tx, 1), count(), keep(tx, 2), count())
  })

  expect([counts[0].rows, counts[2].rows, counts[4].rows]).toEqual([
    [{ n: 0 }],
    [{ n: 1 }],
    [{ n: 2 }],
  ])
})
