import fc from 'fast-check'
import { expect, test } from 'vitest'
import { allocateCents, priceOrder, sumLineCents } from './pricing.ts'
import { formatTaxRate, MAX_RATE_PPM, percentText, percentToPpm, taxCents } from './tax.ts'

const items = fc.array(
  fc.record({
    label: fc.string(),
    priceCents: fc.integer({ min: 1, max: 1_000_000 }),
    quantity: fc.integer({ min: 1, max: 999 }),
    isTaxable: fc.boolean(),
  }),
  { maxLength: 50 },
)
const ppm = fc.integer({ min: 0, max: MAX_RATE_PPM })

const sum = (amounts: readonly (number | undefined)[]) =>
  amounts.reduce<number>((total, cents) => total + (cents ?? Number.NaN), 0)

test('rule 41: tax is exact for every amount of an order, and half a cent rounds up', () => {
  // The largest order: 50 lines of 999 bottles at the highest price.
  const amount = fc.integer({ min: 0, max: 50 * 999 * 1_000_000 })
  fc.assert(
    fc.property(amount, ppm, (cents, ratePpm) => {
      const exact = (BigInt(cents) * BigInt(ratePpm) + 500_000n) / 1_000_000n
      expect(BigInt(taxCents(cents, { ratePpm }))).toBe(exact)
    }),
  )
  expect(taxCents(200, { ratePpm: 2_500 })).toBe(1)
  expect(taxCents(199, { ratePpm: 2_500 })).toBe(0)
})

test('rule 41: the lines add up to the total, and the tax of the products to the tax line', () => {
  fc.assert(
    fc.property(items, fc.boolean(), ppm, (bought, isRecurring, ratePpm) => {
      const plain = priceOrder(bought, isRecurring)
      const { lines, ...totals } = priceOrder(bought, isRecurring, { tax: { ratePpm } })
      const products = lines.filter(({ kind }) => kind === 'product')
      const taxLine = sumLineCents(lines, 'tax')

      expect(sum(lines.map(({ cents }) => cents))).toBe(totals.totalCents)
      expect(totals).toEqual({ ...orderTotals(plain), totalCents: plain.totalCents + taxLine })
      expect(sum(products.map(({ taxCents: share }) => share))).toBe(taxLine)
      const taxable = sum(products.map(({ netCents }, n) => (bought[n]?.isTaxable ? netCents : 0)))
      expect(taxLine).toBe(taxCents(taxable, { ratePpm }))
      for (const [n, { taxCents: share }] of products.entries()) {
        if (!bought[n]?.isTaxable) expect(share).toBe(0)
      }
      expect(lines.filter(({ kind }) => kind === 'tax').length).toBe(taxLine > 0 ? 1 : 0)
    }),
  )
})

const orderTotals = ({ lines: _, ...totals }: ReturnType<typeof priceOrder>) => totals

test('rule 41: without a tax rate an order is priced to the byte as before', () => {
  fc.assert(
    fc.property(items, fc.boolean(), (bought, isRecurring) => {
      const plain = bought.map(({ isTaxable: _, ...item }) => item)
      expect(priceOrder(bought, isRecurring, { tax: undefined })).toEqual(
        priceOrder(plain, isRecurring),
      )
      expect(JSON.stringify(priceOrder(bought, isRecurring))).not.toMatch(/tax/i)
    }),
  )
})

test('a cent is never allocated to a line that is not taxed', () => {
  expect(allocateCents(1, [0, 3, 0, 3])).toEqual([0, 1, 0, 0])
})

test('the tax of New York City on two bottles with the discount', () => {
  const items = [
    { productId: 'p1', label: 'Spring', priceCents: 899, quantity: 2 },
    { productId: 'p2', label: 'Cups', priceCents: 500, quantity: 1, isTaxable: false },
  ]
  expect(priceOrder(items, true, { tax: { ratePpm: 88_750 } })).toEqual({
    subtotalCents: 2298,
    discountCents: 345,
    totalCents: 2089,
    lines: [
      {
        kind: 'product',
        productId: 'p1',
        label: 'Spring',
        quantity: 2,
        cents: 1798,
        netCents: 1528,
        taxCents: 136,
      },
      {
        kind: 'product',
        productId: 'p2',
        label: 'Cups',
        quantity: 1,
        cents: 500,
        netCents: 425,
        taxCents: 0,
      },
      { kind: 'discount', label: 'Subscription discount (15%)', cents: -345 },
      { kind: 'tax', label: 'Sales tax (8.875%)', cents: 136 },
    ],
  })
})

test.each([
  ['8.875', 88_750],
  [' 8 % ', 80_000],
  ['8.', 80_000],
  ['0', 0],
  ['0.0001', 1],
  ['300', 3_000_000],
])('%s percent are %i parts per million', (text, ratePpm) => {
  expect(percentToPpm(text)).toBe(ratePpm)
})

test.each(['', 'x', '-1', '8,875', '8.87501', '1e1', '0x10', '8.8.8', '1000'])(
  '"%s" is not a percentage',
  (text) => {
    expect(percentToPpm(text)).toBeUndefined()
  },
)

test('a rate is printed as it is entered', () => {
  fc.assert(
    fc.property(ppm, (ratePpm) => {
      expect(percentToPpm(percentText(ratePpm))).toBe(ratePpm)
    }),
  )
  expect(formatTaxRate({ ratePpm: 88_750 })).toBe('8.875%')
  expect(formatTaxRate({ ratePpm: 80_000 })).toBe('8%')
})

test('rule 42: the deposit is a line for each bottle beyond those on deposit, taxed or not', () => {
  const rule = fc.record({
    bottleCents: fc.integer({ min: 1, max: 10_000 }),
    bottlesOnDeposit: fc.integer({ min: 0, max: 2_000 }),
    bottlesHeld: fc.option(fc.integer({ min: 0, max: 2_000 }), { nil: undefined }),
    isTaxable: fc.boolean(),
  })
  const returnable = fc.array(fc.boolean(), { minLength: 50, maxLength: 50 })
  fc.assert(
    fc.property(items, returnable, rule, ppm, (bought, flags, deposit, ratePpm) => {
      const priced = bought.map((item, n) => ({ ...item, isReturnable: flags[n] ?? true }))
      const { lines, totalCents } = priceOrder(priced, true, { tax: { ratePpm }, deposit })
      const bottles = sum(priced.map((item) => (item.isReturnable ? item.quantity : 0)))
      const due = Math.max(
        0,
        Math.max(bottles, deposit.bottlesHeld ?? 0) - deposit.bottlesOnDeposit,
      )

      expect(sum(lines.map(({ cents }) => cents))).toBe(totalCents)
      expect(sumLineCents(lines, 'deposit')).toBe(due * deposit.bottleCents)
      const shares = lines.map((line) => line.taxCents ?? 0)
      expect(sum(shares)).toBe(sumLineCents(lines, 'tax'))
      const depositLine = lines.find(({ kind }) => kind === 'deposit')
      if (!deposit.isTaxable) expect(depositLine?.taxCents ?? 0).toBe(0)
      const withoutTax = priceOrder(priced, true, { deposit })
      expect(withoutTax.totalCents).toBe(totalCents - sumLineCents(lines, 'tax'))
    }),
  )
})
