import { expect, test } from 'vitest'
import { adaptProduct } from '#web/api/adapt/product.ts'
import { findOtherSize } from './other-size.ts'

const productNamed = (name: string) => adaptProduct({ id: name, name, price: '8.99' })
const products = ['Spring Water 5 Gallon', 'Spring Water 3 Gallon', 'Purified Water 5 Gallon'].map(
  productNamed,
)

test('the other size is the product whose name differs only in the size', () => {
  expect(findOtherSize(productNamed('Spring Water 5 Gallon'), products)?.name).toBe(
    'Spring Water 3 Gallon',
  )
  expect(findOtherSize(productNamed('Spring Water 3 Gallon'), products)?.name).toBe(
    'Spring Water 5 Gallon',
  )
})

test('a product sold in one size has no other size', () => {
  expect(findOtherSize(productNamed('Purified Water 5 Gallon'), products)).toBeUndefined()
})
