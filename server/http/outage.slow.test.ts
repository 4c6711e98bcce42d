import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { openDatabase } from '#server/db/client.ts'
import { freshDatabase } from '#tests/support/database/fresh-database.ts'
import { halfOpenProxy } from '#tests/support/database/half-open-proxy.ts'
import { openTestPool } from '#tests/support/database/test-pool.ts'
import { silentLog } from '#tests/support/test-runtime.ts'
import { toFailure } from './failure-reply.ts'

/** A database behind a proxy that can be cut, and one straight to it. */
async function openBoth(options: { queryTimeoutMs?: number } = {}) {
  const { url, drop } = await freshDatabase()
  const proxy = await halfOpenProxy(url)
  const direct = openDatabase(url, { poolSize: 4, log: silentLog })
  const cut = openDatabase(proxy.url, { poolSize: 2, log: silentLog, ...options })
  onTestFinished(async () => {
    proxy.close()
    await cut.close().catch(() => {})
    await direct.close().catch(() => {})
    await drop()
  })
  await direct.db.execute(sql`create table numbers (n int primary key)`)
  const terminate = () =>
    direct.pool.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid()`,
    )
  return { url, proxy, direct, cut, terminate }
}

/** Waits until a statement on the other connections sleeps. */
const untilAsleep = ({ pool }: ReturnType<typeof openDatabase>) =>
  expect
    .poll(async () => {
      const { rowCount } = await pool.query(
        `select from pg_stat_activity
         where datname = current_database() and wait_event = 'PgSleep'`,
      )
      return rowCount
    })
    .toBeGreaterThan(0)

const catchError = (work: Promise<unknown>) =>
  work.then(() => 'no error').catch((err: unknown) => err)
const failureCode = (error: unknown) => toFailure(error)?.code ?? error

test('a connection that is cut within a transaction is an outage, at any statement', async () => {
  const { proxy, cut } = await openBoth()
  const error = await catchError(
    cut.db.transaction(async (tx) => {
      await tx.execute(sql`insert into numbers values (1)`)
      proxy.close()
      await delay(50)
      await tx.execute(sql`insert into numbers values (2)`)
    }),
  )
  expect(failureCode(error)).toBe('unavailable')
})

test('a connection that is cut during the commit is an outage', async () => {
  const { proxy, cut, direct } = await openBoth()
  await direct.pool.query(`
    create function slow() returns trigger language plpgsql as $$ begin perform pg_sleep(60); return null; end $$;
    create constraint trigger slow after insert on numbers deferrable initially deferred
      for each row execute function slow()`)
  const error = catchError(
    cut.db.transaction((tx) => tx.execute(sql`insert into numbers values (1)`)),
  )
  await untilAsleep(direct)
  proxy.close()
  expect(failureCode(await error)).toBe('unavailable')
})

test('a server that ends a connection, in a statement or between two, is an outage', async () => {
  const { cut, direct, terminate } = await openBoth()
  const asleep = catchError(cut.db.execute(sql`select pg_sleep(30)`))
  await untilAsleep(direct)
  await terminate()
  expect(failureCode(await asleep)).toBe('unavailable')

  const between = cut.db.transaction(async (tx) => {
    await tx.execute(sql`insert into numbers values (1)`)
    await terminate()
    await delay(50)
    await tx.execute(sql`insert into numbers values (2)`)
  })
  expect(failureCode(await catchError(between))).toBe('unavailable')

  const idle = cut.db.transaction(async (tx) => {
    await tx.execute(sql`set local idle_in_transaction_session_timeout = 20`)
    await delay(300)
    await tx.execute(sql`insert into numbers values (3)`)
  })
  expect(failureCode(await catchError(idle))).toBe('unavailable')
})

test('a server that no longer answers is an outage', async () => {
  const { proxy, cut, url } = await openBoth({ queryTimeoutMs: 2_000 })
  await cut.db.execute(sql`select 1`)
  proxy.dropTraffic()
  expect(failureCode(await catchError(cut.db.execute(sql`select 1`)))).toBe('unavailable')

  const silent = await halfOpenProxy(url, { isSilent: true })
  const pool = openTestPool(silent.url, { max: 1, connectionTimeoutMillis: 200 })
  onTestFinished(async () => {
    silent.close()
    await pool.end()
  })
  expect(failureCode(await catchError(pool.query('select 1')))).toBe('unavailable')
})

test('a full pool, a closed pool and a missing socket are outages', async () => {
  const { url } = await openBoth()
  const pool = openTestPool(url, { max: 1, connectionTimeoutMillis: 2_000 })
  const client = await pool.connect()
  expect(failureCode(await catchError(pool.query('select 1')))).toBe('unavailable')
  client.release()
  await pool.end()
  expect(failureCode(await catchError(pool.query('select 1')))).toBe('unavailable')

  const gone = new pg.Client({ host: '/tmp/no-such-folder', user: 'x', database: 'x' })
  expect(failureCode(await catchError(gone.connect()))).toBe('unavailable')
  const unknown = new pg.Client({ host: 'no-such-host.invalid', user: 'x', database: 'x' })
  expect(failureCode(await catchError(unknown.connect()))).toBe('unavailable')
})

test('a transaction that lost a race against another one is asked to retry', async () => {
  const { direct } = await openBoth()
  await direct.db.execute(sql`insert into numbers values (1)`)
  const work = direct.db.transaction(async (tx) => {
    await tx.execute(sql`set transaction isolation level repeatable read`)
    await tx.execute(sql`select from numbers`)
    await direct.db.execute(sql`update numbers set n = 2`)
    await tx.execute(sql`update numbers set n = 3`)
  })
  expect(failureCode(await catchError(work))).toBe('busy')
})
