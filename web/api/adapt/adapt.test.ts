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

test.each(adapters)('%s takes whatever comes, and always tells the same fields', (_, adapt) => {
  const fields = Object.keys(adapt({}))
  for (const answer of odd) expect(Object.keys(adapt(answer))).toEqual(fields)
})

test.each(adapters)('%s leaves out fields that nobody here knows', (_, adapt) => {
  expect(adapt({ id: 'x', somethingElse: 1 })).not.toHaveProperty('somethingElse')
})

test.each(adapters)('%s reads null as a field that is missing', (name, adapt) => {
  const missing = adapt({})
  const nulls = Object.fromEntries(Object.keys(missing).map((field) => [field, null]))
  // Here null says more: the order or the truck of a schedule is gone.
  const gone = name === 'adaptSchedule' ? { order: null, truck: null } : {}
  const told = name === 'adaptOrderDetail' || name === 'adaptCustomerDetail'
  if (!told) expect(adapt(nulls)).toEqual({ ...missing, ...gone })
})

test('ids and amounts may be numbers, and numbers may be texts', () => {
  expect(adaptOrder({ id: 12, total: 7.5, version: '3' })).toMatchObject({
    id: '12',
    total: '7.5',
    version: 3,
  })
  expect(adaptTruck({ capacity: '40' }).capacity).toBe(40)
  expect(adaptTruck({ capacity: 'many' }).capacity).toBe(0)
})

test('an order without details has none: no items, no customer, nothing about money', () => {
  expect(adaptOrder({ id: 'o1' })).toMatchObject({
    items: [],
    customer: null,
    paymentStatus: null,
    priceLines: null,
    isRecurring: false,
    version: null,
  })
})

test('an item that lost its product, its id or its price is still an item', () => {
  expect(adaptOrder({ items: [{ quantity: 2, product: null }, null] }).items).toEqual([
    { id: '0', price: '0', quantity: 2, product: { name: 'Water bottle', size: null } },
    { id: '1', price: '0', quantity: 0, product: { name: 'Water bottle', size: null } },
  ])
})

test('statuses that nobody knows are kept as they came', () => {
  expect(adaptOrder({ status: 'on hold', deliveryStatus: 'in_transit' })).toMatchObject({
    status: 'on hold',
    deliveryStatus: 'in_transit',
  })
})

test('a pro forma is known by what the answer says, else by its number', () => {
  expect(adaptInvoice({ invoiceNumber: 'PRO-1' }).isProForma).toBe(true)
  expect(adaptInvoice({ invoiceNumber: 'PRO-1', isProForma: false }).isProForma).toBe(false)
  expect(adaptInvoice({ invoiceNumber: 'INV-1' }).isProForma).toBe(false)
})

test('of a schedule, a truck that is gone and one that was not told are two things', () => {
  expect(adaptSchedule({ truck: null }).truck).toBeNull()
  expect(adaptSchedule({}).truck).toBeUndefined()
  expect(adaptSchedule({ truck: { name: 'Blue' } }).truck).toMatchObject({ name: 'Blue' })
})

test('what is no list is an empty one', () => {
  for (const answer of [undefined, null, {}, 'x']) expect(toList(answer, adaptTruck)).toEqual([])
  expect(toList([{ id: 1 }, null], adaptTruck).map(({ id }) => id)).toEqual(['1', ''])
})

test('nobody is logged in where the answer names nobody', () => {
  for (const answer of [undefined, null, {}, { user: null }]) {
    expect(adaptSession(answer)).toBeNull()
  }
  expect(adaptSession({ user: { role: 'admin' } })).toEqual({
    user: { role: 'admin', email: null },
  })
})
