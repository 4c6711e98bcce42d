import { sql } from 'drizzle-orm'
import { expect, onTestFinished, test } from 'vitest'
import { freshDatabase } from '#tests/support/database/fresh-database.ts'
import { silentLog } from '#tests/support/test-runtime.ts'
import { openDatabase } from './client.ts'
import { pipelined } from './pipelined.ts'

async function open() {
  const { url, drop } = await freshDatabase()
  const { db, close } = openDatabase(url, { poolSize: 3, log: silentLog })
  onTestFinished(async () => {
    await close()
    await drop()
  })
  await db.execute(sql`create table numbers (n int primary key)`)
  return db
}

test('pipelined statements run in order, and each has its own result', async () => {
  const db = await open()

  const [, counted, , again] = await db.transaction((tx) =>
    pipelined(
      tx.execute(sql`insert into numbers values (1)`),
      tx.execute(sql`select count(*)::int as n from numbers`),
      tx.execute(sql`insert into numbers values (2)`),
      tx.execute(sql`select count(*)::int as n from numbers`),
    ),
  )

  expect([counted.rows, again.rows]).toEqual([[{ n: 1 }], [{ n: 2 }]])
})

test('the first error is thrown, not the errors it caused, and everything is rolled back', async () => {
  const db = await open()
  const nested = (tx: Parameters<Parameters<typeof db.transaction>[0]>[0]) =>
    pipelined(
      tx.execute(sql`insert into numbers values (1)`),
      tx.execute(sql`insert into numbers values (1)`),
    )

  const failing = db.transaction((tx) =>
    pipelined(nested(tx), tx.execute(sql`insert into numbers values (2)`)),
  )

  await expect(failing).rejects.toMatchObject({ cause: { code: '23505' } })
  const { rows } = await db.execute(sql`select n from numbers`)
  expect(rows).toEqual([])
})

test('a statement waits for a lock and then sees the commit that released it', async () => {
  const db = await open()
  await db.execute(sql`insert into numbers values (1)`)
  const waiting = async () => {
    const { rows } = await db.execute(sql`
      select 1 from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`)
    return rows.length
  }
  const { promise: isLocked, resolve: locked } = Promise.withResolvers<void>()
  const holder = db.transaction(async (tx) => {
    await tx.execute(sql`select n from numbers where n = 1 for update`)
    locked()
    await expect.poll(waiting).toBe(1)
    await tx.execute(sql`insert into numbers values (2)`)
  })
  await isLocked

  const [, result] = await db.transaction((tx) =>
    pipelined(
      tx.execute(sql`select n from numbers where n = 1 for update`),
      tx.execute(sql`select n from numbers order by n`),
    ),
  )

  await holder
  expect(result.rows).toEqual([{ n: 1 }, { n: 2 }])
})
