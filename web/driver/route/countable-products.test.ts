import { expect, test } from 'vitest'
import { testId, testRoute } from '#tests/support/driver/route-data.ts'
import { countableProducts } from './countable-products.ts'

const line = (number: number, name: string) => ({ productId: testId(number), name, quantity: 2 })

test('a product that the shop no longer lists is counted, once', () => {
  const known = { id: testId(1), name: '5 Gallon', isReturnable: true }
  const gone = { id: testId(2), name: 'Old 5 Gallon', isReturnable: true }
  expect(countableProducts(testRoute(), [line(1, '5 Gallon')])).toEqual([known])
  expect(
    countableProducts(testRoute(), [
      line(2, 'Old 5 Gallon'),
      line(1, '5 Gallon'),
      line(2, 'Old 5 Gallon'),
    ]),
  ).toEqual([known, gone])
})
