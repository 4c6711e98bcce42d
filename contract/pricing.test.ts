import fc from 'fast-check'
import { expect, test } from 'vitest'
import { priceOrder } from './pricing.ts'

const line = fc.record({
  priceCents: fc.integer({ min: 1, max: 100_000 }),
  quantity: fc.integer({ min: 1, max: 999 }),
})
const lines = fc.array(line, { maxLength: 50 })

test('I8: subtotal, discount and total agree to the cent, whatever is bought', () => {
  fc.assert(
    fc.property(lines, fc.boolean(), (bought, isRecurring) => {
      const { subtotalCents, discountCents, totalCents } = priceOrder(bought, isRecurring)
      expect(totalCents).toBe(subtotalCents - discountCents)
      expect([subtotalCents, discountCents, totalCents].every(Number.isSafeInteger)).toBe(true)
      expect(totalCents).toBeGreaterThanOrEqual(0)
    }),
  )
})

test('I8: the discount is never off by more than half a cent, and half a cent goes up', () => {
  fc.assert(
    fc.property(lines, (bought) => {
      const { subtotalCents, discountCents } = priceOrder(bought, true)
      // In hundredths of a cent, where everything is a whole number.
      const difference = discountCents * 100 - subtotalCents * 15
      expect(difference).toBeGreaterThan(-50)
      expect(difference).toBeLessThanOrEqual(50)
    }),
  )
})

test('I8: neither the order of lines nor how they are split changes the price', () => {
  fc.assert(
    fc.property(lines, fc.boolean(), (bought, isRecurring) => {
      const price = priceOrder(bought, isRecurring)
      const bottles = bought.flatMap(({ priceCents, quantity }) => [
        { priceCents, quantity: 1 },
        ...(quantity > 1 ? [{ priceCents, quantity: quantity - 1 }] : []),
      ])
      expect(priceOrder(bought.toReversed(), isRecurring)).toEqual(price)
      expect(priceOrder(bottles, isRecurring)).toEqual(price)
    }),
  )
})

test.each([
  [1798, 270],
  [10, 2],
  [30, 5],
  [50, 8],
  [3, 0],
  [4, 1],
  [0, 0],
])('15%% of %i cents are %i', (priceCents, discountCents) => {
  expect(priceOrder([{ priceCents, quantity: 1 }], true)).toEqual({
    subtotalCents: priceCents,
    discountCents,
    totalCents: priceCents - discountCents,
  })
})

test('a one-time order has no discount', () => {
  expect(priceOrder([{ priceCents: 899, quantity: 2 }], false)).toEqual({
    subtotalCents: 1798,
    discountCents: 0,
    totalCents: 1798,
  })
})
