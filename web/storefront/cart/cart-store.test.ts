import { expect, test } from 'vitest'
import { MAX_QUANTITY } from '#contract/pricing-limits.ts'
import { createCart, itemCount } from './cart-store.ts'
import { subtotalCents } from './cart-subtotal.ts'
import { clearStoredCarts } from './clear-stored-carts.ts'
import { moveTempCart } from './move-temp-cart.ts'
import { type CartLine, type CartStorage, readLines } from './stored-cart.ts'
import { brokenStorage, memoryStorage } from './stored-cart-fixtures.ts'

const spring = { id: 'spring', name: 'Spring Water 5 Gallon', price: '8.99' }
const alkaline = { id: 'alkaline', name: 'Alkaline Water 3 Gallon', price: '7.5' }

const open = (storage: CartStorage | undefined) => createCart(() => storage)
const stored = (...lines: CartLine[]) => JSON.stringify(lines)

test('adding a product twice adds up the quantities, and a new product appends a line', () => {
  const cart = open(memoryStorage())

  cart.add(spring, 2)
  cart.add(alkaline, 1)
  cart.add(spring, 3)

  expect(cart.read().lines).toEqual([
    { product: spring, quantity: 5 },
    { product: alkaline, quantity: 1 },
  ])
  expect(itemCount(cart.read().lines)).toBe(6)
  expect(subtotalCents(cart.read().lines)).toBe(5 * 899 + 750)
})

test('a quantity changes by one, and the line is removed at 0', () => {
  const cart = open(memoryStorage())
  cart.add(spring, 1)

  cart.changeQuantity('spring', 1)
  expect(itemCount(cart.read().lines)).toBe(2)
  cart.changeQuantity('spring', -1)
  cart.changeQuantity('spring', -1)

  expect(cart.read().lines).toEqual([])
})

test('a line never exceeds the maximum per order, by steps or by adding', () => {
  const cart = open(memoryStorage())
  cart.add(spring, MAX_QUANTITY - 1)

  cart.changeQuantity('spring', 1)
  cart.changeQuantity('spring', 1)
  expect(itemCount(cart.read().lines)).toBe(MAX_QUANTITY)
  cart.add(spring, 20)

  expect(cart.read().lines).toEqual([{ product: spring, quantity: MAX_QUANTITY }])
})

test('a line can be removed at any quantity', () => {
  const cart = open(memoryStorage())
  cart.add(spring, 9)
  cart.add(alkaline, 1)
  cart.remove('spring')
  expect(cart.read().lines).toEqual([{ product: alkaline, quantity: 1 }])
})

test('a reload before checkout clears the cart, and offers to restore it', () => {
  const storage = memoryStorage()
  open(storage).add(spring, 2)

  const reloaded = open(storage)

  expect(storage.getItem('cart')).toBeNull()
  expect(reloaded.read().lines).toEqual([])
  expect(reloaded.read().restorable).toEqual([{ product: spring, quantity: 2 }])
})

test('restoring brings the last cart back and ends the offer', () => {
  const storage = memoryStorage({ lastCart: stored({ product: spring, quantity: 2 }) })
  const cart = open(storage)

  cart.restore()

  expect(cart.read()).toEqual({ lines: [{ product: spring, quantity: 2 }], restorable: [] })
})

test('a dismissed offer does not appear again', () => {
  const storage = memoryStorage({ lastCart: stored({ product: spring, quantity: 2 }) })
  open(storage).clearLastCart()
  expect(open(storage).read().restorable).toEqual([])
})

test('a cart that the buyer emptied is not offered for restoring', () => {
  const storage = memoryStorage()
  const cart = open(storage)
  cart.add(spring, 1)
  cart.remove('spring')
  expect(open(storage).read().restorable).toEqual([])
})

test('checkout gets the temporary cart, and the home page uses it from then on', () => {
  const storage = memoryStorage()
  const cart = open(storage)
  cart.add(spring, 2)

  expect(cart.startCheckout()).toBe(true)
  expect(storage.getItem('cart')).toBeNull()
  moveTempCart(storage)

  const back = open(storage)
  expect(back.read()).toEqual({ lines: [{ product: spring, quantity: 2 }], restorable: [] })
})

test('after checkout has started, changes on the home page survive a reload', () => {
  const storage = memoryStorage({ cart: stored({ product: spring, quantity: 2 }) })
  open(storage).add(alkaline, 1)
  expect(itemCount(open(storage).read().lines)).toBe(3)
})

test('a change after an abandoned checkout is not undone by the older temporary cart', () => {
  const storage = memoryStorage()
  const cart = open(storage)
  cart.add(spring, 2)
  cart.startCheckout()

  cart.add(alkaline, 1)

  expect(itemCount(moveTempCart(storage))).toBe(3)
})

test('a paid order in another tab empties the cart of its checkout', () => {
  const storage = memoryStorage({ cart: stored({ product: spring, quantity: 2 }) })
  const cart = open(storage)
  expect(itemCount(cart.read().lines)).toBe(2)

  clearStoredCarts(storage)
  cart.syncFromStorage()

  expect(cart.read()).toEqual({ lines: [], restorable: [] })
})

test('a checkout in another tab does not replace the items of this tab', () => {
  const storage = memoryStorage()
  const cart = open(storage)
  cart.add(alkaline, 1)

  storage.setItem('cart', stored({ product: spring, quantity: 2 }))
  cart.syncFromStorage()

  expect(cart.read().lines).toEqual([{ product: alkaline, quantity: 1 }])
})

test('a tab with an empty cart uses the checkout of another tab', () => {
  const storage = memoryStorage()
  const cart = open(storage)
  cart.read()

  storage.setItem('cart', stored({ product: spring, quantity: 2 }))
  cart.syncFromStorage()

  expect(itemCount(cart.read().lines)).toBe(2)
})

test.each([
  ['throws', brokenStorage],
  ['is missing', undefined],
])('with storage that %s the cart works, and checkout cannot start', (_, storage) => {
  const cart = open(storage)
  cart.add(spring, 2)
  cart.changeQuantity('spring', -1)
  expect(readLines('lastCart', storage)).toEqual([])
  expect(itemCount(cart.read().lines)).toBe(1)
  expect(cart.startCheckout()).toBe(false)
})

test('listeners are notified of every change until they unsubscribe', () => {
  const cart = open(memoryStorage())
  const heard: number[] = []
  const leave = cart.subscribe(() => heard.push(itemCount(cart.read().lines)))

  cart.add(spring, 1)
  cart.add(spring, 1)
  leave()
  cart.add(spring, 1)

  expect(heard).toEqual([1, 2])
})
