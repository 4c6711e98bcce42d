import { expect, test } from 'vitest'
import { describeError } from '#server/create-log.ts'
import { recordingLog } from '#tests/support/health/recording-log.ts'
import { openShop } from '#tests/support/open-shop.ts'

test('P2: errors are logged with type and stack, without values quoted by database or provider', () => {
  const rejection = Object.assign(
    new Error('Key (email)=(canary.bird@nest.example) already exists'),
    {
      code: '23505',
      constraint: 'customers_email_unique',
      detail: 'canary.bird@nest.example',
    },
  )
  const error = Object.assign(
    new Error('Failed query: insert … params: canary.bird@nest.example'),
    {
      params: ['canary.bird@nest.example'],
      cause: rejection,
    },
  )
  class QueryError extends Error {}
  Object.setPrototypeOf(error, QueryError.prototype)

  const described = describeError(error)

  expect(JSON.stringify(described)).not.toContain('canary')
  expect(described).toMatchObject({
    type: 'QueryError',
    cause: { code: '23505', constraint: 'customers_email_unique' },
  })
  expect(describeError(new TypeError('x is not a function'))).toMatchObject({
    type: 'TypeError',
    message: 'x is not a function',
  })
  const copy = {
    message: 'canary',
    code: '57P01',
    stack: 'Error: canary\n    at work (jobs.js:1:2)',
  }
  expect(describeError(copy)).toEqual({
    type: 'object',
    code: '57P01',
    stack: ['at work (jobs.js:1:2)'],
  })
  expect(describeError('canary')).toEqual({ type: 'string' })
})

test('P2: requests are logged by route, with an id that the response also has', async () => {
  const { lines, log } = recordingLog()
  const shop = await openShop({ log })

  const { headers } = await shop.buyer().order('11111111-1111-4111-8111-111111111111')

  const line = lines.map((text) => JSON.parse(text)).find(({ msg }) => msg === 'request')
  expect(line).toMatchObject({ route: '/api/orders/:id', status: 404, method: 'GET' })
  expect(line.requestId).toBe(headers.get('x-request-id'))
})
