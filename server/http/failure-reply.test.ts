import { sql } from 'drizzle-orm'
import { expect, onTestFinished, test } from 'vitest'
import { openDatabase } from '#server/db/client.ts'
import { freshDatabase } from '#tests/support/database/fresh-database.ts'
import { silentLog } from '#tests/support/test-runtime.ts'
import { toFailure } from './failure-reply.ts'

test('a request that waited too long for a lock is asked to retry', async () => {
  const { url, drop } = await freshDatabase()
  const { db, close } = openDatabase(url, { poolSize: 2, log: silentLog })
  onTestFinished(async () => {
    await close()
    await drop()
  })
  await db.execute(sql`create table numbers (n int primary key)`)

  const error = await db.transaction(async (first) => {
    await first.execute(sql`lock table numbers in exclusive mode`)
    return db
      .transaction(async (second) => {
        await second.execute(sql`set local lock_timeout = 20`)
        await second.execute(sql`insert into numbers values (1)`)
      })
      .catch((reason: unknown) => reason)
  })

  const failure = toFailure(error)
  expect(failure).toMatchObject({ code: 'busy', status: 503, cause: error })
  expect(failure?.message).toBe('Someone else is changing this right now. Try again in a moment.')
})

const withCode = (code: string) => Object.assign(new Error('x'), { code })

test.each([
  ['no room on its disk', withCode('53100')],
  ['no connection left', withCode('53300')],
  ['to start first', withCode('57P03')],
  ['no one listening', withCode('ECONNREFUSED')],
  ['lost its connection', new Error('Connection terminated unexpectedly')],
  ['become a standby', Object.assign(new Error('query'), { cause: withCode('25006') })],
])('a request is asked to retry when the database has %s', (_, error) => {
  const failure = toFailure(error)
  expect(failure).toMatchObject({ code: 'unavailable', status: 503, cause: error })
  expect(failure?.message).toBe("We can't save anything right now. Try again in a few minutes.")
})

test('other errors of the database stay unexpected', () => {
  expect(toFailure(withCode('57014'))).toBeUndefined()
  expect(toFailure(withCode('ENOENT'))).toBeUndefined()
  expect(toFailure(Object.assign(new Error('duplicate'), { code: '23505' }))).toBeUndefined()
})
