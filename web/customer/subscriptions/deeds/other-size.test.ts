import { expect, test } from 'vitest'
import { adaptProduct } from '#web/api/adapt/product.ts'
import { otherSizeOf } from './other-size.ts'

const named = (name: string) => adaptProduct({ id: name, name, price: '8.99' })
const shelf = ['Spring Water 5 Gallon', 'Spring Water 3 Gallon', 'Purified Water 5 Gallon'].map(
  named,
)

test('the other size of a water is the one whose name differs in the size alone', () => {
  expect(otherSizeOf(named('Spring Water 5 Gallon'), shelf)?.name).toBe('Spring Water 3 Gallon')
  expect(otherSizeOf(named('Spring Water 3 Gallon'), shelf)?.name).toBe('Spring Water 5 Gallon')
})

test('a water of one size alone has no other', () => {
  expect(otherSizeOf(named('Purified Water 5 Gallon'), shelf)).toBeUndefined()
})
