import { expect, onTestFinished, test } from 'vitest'
import { freshDatabase } from '#tests/support/database/fresh-database.ts'
import { silentLog } from '#tests/support/test-runtime.ts'
import { openDatabase } from './client.ts'
import { sharesSessions } from './shares-sessions.ts'

async function open(options: { synchronousCommit?: boolean } = {}) {
  const { url, drop } = await freshDatabase()
  const { pool, close } = openDatabase(url, { poolSize: 2, log: silentLog, ...options })
  onTestFinished(async () => {
    await close()
    await drop()
  })
  return pool
}

test('connections of their own share no session', async () => {
  expect(await sharesSessions(await open())).toBe(false)
})

test('a pooler that hands one session to two connections is found', async () => {
  const pool = await open()
  const client = await pool.connect()
  onTestFinished(() => client.release())
  const shared = { query: (text: string) => client.query(text), release: () => {} }

  expect(await sharesSessions({ connect: async () => shared })).toBe(true)
})

test('a pooler that moves a connection to another session is found', async () => {
  const pool = await open()
  // A new session for each statement.
  const moving = { query: (text: string) => pool.query(text), release: () => {} }
  const pids = [11, 12, 11, 13, 11, 12, 11, 12]
  const query = async () => ({ rows: [{ pid: pids.shift() ?? 0 }] })

  expect(await sharesSessions({ connect: async () => ({ query, release: () => {} }) })).toBe(true)
  expect(await sharesSessions({ connect: async () => moving })).toBe(true)
})

test('every connection has the time limits and the durability of its pool', async () => {
  const show = `select current_setting('statement_timeout') || ' ' || current_setting('lock_timeout')
    || ' ' || current_setting('idle_in_transaction_session_timeout') || ' '
    || current_setting('jit') || ' ' || current_setting('max_parallel_workers_per_gather') as limits,
    (select source from pg_settings where name = 'synchronous_commit') as durability`
  const limits = '30s 10s 1min off 0'

  const lossy = await open({ synchronousCommit: false })
  expect((await lossy.query(show)).rows).toEqual([{ limits, durability: 'session' }])
  const durable = await open()
  expect((await durable.query(show)).rows).toEqual([{ limits, durability: 'command line' }])
})
