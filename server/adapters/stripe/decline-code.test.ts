import Stripe from 'stripe'
import { expect, test } from 'vitest'
import { toCardProviderError } from './card-errors.ts'

const declined = (fields: object) =>
  toCardProviderError(
    Stripe.errors.generateV1Error({
      type: 'card_error',
      message: 'Your card was declined.',
      charge: 'ch_1',
      statusCode: 402,
      ...fields,
    } as never),
  ).decline?.code

test('a decline without a decline code is named by its code', () => {
  // The SDK turns a missing decline code into an empty one.
  expect(declined({ code: 'expired_card' })).toBe('expired_card')
  expect(declined({ code: 'card_declined', decline_code: 'insufficient_funds' })).toBe(
    'insufficient_funds',
  )
  expect(declined({})).toBe('card_declined')
})
