import { expect, test } from 'vitest'
import { apiPaths } from '#contract/paths.ts'
import type { PhoneOrderPlaced } from '#contract/staff/phone-orders.ts'
import type { OutsideZones } from '#contract/zones/zones.ts'
import { openShop } from '#tests/support/open-shop.ts'
import { subscribe } from '#tests/support/subscriber.ts'
import { openRouteDays, setRouteDaysOnly, thursdays } from '#tests/support/zones/route-days.ts'

const contact = {
  customerName: 'Bo Lind',
  customerEmail: 'bo@example.com',
  customerPhone: '845-555-0111',
  deliveryAddress: '4 Elm Street',
  deliveryCity: 'Kingston',
  deliveryState: 'NY',
  deliveryZip: '12401',
  deliveryDate: '2026-03-05',
  isRecurring: false,
}

async function openPhone() {
  const shop = await openShop()
  const staff = await openRouteDays(shop, [thursdays({ capacity: 3 })])
  const order = (quantity: number, change: object = {}) => ({
    ...contact,
    items: [{ productId: shop.products[0]?.id, quantity }],
    payment: 'on_delivery',
    ...change,
  })
  const quote = async (quantity: number, change: object = {}) =>
    (
      await staff.call<{ warning?: string; total: string }>(
        'POST',
        apiPaths.adminOrderQuote,
        order(quantity, change),
      )
    ).body
  const place = async (quantity: number, change: object = {}) => {
    const { total } = await quote(quantity, change)
    const body = { ...order(quantity, change), total, requestId: crypto.randomUUID() }
    return staff.call<PhoneOrderPlaced>('POST', apiPaths.adminOrders, body)
  }
  return { shop, staff, quote, place }
}

test('rule 46: staff are warned about a date, and never rejected', async () => {
  const { quote, place } = await openPhone()
  const next = 'Next: Thursday, March 5, 2026; Thursday, March 12, 2026; Thursday, March 19, 2026.'

  expect((await quote(2)).warning).toBeUndefined()
  expect((await quote(2, { deliveryZip: '124' })).warning).toBeUndefined()
  const friday = { deliveryDate: '2026-03-06' }
  const notServed = `Zone Zone 12401 isn't served on Friday, March 6, 2026. ${next}`
  expect((await quote(2, friday)).warning).toBe(notServed)
  expect((await place(2, friday)).body.warning).toBe(notServed)
  expect((await quote(2, { deliveryZip: '99999' })).warning).toBe('99999 is in no zone.')
  const full = await place(4)
  expect([full.status, full.body.warning]).toEqual([
    201,
    'Zone Zone 12401 is full on Thursday, March 5, 2026.',
  ])
})

test('rule 46: without Route days only there is no warning', async () => {
  const { staff, quote } = await openPhone()
  await setRouteDaysOnly(staff, false)

  expect((await quote(9, { deliveryDate: '2026-03-06' })).warning).toBeUndefined()
})

test('rule 47: subscriptions outside every zone are listed', async () => {
  const { shop, staff } = await openPhone()
  await setRouteDaysOnly(staff, false)
  const outside = await subscribe(shop, { deliveryZip: '99999', deliveryCity: 'Far' })
  await subscribe(shop, { deliveryZip: '12401-0007', customerEmail: 'in@example.com' })
  await setRouteDaysOnly(staff, true)

  const { body } = await staff.call<OutsideZones>('GET', apiPaths.adminOutsideZones)

  expect(body).toEqual({
    count: 1,
    subscriptions: [
      {
        subscriptionId: outside.id,
        customerName: 'Ana Ruiz',
        deliveryCity: 'Far',
        deliveryZip: '99999',
        nextDate: '2026-03-12',
      },
    ],
  })
})
