import { expect, test } from 'vitest'
import {
  orderToPlace,
  priceCart,
  reprice,
  summaryLines,
  unavailableLines,
} from './checkout-order.ts'

const lines = [
  { product: { id: 'p1', name: 'Spring', price: '7.5', size: '3-gallon' }, quantity: 2 },
  { product: { id: 'p2', name: 'Alkaline', price: 12.99 }, quantity: 1 },
]

const form = {
  customerName: 'Ana',
  customerEmail: 'ana@example.com',
  customerPhone: '555 010 0100',
  deliveryAddress: '1 Main St',
  deliveryCity: 'Albany',
  deliveryState: 'NY',
  deliveryZip: '12207',
  deliveryDate: '2026-03-05',
  isRecurring: false,
}

const product = (id: string, price: string) => ({ id, price })

test('only a recurring order gets the discount', () => {
  expect(priceCart(lines, false)).toMatchObject({
    subtotalCents: 2799,
    discountCents: 0,
    totalCents: 2799,
  })
  expect(priceCart(lines, true)).toMatchObject({
    subtotalCents: 2799,
    discountCents: 420,
    totalCents: 2379,
  })
})

test('a submission has exactly the fields of the contract, with two-decimal amounts', () => {
  expect(orderToPlace(form, lines)).toEqual({
    ...form,
    items: [
      { productId: 'p1', quantity: 2, price: '7.5' },
      { productId: 'p2', quantity: 1, price: 12.99 },
    ],
    subtotal: '27.99',
    total: '27.99',
  })
})

test('only a recurring order has a frequency', () => {
  const weekly = { ...form, recurringFrequency: 'weekly' as const }

  expect(orderToPlace({ ...weekly, isRecurring: true }, lines)).toMatchObject({
    isRecurring: true,
    recurringFrequency: 'weekly',
    total: '23.79',
  })
  expect(orderToPlace(weekly, lines)).not.toHaveProperty('recurringFrequency')
  expect(orderToPlace({ ...form, isRecurring: true }, lines)).not.toHaveProperty(
    'recurringFrequency',
  )
})

test('new prices replace the old ones, and each change is reported', () => {
  const { lines: repriced, changes } = reprice(lines, [
    product('p1', '8.00'),
    product('p2', '12.99'),
  ])

  expect(repriced[0]?.product).toEqual({ ...lines[0]?.product, price: '8.00' })
  expect(repriced[1]).toBe(lines[1])
  expect(changes).toEqual([{ name: 'Spring', beforeCents: 750, afterCents: 800 }])
})

test('lines of products that are not in the list are unavailable', () => {
  expect(unavailableLines(lines, [product('p2', '12.99')])).toEqual([
    { ...lines[0], isSoldOut: false },
  ])
})

test('lines of sold-out products are unavailable, too', () => {
  const soldOut = { ...product('p1', '7.50'), isSoldOut: true }
  expect(unavailableLines(lines, [soldOut, product('p2', '12.99')])).toEqual([
    { ...lines[0], isSoldOut: true },
  ])
})

test('the summary has name, price, quantity and amount', () => {
  expect(summaryLines(lines)[0]).toEqual({
    key: 'p1',
    name: 'Spring',
    quantity: 2,
    priceCents: 750,
    lineCents: 1500,
  })
})
