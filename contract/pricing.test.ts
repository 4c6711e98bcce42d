import fc from 'fast-check'
import { expect, test } from 'vitest'
import { allocateCents, amountDueCents, orderTotals, priceOrder } from './pricing.ts'

const line = fc.record({
  priceCents: fc.integer({ min: 1, max: 100_000 }),
  quantity: fc.integer({ min: 1, max: 999 }),
})
const lines = fc.array(line, { maxLength: 50 })

test('I8: subtotal, discount and total add up to the cent for any order', () => {
  fc.assert(
    fc.property(lines, fc.boolean(), (bought, isRecurring) => {
      const { subtotalCents, discountCents, totalCents } = orderTotals(bought, isRecurring)
      expect(totalCents).toBe(subtotalCents - discountCents)
      expect([subtotalCents, discountCents, totalCents].every(Number.isSafeInteger)).toBe(true)
      expect(totalCents).toBeGreaterThanOrEqual(0)
    }),
  )
})

test('I8: the discount is exact to half a cent, and half a cent rounds up', () => {
  fc.assert(
    fc.property(lines, (bought) => {
      const { subtotalCents, discountCents } = orderTotals(bought, true)
      // In hundredths of a cent, so that all values are integers.
      const difference = discountCents * 100 - subtotalCents * 15
      expect(difference).toBeGreaterThan(-50)
      expect(difference).toBeLessThanOrEqual(50)
    }),
  )
})

test('I8: the price does not depend on the order or the splitting of lines', () => {
  fc.assert(
    fc.property(lines, fc.boolean(), (bought, isRecurring) => {
      const price = orderTotals(bought, isRecurring)
      const bottles = bought.flatMap(({ priceCents, quantity }) => [
        { priceCents, quantity: 1 },
        ...(quantity > 1 ? [{ priceCents, quantity: quantity - 1 }] : []),
      ])
      expect(orderTotals(bought.toReversed(), isRecurring)).toEqual(price)
      expect(orderTotals(bottles, isRecurring)).toEqual(price)
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
  expect(orderTotals([{ priceCents, quantity: 1 }], true)).toEqual({
    subtotalCents: priceCents,
    discountCents,
    totalCents: priceCents - discountCents,
  })
})

test('a one-time order has no discount', () => {
  expect(orderTotals([{ priceCents: 899, quantity: 2 }], false)).toEqual({
    subtotalCents: 1798,
    discountCents: 0,
    totalCents: 1798,
  })
})

const named = fc.array(
  fc.record({
    label: fc.string(),
    priceCents: fc.integer({ min: 1, max: 100_000 }),
    quantity: fc.integer({ min: 1, max: 999 }),
  }),
  { maxLength: 50 },
)

test('I8: the lines add up to the total, and so do the discounted product lines', () => {
  fc.assert(
    fc.property(named, fc.boolean(), (items, isRecurring) => {
      const { lines, ...totals } = priceOrder(items, isRecurring)
      const products = lines.filter(({ kind }) => kind === 'product')
      const sum = (amounts: readonly (number | undefined)[]) =>
        amounts.reduce<number>((total, cents) => total + (cents ?? Number.NaN), 0)
      expect(totals).toEqual(orderTotals(items, isRecurring))
      expect(sum(lines.map(({ cents }) => cents))).toBe(totals.totalCents)
      expect(sum(products.map(({ cents }) => cents))).toBe(totals.subtotalCents)
      expect(sum(products.map(({ netCents }) => netCents))).toBe(totals.totalCents)
    }),
  )
})

test('I8: an allocated share is within a cent of the exact one, and equal weights differ by a cent', () => {
  const weights = fc.array(fc.integer({ min: 1, max: 10_000_000 }), { minLength: 1, maxLength: 50 })
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 15_000_000 }), weights, (cents, parts) => {
      const shares = allocateCents(cents, parts)
      const totalWeight = parts.reduce((sum, part) => sum + part, 0)
      expect(shares.reduce((sum, share) => sum + share, 0)).toBe(cents)
      for (const [n, share] of shares.entries()) {
        const difference =
          BigInt(share) * BigInt(totalWeight) - BigInt(cents) * BigInt(parts[n] ?? 0)
        expect(difference < BigInt(totalWeight) && difference > -BigInt(totalWeight)).toBe(true)
      }
    }),
  )
  expect(allocateCents(2, [1, 1, 1])).toEqual([1, 1, 0])
  expect(allocateCents(5, [1, 3, 2])).toEqual([1, 2, 2])
})

test('each line names its product, and the discount its percentage', () => {
  const items = [
    { productId: 'p1', label: 'Spring', priceCents: 899, quantity: 2 },
    { productId: 'p2', label: 'Alkaline', priceCents: 1299, quantity: 1 },
  ]
  expect(priceOrder(items, true).lines).toEqual([
    { kind: 'product', productId: 'p1', label: 'Spring', quantity: 2, cents: 1798, netCents: 1528 },
    {
      kind: 'product',
      productId: 'p2',
      label: 'Alkaline',
      quantity: 1,
      cents: 1299,
      netCents: 1104,
    },
    { kind: 'discount', label: 'Subscription discount (15%)', cents: -465 },
  ])
})

test('rule 43: what credit does not pay is due', () => {
  expect(amountDueCents({ totalCents: 1528 })).toBe(1528)
  expect(amountDueCents({ totalCents: 1528, creditCents: 500 })).toBe(1028)
})
