import { DrizzleQueryError } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { CardProviderError } from '#server/modules/payments/index.ts'
import { describeError } from './describe-error.ts'

const coded = (code: string, message: string) => Object.assign(new Error(message), { code })

test.each([
  coded('57P01', 'terminating connection due to administrator command'),
  new Error('Connection terminated unexpectedly'),
  coded('ECONNRESET', 'read ECONNRESET'),
  Object.assign(coded('ENOENT', 'connect ENOENT /tmp/socket'), { syscall: 'connect' }),
])('a database that goes away during a command prints one line: %s', (error) => {
  const line = `The database is not reachable. (${error.message})`
  expect(describeError(error)).toBe(line)
  expect(describeError(new DrizzleQueryError('select 1', [], error))).toBe(line)
})

test("an error of the card provider's connection, or of our own, is not the database's", () => {
  const cause = coded('ECONNREFUSED', 'connect ECONNREFUSED')
  const provider = new CardProviderError('retryable', 'The card provider is away', { cause })
  for (const error of [provider, new TypeError('x is undefined'), coded('23505', 'duplicate key')])
    expect(() => describeError(error)).toThrow(error)
})
