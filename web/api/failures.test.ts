import { expect, test } from 'vitest'
import { failureText, hasCode } from './failures.ts'
import { fieldErrors } from './field-errors.ts'
import { ApiError } from './request.ts'

const apiError = new ApiError(
  409,
  'Conflict',
  JSON.stringify({
    message: 'Prices have changed',
    code: 'price_changed',
    fields: { a: 'b', odd: 7 },
  }),
)

test('the message field of the response is shown to the user', () => {
  expect(failureText(apiError, 'Failed to process order')).toBe('Prices have changed')
})

test('without a message field the fallback is shown', () => {
  const page = new ApiError(502, 'Bad Gateway', '<h1>Bad gateway</h1>')

  expect(failureText(page, 'Failed to process order')).toBe('Failed to process order')
  expect(failureText(new TypeError('Failed to fetch'), 'Failed to process order')).toBe(
    'Failed to process order',
  )
})

test('only error responses have codes and field errors', () => {
  expect(hasCode(apiError, 'price_changed')).toBe(true)
  expect(hasCode(apiError, 'product_unavailable')).toBe(false)
  expect(hasCode(new Error('price_changed'), 'price_changed')).toBe(false)
  expect(fieldErrors(apiError)).toEqual({ a: 'b' })
  expect(fieldErrors(new Error('no'))).toEqual({})
})
