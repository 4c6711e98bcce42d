import { expect, test } from 'vitest'
import { adaptInvoice } from '#web/api/adapt/order.ts'
import { invoiceView } from './invoice-view.ts'

const toView = (response: unknown) => invoiceView(adaptInvoice(response))

const specOnly = {
  invoiceNumber: 'INV-001',
  items: [
    { id: 'i1', price: '7.5', quantity: 2, product: { name: 'Spring Water', size: '5-gallon' } },
  ],
  subtotal: '15.00',
  total: '15.00',
  isRecurring: false,
}

test('a response with only the specified fields has no discount and no refund', () => {
  expect(toView(specOnly)).toEqual({
    isProForma: false,
    lines: [
      {
        key: 'i1',
        name: 'Spring Water',
        amount: '5-gallon x 2',
        priceCents: 750,
        lineCents: 1500,
      },
    ],
    price: { subtotalCents: 1500, adjustments: [], totalCents: 1500 },
    refundedCents: 0,
    recurring: undefined,
  })
})

test('the difference between subtotal and total is shown as the discount', () => {
  const view = toView({
    ...specOnly,
    total: '12.75',
    isRecurring: true,
    recurringFrequency: 'bi-weekly',
  })

  expect(view.price.adjustments).toEqual([
    { kind: 'discount', label: 'Subscription discount (15%)', cents: -225 },
  ])
  expect(view.recurring).toBe('Recurring - Bi-weekly')
})

test('a recurring invoice without a frequency is labeled Recurring', () => {
  expect(toView({ ...specOnly, isRecurring: true }).recurring).toBe('Recurring')
})

test('isProForma comes from the response, or else from the invoice number', () => {
  expect(toView({ ...specOnly, invoiceNumber: 'PRO-1234abcd' }).isProForma).toBe(true)
  expect(toView({ ...specOnly, invoiceNumber: 'PRO-1234abcd', isProForma: false }).isProForma).toBe(
    false,
  )
})

test('the lines are those that were stored, whatever their items cost now', () => {
  const priceLines = [
    { kind: 'product', label: 'Spring Water 5 Gallon', amount: '14.00', quantity: 3 },
  ]
  expect(toView({ ...specOnly, priceLines }).lines).toEqual([
    {
      key: 'i1',
      name: 'Spring Water 5 Gallon',
      amount: '5-gallon x 3',
      priceCents: 750,
      lineCents: 1400,
    },
  ])
})

test('an item without a product and an invoice without items are still displayed', () => {
  const itemWithoutProduct = { price: 'x', quantity: 3, product: null }
  expect(toView({ ...specOnly, items: [itemWithoutProduct] }).lines).toEqual([
    { key: '0', name: 'Water bottle', amount: 'x 3', priceCents: 0, lineCents: 0 },
  ])
  expect(toView({ invoiceNumber: 'INV-2', items: null }).lines).toEqual([])
})
