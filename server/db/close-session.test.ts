import { expect, onTestFinished, test, vi } from 'vitest'
import { freshDatabase } from '#tests/support/database/fresh-database.ts'
import { silentLog } from '#tests/support/test-runtime.ts'
import { openDatabase } from './client.ts'
import { closeSession } from './close-session.ts'

async function openPool() {
  const { url, drop } = await freshDatabase()
  const { pool, close } = openDatabase(url, { poolSize: 2, log: silentLog })
  onTestFinished(async () => {
    await close()
    await drop()
  })
  return pool
}

test('a lock is free when its session is closed, although PostgreSQL still ends the connection', async () => {
  const pool = await openPool()
  const session = await pool.connect()
  await session.query('select pg_advisory_lock(7)')
  const release = session.release.bind(session)
  onTestFinished(() => release(true))
  const released = vi.spyOn(session, 'release').mockImplementation(() => {})

  await closeSession(session)

  expect((await pool.query('select pg_try_advisory_lock(7) as free')).rows).toEqual([
    { free: true },
  ])
  expect(released).toHaveBeenCalledExactlyOnceWith(true)
})

test('a session whose connection is lost is closed without an error', async () => {
  const pool = await openPool()
  const session = await pool.connect()
  const [{ pid }] = (await session.query('select pg_backend_pid() as pid')).rows
  await pool.query('select pg_terminate_backend($1)', [pid])

  await closeSession(session)

  await expect.poll(() => pool.totalCount).toBe(1)
})
