import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { freshDatabase } from '#tests/support/database/fresh-database.ts'
import { silentLog } from '#tests/support/test-runtime.ts'
import { openDatabase } from '../client.ts'
import type { LeanClient } from './lean-client.ts'

/** A pool of one connection, so that each statement runs on it again, and pg's own client. */
async function open() {
  const { url, drop } = await freshDatabase()
  const { pool, close } = openDatabase(url, { poolSize: 1, log: silentLog })
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  onTestFinished(async () => {
    await client.end()
    await close()
    await drop()
  })
  return { pool, client }
}

const EVERY_TYPE = `
  select 1::int as number, 2::bigint as big, 1.50::numeric as decimal, true as flag, 'Ü ✓' as text,
    date '2026-03-02' as day, timestamptz '2026-03-02 15:00Z' as instant, '{"a":[1]}'::jsonb as json,
    array['a','b'] as list, '\\x00ff'::bytea as bytes, null::text as nothing, $1::text as given
  from generate_series(1, 2)`

test('a named statement returns what pg returns, each time it runs', async () => {
  const { pool, client } = await open()
  for (const rowMode of [undefined, 'array']) {
    const config = { text: EVERY_TYPE, values: ['x'], ...(rowMode && { rowMode }) }
    const { rows, rowCount, command } = await client.query(config as pg.QueryConfig)

    for (const given of ['x', 'x', 'x']) {
      const named = { ...config, name: `types_${rowMode}`, values: [given] }
      expect(await pool.query(named as pg.QueryConfig)).toMatchObject({ rows, rowCount, command })
    }
  }
})

test('an instant of any year is stored as pg stores it', async () => {
  const { pool, client } = await open()
  const text = 'select $1::timestamptz::text as instant, $2::timestamptz[]::text as list'
  const instants = [
    '-000043-03-15T12:00Z',
    '0001-01-01',
    '2026-03-08T06:59:59.999Z',
    '+010000-01-01',
  ]

  for (const instant of instants.map((text) => new Date(text))) {
    const values = [instant, [instant]]
    const { rows } = await client.query({ text, values })
    for (let run = 1; run <= 2; run++) {
      expect((await pool.query({ name: 'instants', text, values })).rows).toEqual(rows)
    }
  }
})

test('every command reports its count, and a statement without rows has none', async () => {
  const { pool } = await open()
  await pool.query('create table numbers (n int primary key)')
  const run = async (name: string, text: string) => {
    const { rows, rowCount, command } = await pool.query({ name, text })
    return { rows, rowCount, command }
  }
  const commands = [
    ['insert', 'insert into numbers values (1), (2)', 2],
    ['update', 'update numbers set n = n + 5 where n > 1', 1],
    ['delete', 'delete from numbers', 2],
  ] as const

  for (let round = 1; round <= 2; round++) {
    for (const [name, text, rowCount] of commands) {
      expect(await run(name, text)).toEqual({ rows: [], rowCount, command: name.toUpperCase() })
    }
  }
  expect(await run('set', 'set local lock_timeout = 1000')).toMatchObject({ rowCount: null })
})

test('a failed statement does not affect the next ones', async () => {
  const { pool } = await open()
  const divide = (by: unknown) =>
    pool.query({ name: 'divide', text: 'select 6 / $1::int as result', values: [by] })
  const circular: Record<string, unknown> = {}
  circular.self = circular

  await expect(divide(0)).rejects.toMatchObject({ code: '22012' })
  expect((await divide(2)).rows).toEqual([{ result: 3 }])
  await expect(divide(0)).rejects.toMatchObject({ code: '22012' })
  await expect(divide(circular)).rejects.toThrow('circular')
  expect((await divide(3)).rows).toEqual([{ result: 2 }])
})

test('a statement whose columns have changed is rejected instead of misread', async () => {
  const { pool } = await open()
  await pool.query(`create table pairs as select 'a' as first, 'b' as second`)
  const read = () => pool.query({ name: 'pairs', text: 'select * from pairs' })
  expect((await read()).rows).toEqual([{ first: 'a', second: 'b' }])
  await pool.query('alter table pairs drop column first')

  await expect(read()).rejects.toThrow('cached plan must not change result type')
})

test('statements that are sent together keep their results apart', async () => {
  const { pool } = await open()
  const client = await pool.connect()
  const echo = (text: string) =>
    client.query<{ text: string }>({ name: 'echo', text: 'select $1 as text', values: [text] })
  const results = await Promise.all(['a', 'b', 'c'].map(echo))
  const later = await Promise.all(['d', 'e'].map(echo))
  client.release()

  expect([...results, ...later].map(({ rows }) => rows[0]?.text)).toEqual(['a', 'b', 'c', 'd', 'e'])
})

test('a value that cannot be sent fails its statement once and leaves the connection in use', async () => {
  const { pool } = await open()
  const circular: Record<string, unknown> = {}
  circular.self = circular
  const text = 'select $1::text as text'

  const failThenRead = async (run: Pick<pg.Pool, 'query'>, name?: string) => {
    const read = (value: unknown) => run.query({ ...(name && { name }), text, values: [value] })
    await expect(read(circular)).rejects.toThrow('circular')
    expect((await read('a')).rows).toEqual([{ text: 'a' }])
  }

  await failThenRead(pool)
  await failThenRead(pool, 'text')
  const client = await pool.connect()
  await failThenRead(client)
  expect((client as unknown as LeanClient).answerTimer).toMatchObject({ unanswered: 0 })
  client.release()
  expect([pool.totalCount, pool.idleCount]).toEqual([1, 1])
})

test('a name that stands for another text is rejected', async () => {
  const { pool } = await open()
  await pool.query({ name: 'same', text: 'select 1 as first' })
  await expect(pool.query({ name: 'same', text: 'select 2 as second' })).rejects.toThrow('another')
  expect((await pool.query({ name: 'same', text: 'select 1 as first' })).rows).toEqual([
    { first: 1 },
  ])
})

test('a callback that throws leaves later statements their own answers', async () => {
  const { pool } = await open()
  const client = await pool.connect()
  const echo = (text: string) => ({ name: 'echo', text: 'select $1 as text', values: [text] })
  await client.query(echo('first'))
  const thrown: unknown[] = []
  const listeners = process.rawListeners('uncaughtException')
  process.removeAllListeners('uncaughtException')
  process.on('uncaughtException', (error) => thrown.push(error))
  onTestFinished(() => {
    process.removeAllListeners('uncaughtException')
    for (const listener of listeners) process.on('uncaughtException', listener as () => void)
  })

  void client.query(echo('a') as pg.QueryConfig, () => {
    throw new Error('of a callback')
  })
  const results = await Promise.all([client.query(echo('b')), client.query(echo('c'))])
  client.release()

  expect(results.map(({ rows }) => rows[0].text)).toEqual(['b', 'c'])
  await expect.poll(() => thrown).toMatchObject([{ message: 'of a callback' }])
})
