import Stripe from 'stripe'
import { expect, test } from 'vitest'
import { readEach } from './read-each.ts'

test.each([
  ['starting_after', 'retryable'],
  ['payout', 'missing'],
])('a list without the object of its parameter %s is %s', async (param, kind) => {
  const error = new Stripe.errors.StripeInvalidRequestError({
    type: 'invalid_request_error',
    statusCode: 400,
    code: 'resource_missing',
    message: 'No such object',
    param,
  })
  const next = () => Promise.reject(error)
  const list = () => ({ [Symbol.asyncIterator]: () => ({ next }) })

  await expect(readEach<{ id: string }, string>(list, ({ id }) => id).next()).rejects.toMatchObject(
    {
      kind,
    },
  )
})
