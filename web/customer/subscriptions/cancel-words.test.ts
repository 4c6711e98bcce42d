import { expect, test } from 'vitest'
import { cancelWords } from './cancel-words.ts'

const order = { deliveryDate: '2026-03-05', total: '15.28' } as const

test('a delivery before its cut-off is called off', () => {
  expect(cancelWords({ ...order, cancelEffect: 'off' })).toContain(
    'the delivery on Thursday, March 5, 2026 is called off',
  )
})

test('one that was paid already is refunded in full', () => {
  expect(cancelWords({ ...order, cancelEffect: 'off_and_refunded' })).toContain('the $15.28 that')
})

test('one past its cut-off still comes', () => {
  expect(cancelWords({ ...order, cancelEffect: 'comes' })).toContain('it still comes')
})

test('a backend that does not tell promises nothing about the next delivery', () => {
  expect(cancelWords(order)).toBe('Your recurring deliveries stop.')
})
