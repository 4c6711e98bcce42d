import { expect, test } from 'vitest'
import { adaptCustomerDetail, adaptOrderDetail } from './detail.ts'
import { adaptSchedule, adaptTruck } from './fleet.ts'
import { adaptCustomerOrder, adaptInvoice, adaptOrder } from './order.ts'
import { adaptProduct } from './product.ts'
import { toList } from './read.ts'
import { adaptCustomer, adaptProfile, adaptSession } from './users.ts'

const all = {
  adaptProduct,
  adaptOrder,
  adaptCustomerOrder,
  adaptInvoice,
  adaptCustomer,
  adaptProfile,
  adaptTruck,
  adaptSchedule,
  adaptOrderDetail,
  adaptCustomerDetail,
}
const adapters = Object.entries(all)
const odd = [
  undefined,
  null,
  '',
  'text',
  7,
  true,
  [],
  [1],
  {},
  { id: null },
  { id: {}, items: 'x' },
]

test.each(adapters)('%s accepts any reply, and always returns the same fields', (_, adapt) => {
  const fields = Object.keys(adapt({}))
  for (const body of odd) expect(Object.keys(adapt(body))).toEqual(fields)
})

test.each(adapters)('%s drops unknown fields', (_, adapt) => {
  expect(adapt({ id: 'x', somethingElse: 1 })).not.toHaveProperty('somethingElse')
})

test.each(adapters)('%s treats null as a missing field', (name, adapt) => {
  const missing = adapt({})
  const nulls = Object.fromEntries(Object.keys(missing).map((field) => [field, null]))
  // Null has a meaning here: the order or truck of the schedule was deleted.
  const gone = name === 'adaptSchedule' ? { order: null, truck: null } : {}
  const isDetail = name === 'adaptOrderDetail' || name === 'adaptCustomerDetail'
  if (!isDetail) expect(adapt(nulls)).toEqual({ ...missing, ...gone })
})

test('ids and amounts may be numbers, and numbers may be strings', () => {
  expect(adaptOrder({ id: 12, total: 7.5, version: '3' })).toMatchObject({
    id: '12',
    total: '7.5',
    version: 3,
  })
  expect(adaptTruck({ capacity: '40' }).capacity).toBe(40)
  expect(adaptTruck({ capacity: 'many' }).capacity).toBe(0)
})

test('a minimal order has no items, no customer and no amounts', () => {
  expect(adaptOrder({ id: 'o1' })).toMatchObject({
    items: [],
    customer: null,
    paymentStatus: null,
    priceLines: [],
    isRecurring: false,
    version: null,
  })
})

test('an item without a product, id or price is still listed', () => {
  expect(adaptOrder({ items: [{ quantity: 2, product: null }, null] }).items).toEqual([
    { id: '0', price: '0', quantity: 2, product: { name: 'Water bottle', size: null } },
    { id: '1', price: '0', quantity: 0, product: { name: 'Water bottle', size: null } },
  ])
})

test('unknown statuses are returned unchanged', () => {
  expect(adaptOrder({ status: 'on hold', deliveryStatus: 'in_transit' })).toMatchObject({
    status: 'on hold',
    deliveryStatus: 'in_transit',
  })
})

test('a pro forma invoice is recognized by its flag, or else by its number', () => {
  expect(adaptInvoice({ invoiceNumber: 'PRO-1' }).isProForma).toBe(true)
  expect(adaptInvoice({ invoiceNumber: 'PRO-1', isProForma: false }).isProForma).toBe(false)
  expect(adaptInvoice({ invoiceNumber: 'INV-1' }).isProForma).toBe(false)
})

test('a schedule distinguishes a deleted truck from one that was not sent', () => {
  expect(adaptSchedule({ truck: null }).truck).toBeNull()
  expect(adaptSchedule({}).truck).toBeUndefined()
  expect(adaptSchedule({ truck: { name: 'Blue' } }).truck).toMatchObject({ name: 'Blue' })
})

test('a reply that is not a list becomes an empty list', () => {
  for (const body of [undefined, null, {}, 'x']) expect(toList(body, adaptTruck)).toEqual([])
  expect(toList([{ id: 1 }, null], adaptTruck).map(({ id }) => id)).toEqual(['1', ''])
})

test('a session reply without a user means logged out', () => {
  for (const body of [undefined, null, {}, { user: null }]) {
    expect(adaptSession(body)).toBeNull()
  }
  expect(adaptSession({ user: { role: 'admin' } })).toEqual({
    user: { role: 'admin', email: null },
  })
  expect(adaptSession({ user: { role: 'admin', permissions: ['orders.read'] } })).toMatchObject({
    user: { permissions: ['orders.read'] },
  })
})
