import { expect, test } from 'vitest'
import { priceViewFrom } from './price-view.ts'

test('the price lines of the order are shown with their labels and signs', () => {
  const view = priceViewFrom({
    subtotal: '20.00',
    total: '18.50',
    priceLines: [
      { kind: 'product', label: 'Spring', amount: '20.00', quantity: 2, net: '17.00' },
      { kind: 'discount', label: 'Subscription discount (15%)', amount: '-3.00' },
      { kind: 'fee', label: 'Adjustment to the amount charged', amount: '1.50' },
    ],
  })

  expect(view).toEqual({
    subtotalCents: 2000,
    adjustments: [
      { kind: 'discount', label: 'Subscription discount (15%)', cents: -300 },
      { kind: 'fee', label: 'Adjustment to the amount charged', cents: 150 },
    ],
    totalCents: 1850,
  })
})
