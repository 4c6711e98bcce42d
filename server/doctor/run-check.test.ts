import { expect, test } from 'vitest'
import { NotCheckedError, ok } from './check.ts'
import { runCheck } from './run-check.ts'

const run = (work: () => Promise<never>) => runCheck({ name: 'x', limitMs: 50, run: work })

test('a check that throws fails with one line, without keys and passwords', async () => {
  const error = new Error('Invalid key sk_live_abc123\nat postgres://shop:secret@db.example/shop')
  const thrown = await run(() => {
    throw error
  })
  const rejected = await run(() => Promise.reject(error))

  const message = 'Invalid key [key] at postgres://db.example/shop'
  expect(thrown).toEqual({ name: 'x', status: 'fail', message })
  expect(rejected).toEqual(thrown)
})

test('a check that never ends fails after its time limit', async () => {
  expect(await run(() => new Promise(() => {}))).toEqual({
    name: 'x',
    status: 'fail',
    message: 'No answer within 0.05 seconds.',
  })
})

test('an error without a message is described by its first cause or its code', async () => {
  const cause = Object.assign(new Error('connect ECONNREFUSED ::1:1'), { code: 'ECONNREFUSED' })
  expect((await run(() => Promise.reject(new AggregateError([cause])))).message).toBe(cause.message)
  const bare = Object.assign(new Error(''), { code: 'ENOENT' })
  expect((await run(() => Promise.reject(bare))).message).toBe('ENOENT')
})

test('a check that could not run is a warning; another check fails with the cause', async () => {
  const unchecked = await run(() => Promise.reject(new NotCheckedError('there is no database.')))
  expect(unchecked.status).toBe('warn')
  expect(unchecked.message).toBe('Not checked: there is no database.')
  expect(await runCheck({ name: 'x', run: async () => ok('Fine.') })).toEqual({
    name: 'x',
    status: 'ok',
    message: 'Fine.',
  })
})
