import { expect, onTestFinished, test } from 'vitest'
import { freshDatabase } from '#tests/support/database/fresh-database.ts'
import { silentLog } from '#tests/support/test-runtime.ts'
import { openDatabase } from './client.ts'
import { OLDEST_COMPATIBLE } from './compatibility.ts'
import { LaterDatabaseError, latestMigration, migrate } from './migrate.ts'

const LATER = Date.UTC(2200, 0, 1)

/** A database that a later version has migrated, and what that version recorded about earlier ones. */
async function openLater(recorded: { latest: number; oldest: number }) {
  const { url, drop } = await freshDatabase()
  const { pool, close } = openDatabase(url, { poolSize: 1, log: silentLog })
  onTestFinished(async () => {
    await close()
    await drop()
  })
  await pool.query(`insert into drizzle.__drizzle_migrations (hash, created_at) values ('', $1)`, [
    LATER,
  ])
  await pool.query(`update drizzle.trigger_sources set hash = 'later'`)
  await pool.query('update drizzle.compatibility set latest = $1, oldest = $2', [
    recorded.latest,
    recorded.oldest,
  ])
  return pool
}

test('this version starts on a later database that is compatible with it, and changes nothing', async () => {
  const pool = await openLater({ latest: LATER, oldest: latestMigration() })

  await migrate(pool)

  const { rows } = await pool.query('select hash from drizzle.trigger_sources')
  expect(rows).toEqual([{ hash: 'later' }])
})

test.each([
  ['needs a later version than this one', { latest: LATER, oldest: latestMigration() + 1 }],
  ['has no record of its last migration', { latest: latestMigration(), oldest: 0 }],
])('this version does not start on a later database that %s', async (_, recorded) => {
  const pool = await openLater(recorded)

  await expect(migrate(pool)).rejects.toThrow(LaterDatabaseError)
})

test('the database records from which version on processes can use its tables', async () => {
  const { url, drop } = await freshDatabase()
  onTestFinished(drop)
  const { pool, close } = openDatabase(url, { poolSize: 1, log: silentLog })
  onTestFinished(close)

  const { rows } = await pool.query('select latest::text, oldest::text from drizzle.compatibility')

  const [recorded] = rows as { latest: string; oldest: string }[]
  expect(Number(recorded?.latest)).toBe(latestMigration())
  expect(Number(recorded?.oldest)).toBeLessThanOrEqual(latestMigration())
  expect(OLDEST_COMPATIBLE).toMatch(/^\d{4}_\w+$/)
})
