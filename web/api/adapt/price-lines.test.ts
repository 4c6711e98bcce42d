import { expect, test } from 'vitest'
import { priceOrder } from '#contract/pricing.ts'
import { priceViewFrom } from '#web/shared/orders/price-view.ts'
import { adaptInvoice, adaptOrder } from './order.ts'

const items = [{ id: 'i1', price: '10.00', quantity: 2, product: { name: 'Spring' } }]
const product = { kind: 'product', label: 'Spring', amount: '20.00', quantity: 2 }
const recurring = { items, subtotal: '20.00', total: '17.00', isRecurring: true }

test.each([
  ['an order', adaptOrder],
  ['an invoice', adaptInvoice],
])('%s without lines gets them from its items, and a discount from its lower total', (_, adapt) => {
  const { priceLines } = adapt(recurring)
  const [, discount] = priceOrder([{ label: 'Spring', priceCents: 1000, quantity: 2 }], true).lines

  expect(priceLines).toEqual([
    product,
    { kind: 'discount', label: discount?.label, amount: '-3.00' },
  ])
  expect(priceViewFrom(adapt(recurring))).toEqual({
    subtotalCents: 2000,
    adjustments: [{ kind: 'discount', label: 'Subscription discount (15%)', cents: -300 }],
    totalCents: 1700,
  })
})

test.each([
  { subtotal: '20', total: '20' },
  { subtotal: '20', total: '21' },
  { subtotal: '20', total: 'unknown' },
  { subtotal: '20' },
  { total: '20' },
])('no other amounts imply a discount: %j', (body) => {
  expect(adaptOrder({ items, ...body }).priceLines).toEqual([product])
})

test('lines that were sent are never compared with the amounts', () => {
  const sent = [product, { kind: 'fee', label: 'Adjustment', amount: '-1.00' }]
  const order = adaptOrder({ ...recurring, priceLines: sent })

  expect(order.priceLines).toEqual(sent)
})

test('lines that were sent without products get those of the items', () => {
  const fee = { kind: 'fee', label: 'Tip', amount: '1.00' }
  expect(adaptOrder({ ...recurring, priceLines: [fee] }).priceLines).toEqual([product, fee])
})

test('a line that cannot be read is left out, and a number is read as text', () => {
  const sent = [null, {}, 'fee', { kind: 'fee', label: 'Tip', amount: 1.5 }, product]
  const { priceLines } = adaptOrder({ ...recurring, priceLines: sent })

  expect(priceLines).toEqual([{ kind: 'fee', label: 'Tip', amount: '1.5' }, product])
})
