import { expect, test } from 'vitest'
import { clearStoredCarts } from './clear-stored-carts.ts'
import { moveTempCart } from './move-temp-cart.ts'
import { readLines, writeLines } from './stored-cart.ts'
import { brokenStorage, memoryStorage } from './stored-cart-fixtures.ts'

const spring = { id: 'p1', name: 'Spring Water 5 Gallon', price: '8.99' }
const lines = [{ product: spring, quantity: 2 }]

test('written lines are read back', () => {
  const storage = memoryStorage()
  expect(writeLines('cart', lines, storage)).toBe(true)
  expect(readLines('cart', storage)).toEqual(lines)
})

test('an empty cart removes the storage key', () => {
  const storage = memoryStorage({ cart: JSON.stringify(lines) })
  writeLines('cart', [], storage)
  expect(storage.getItem('cart')).toBeNull()
})

test.each([
  ['nothing', undefined],
  ['no JSON', '{"product'],
  ['null', 'null'],
  ['a number', '7'],
  ['an object', '{"product":{}}'],
  ['lines without a product', '[{"quantity":1}]'],
  ['an unreadable price', '[{"product":{"id":"p1","name":"x","price":"free"},"quantity":1}]'],
  ['half a bottle', '[{"product":{"id":"p1","name":"x","price":"1.00"},"quantity":0.5}]'],
  ['fewer than no bottles', '[{"product":{"id":"p1","name":"x","price":"1.00"},"quantity":-2}]'],
])('%s in the storage reads as an empty cart', (_, stored) => {
  expect(readLines('cart', memoryStorage(stored === undefined ? {} : { cart: stored }))).toEqual([])
})

test('an invalid line does not discard the valid ones', () => {
  const storage = memoryStorage({ cart: JSON.stringify([null, { product: 1 }, ...lines]) })
  expect(readLines('cart', storage)).toEqual(lines)
})

test('prices may be numbers, and ids may have any form', () => {
  const odd = [{ product: { id: 'x/1?', name: 'Odd', price: 7.5 }, quantity: 1 }]
  expect(readLines('cart', memoryStorage({ cart: JSON.stringify(odd) }))).toEqual(odd)
})

test('moving to checkout makes the temporary cart the main one and removes it', () => {
  const storage = memoryStorage({ tempCart: JSON.stringify(lines), cart: '[]' })

  expect(moveTempCart(storage)).toEqual(lines)

  expect(storage.getItem('tempCart')).toBeNull()
  expect(readLines('cart', storage)).toEqual(lines)
})

test('without a temporary cart, checkout uses the main cart', () => {
  const storage = memoryStorage({ cart: JSON.stringify(lines) })
  expect(moveTempCart(storage)).toEqual(lines)
  expect(readLines('cart', storage)).toEqual(lines)
})

test('a paid order clears all three carts', () => {
  const stored = JSON.stringify(lines)
  const storage = memoryStorage({ tempCart: stored, cart: stored, lastCart: stored })
  clearStoredCarts(storage)
  expect(storage.size()).toBe(0)
})

test('a storage that throws reads as empty, and writing to it returns false', () => {
  expect(readLines('cart', brokenStorage)).toEqual([])
  expect(moveTempCart(brokenStorage)).toEqual([])
  expect(writeLines('cart', lines, brokenStorage)).toBe(false)
  expect(() => clearStoredCarts(brokenStorage)).not.toThrow()
})
