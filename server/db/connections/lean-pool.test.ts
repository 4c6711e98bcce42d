import { expect, onTestFinished, test, vi } from 'vitest'
import { freshDatabase } from '#tests/support/database/fresh-database.ts'
import { silentLog } from '#tests/support/test-runtime.ts'
import { openDatabase } from '../client.ts'

async function open(poolSize: number) {
  const { url, drop } = await freshDatabase()
  const database = openDatabase(url, { poolSize, log: silentLog })
  onTestFinished(async () => {
    await database.close()
    await drop()
  })
  return database.pool
}

const readPid = 'select pg_backend_pid() as pid'

test('statements share the free connection', async () => {
  const pool = await open(4)
  const first = await pool.query(readPid)
  const second = await pool.query({ name: 'pid', text: readPid })

  expect(second.rows).toEqual(first.rows)
  expect([pool.totalCount, pool.idleCount]).toEqual([1, 1])
})

test('concurrent statements use all connections, and the others wait for one', async () => {
  const pool = await open(3)
  const results = await Promise.all(
    Array.from({ length: 20 }, () => pool.query(`${readPid} from pg_sleep(0.02)`)),
  )

  expect(new Set(results.map(({ rows }) => rows[0].pid)).size).toBe(3)
  expect([pool.totalCount, pool.idleCount, pool.waitingCount]).toEqual([3, 3, 0])
})

test('a caller that waits for a connection gets it before later callers', async () => {
  const pool = await open(1)
  const order: string[] = []
  const first = await pool.connect()
  const second = pool.connect().then((client) => {
    order.push('second')
    client.release()
  })
  first.release()
  const third = pool.query('select 1').then(() => order.push('third'))
  await Promise.all([second, third])

  expect(order).toEqual(['second', 'third'])
})

test('a connection whose statement failed is replaced', async () => {
  const pool = await open(1)
  const [before] = (await pool.query(readPid)).rows

  await expect(pool.query('select 1 / 0')).rejects.toMatchObject({ code: '22012' })

  const [after] = (await pool.query(readPid)).rows
  expect(after.pid).not.toBe(before.pid)
  expect([pool.totalCount, pool.idleCount]).toEqual([1, 1])
})

test('a connection that breaks during a statement is replaced', async () => {
  const pool = await open(1)
  await pool.query('select 1')

  const breaking = pool.query('select pg_terminate_backend(pg_backend_pid())')

  await expect(breaking).rejects.toMatchObject({ code: '57P01' })
  expect((await pool.query('select 2 as n')).rows).toEqual([{ n: 2 }])
})

test('a statement waits for a free connection only for a limited time', async () => {
  const pool = await open(1)
  const client = await pool.connect()
  pool.options.connectionTimeoutMillis = 100

  await expect(pool.query('select 1')).rejects.toThrow('timeout exceeded when trying to connect')

  client.release()
  expect((await pool.query('select 2 as n')).rows).toEqual([{ n: 2 }])
})

test('connections that were not needed for a while are closed', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const pool = await open(3)
  const clients = await Promise.all([pool.connect(), pool.connect(), pool.connect()])
  for (const client of clients) client.release()

  vi.advanceTimersByTime(10_000)
  expect(pool.totalCount).toBe(3)

  const [one, two] = [await pool.connect(), await pool.connect()]
  one.release()
  two.release()
  vi.advanceTimersByTime(10_000)
  expect(pool.totalCount).toBe(2)

  await pool.query('select 1')
  vi.advanceTimersByTime(10_000)
  expect(pool.totalCount).toBe(1)
  vi.advanceTimersByTime(10_000)
  expect(pool.totalCount).toBe(0)
})

test('a closed pool gives out no connection', async () => {
  const { url, drop } = await freshDatabase()
  onTestFinished(drop)
  const { pool, close } = openDatabase(url, { poolSize: 2, log: silentLog })
  await pool.query('select 1')
  await close()

  await expect(pool.query('select 1')).rejects.toThrow('after calling end')
  await expect(pool.connect()).rejects.toThrow('after calling end')
})
