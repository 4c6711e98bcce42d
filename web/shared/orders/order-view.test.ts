import { expect, test } from 'vitest'
import { adaptOrder } from '#web/api/adapt/order.ts'
import { orderView } from './order-view.ts'

const toView = (body: unknown) => orderView(adaptOrder(body))

const minimalOrder = {
  id: 'order-1234-5678',
  createdAt: '2026-03-01T10:00:00.000Z',
  status: 'pending',
  deliveryStatus: 'scheduled',
  deliveryDate: '2026-03-05',
  subtotal: '20',
  total: '17',
  isRecurring: true,
  recurringFrequency: 'bi-weekly',
  customer: null,
  customerEmail: 'ana@example.com',
  customerName: 'Ana',
  deliveryAddress: '1 Main St',
  deliveryCity: 'Albany',
  deliveryState: 'NY',
  deliveryZip: '12207',
  items: [{ id: 'i1', price: '7.5', quantity: 2, product: { name: 'Spring' } }],
}

test("the spec's fields alone make a complete view", () => {
  expect(toView(minimalOrder)).toEqual({
    number: 'order-12',
    lines: [
      { key: 'i1', name: 'Spring', size: null, quantity: 2, priceCents: 750, lineCents: 1500 },
    ],
    price: {
      subtotalCents: 2000,
      adjustments: [{ kind: 'discount', label: 'Subscription discount (15%)', cents: -300 }],
      totalCents: 1700,
    },
    name: 'Ana',
    email: 'ana@example.com',
    address: ['1 Main St', 'Albany, NY 12207'],
    deliveryDate: 'Thursday, March 5, 2026',
    isRecurring: true,
    frequency: 'Bi-weekly',
  })
})

test("the linked customer's email takes precedence over the order's", () => {
  expect(toView({ ...minimalOrder, customer: { email: 'new@example.com' } }).email).toBe(
    'new@example.com',
  )
})

test('null fields are omitted', () => {
  const view = toView({
    ...minimalOrder,
    customerEmail: null,
    customerName: null,
    deliveryAddress: null,
    recurringFrequency: null,
  })

  expect(view.email).toBeUndefined()
  expect(view.name).toBeUndefined()
  expect(view.address).toEqual(['Albany, NY 12207'])
  expect(view.frequency).toBeUndefined()
})

test('a nearly empty reply still renders', () => {
  const view = toView({ id: 'x' })

  expect(view).toMatchObject({ number: 'x', lines: [], address: [], isRecurring: false })
  expect(view.price).toEqual({ subtotalCents: 0, adjustments: [], totalCents: 0 })
})

test('the lines are those that were stored, whatever their items cost now', () => {
  const priceLines = [{ kind: 'product', label: 'Old Spring', amount: '14.00', quantity: 3 }]
  expect(toView({ ...minimalOrder, priceLines }).lines).toEqual([
    { key: 'i1', name: 'Old Spring', size: null, quantity: 3, priceCents: 750, lineCents: 1400 },
  ])
})
