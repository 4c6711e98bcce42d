import { expect, test } from 'vitest'
import type { Product } from '#contract/catalog.ts'
import { apiPaths } from '#contract/paths.ts'
import type { DeliveryDates } from '#contract/zones/zones.ts'
import type { Buyer } from '#tests/support/buyer.ts'
import { openShop, type TestShop } from '#tests/support/open-shop.ts'
import { staffBrowser } from '#tests/support/sign-in.ts'
import {
  addZone,
  changeZone,
  openRouteDays,
  setRouteDaysOnly,
  thursdays,
} from '#tests/support/zones/route-days.ts'

const MINUTE = 60_000

type PlaceRejection = {
  code?: string
  message: string
  fields?: Record<string, string>
  dates?: string[]
}

const bottles = ({ products }: TestShop, count: number, change = {}) => ({
  lines: [[products[0] as Product, count]] as [Product, number][],
  ...change,
})

/** Places an order for Thursday, March 5. */
async function order(shop: TestShop, count: number, change = {}, buyer = shop.buyer()) {
  const { status, body } = await buyer.place(buyer.submission(bottles(shop, count, change)))
  const { code, message, fields, dates } = body as unknown as PlaceRejection
  return { status, code, message, fields, dates, orderId: body.orderId, buyer }
}

const openDates = async (buyer: Buyer, query: string) =>
  (await buyer.call<DeliveryDates>('GET', `${apiPaths.deliveryDates}?${query}`)).body.dates.map(
    ({ date }) => date,
  )

test('rule 46: while the setting is off, nothing is rejected', async () => {
  const shop = await openShop()
  const staff = await staffBrowser(shop)
  await addZone(staff, [thursdays({ capacity: 1 })])

  for (const change of [{}, { deliveryDate: '2026-03-06' }, { deliveryZip: '99999' }])
    expect((await order(shop, 40, change)).status).toBe(201)
})

test('rule 46: a date that is not served is rejected with the next three, before any order is written', async () => {
  const shop = await openShop()
  await openRouteDays(shop)
  const [buyer, deliveryDate] = [shop.buyer(), '2026-03-06']
  await buyer.startCheckout()

  const rejected = await order(shop, 2, { deliveryDate }, buyer)

  const message =
    "We don't deliver to 12401 on Friday, March 6, 2026. Next dates: Thursday, March 5, 2026; " +
    'Thursday, March 12, 2026; Thursday, March 19, 2026.'
  expect(rejected).toMatchObject({
    status: 409,
    code: 'no_route_day',
    message,
    fields: { deliveryDate: message },
    dates: ['2026-03-05', '2026-03-12', '2026-03-19'],
  })
  expect(await shop.sql('select 1 from orders')).toEqual([])
  expect((await order(shop, 2, {}, buyer)).status).toBe(201)
})

test('rule 46: a ZIP code outside every zone is rejected with the phone number; ZIP+4 is served', async () => {
  const shop = await openShop()
  await openRouteDays(shop)

  const rejected = await order(shop, 2, { deliveryZip: '99999' })

  const message = "We don't deliver to 99999 yet. Call (845) 555-0142."
  expect(rejected).toMatchObject({ status: 409, code: 'zip_not_served', message })
  expect(rejected.fields).toEqual({ deliveryZip: message })
  expect((await order(shop, 2, { deliveryZip: '12401-0017' })).status).toBe(201)
})

test('rule 46: a full date is rejected and not suggested; another zone has its own places', async () => {
  const shop = await openShop()
  const staff = await openRouteDays(shop, [thursdays({ capacity: 10 })])
  await addZone(staff, [thursdays({ capacity: 10 })], ['12498'])
  const buyer = shop.buyer()
  await order(shop, 8, { deliveryZip: '12401-0017' })

  const rejected = await order(shop, 3)

  expect(rejected).toMatchObject({ status: 409, code: 'date_full' })
  expect(rejected.message).toContain('Thursday, March 5, 2026 is full. Next dates: Thursday, March')
  expect(rejected.dates).toEqual(['2026-03-12', '2026-03-19', '2026-03-26'])
  expect((await openDates(buyer, 'zip=12401&bottles=3'))[0]).toBe('2026-03-12')
  expect(await openDates(buyer, 'zip=12401&bottles=3')).toHaveLength(6)
  expect((await openDates(buyer, 'zip=12401&bottles=2'))[0]).toBe('2026-03-05')
  expect((await order(shop, 2)).status).toBe(201)
  expect((await order(shop, 10, { deliveryZip: '12498' })).status).toBe(201)
  // Chips leave out full dates also while the setting is off.
  await setRouteDaysOnly(staff, false)
  expect((await openDates(buyer, 'zip=12401'))[0]).toBe('2026-03-12')
})

test('rule 46: two route days on one date add up; one without a limit has room for all', async () => {
  const shop = await openShop()
  const staff = await openRouteDays(shop, [thursdays({ capacity: 3 }), thursdays({ capacity: 4 })])
  expect((await order(shop, 8)).code).toBe('date_full')
  expect((await order(shop, 7)).status).toBe(201)

  await changeZone(staff, staff.zoneId, { routeDays: [thursdays({ capacity: 3 }), thursdays()] })
  expect((await order(shop, 40)).status).toBe(201)
})

test('rule 46: the place of an unpaid order is reserved for 30 minutes from its last submit', async () => {
  const shop = await openShop()
  await openRouteDays(shop, [thursdays({ capacity: 2 })])
  const [ana, bo] = [shop.buyer(), shop.buyer()]
  await ana.startCheckout()
  await order(shop, 2, {}, ana)
  shop.clock.advance(20 * MINUTE)
  // The submission is sent again, as after a reload.
  expect((await order(shop, 2, {}, ana)).status).toBe(201)
  shop.clock.advance(29 * MINUTE)
  expect((await order(shop, 1, {}, bo)).code).toBe('date_full')

  shop.clock.advance(2 * MINUTE)

  expect((await order(shop, 1, {}, bo)).status).toBe(201)
  expect((await order(shop, 2, {}, ana)).code).toBe('date_full')
})

test('rule 46: the pay page takes the place again, or rejects it because the date is full', async () => {
  const shop = await openShop()
  await openRouteDays(shop, [thursdays({ capacity: 2 })])
  const ana = await order(shop, 2)
  shop.clock.advance(31 * MINUTE)
  expect((await ana.buyer.pay(ana.orderId)).status).toBe(200)
  shop.clock.advance(29 * MINUTE)
  expect((await order(shop, 2)).code).toBe('date_full')
  shop.clock.advance(2 * MINUTE)
  await order(shop, 1)

  const late = await ana.buyer.pay(ana.orderId)

  expect(late).toMatchObject({
    status: 409,
    body: { code: 'date_full', dates: ['2026-03-12', '2026-03-19', '2026-03-26'] },
  })
})

test('rule 46: money that settles after the place was lost is kept, and the date is overbooked', async () => {
  const shop = await openShop()
  await openRouteDays(shop, [thursdays({ capacity: 2 })])
  const ana = shop.buyer()
  const { clientSecret } = (await ana.startCheckout()).body
  const { orderId } = await order(shop, 2, {}, ana)
  shop.clock.advance(31 * MINUTE)
  await order(shop, 2)

  await ana.confirm(clientSecret)
  await shop.deliverPending()

  expect((await ana.order(orderId)).body).toMatchObject({ status: 'confirmed' })
  shop.clock.advance(31 * MINUTE)
  // The paid order keeps its place.
  expect((await order(shop, 1)).code).toBe('date_full')
})

test('rule 46: a corrected order does not count itself, and keeps its place if it does not grow', async () => {
  const shop = await openShop()
  const staff = await openRouteDays(shop, [thursdays({ capacity: 4 })])
  const ana = shop.buyer()
  await ana.startCheckout()
  expect((await order(shop, 3, {}, ana)).status).toBe(201)
  expect((await order(shop, 4, {}, ana)).status).toBe(201)
  expect((await order(shop, 5, {}, ana)).code).toBe('date_full')

  await changeZone(staff, staff.zoneId, { routeDays: [thursdays({ capacity: 1 })] })

  expect((await order(shop, 4, { customerName: 'Ana Lopez' }, ana)).status).toBe(201)
  expect((await order(shop, 5, {}, ana)).code).toBe('date_full')
  expect((await order(shop, 4, { deliveryDate: '2026-03-12' }, ana)).code).toBe('date_full')
})

test('a cancelled order gives its place back, and one of staff never needs one', async () => {
  const shop = await openShop()
  const staff = await openRouteDays(shop, [thursdays({ capacity: 2 })])
  const { orderId } = await order(shop, 2)
  expect((await order(shop, 2)).code).toBe('date_full')

  await staff.call('PATCH', `/api/admin/orders/${orderId}`, { status: 'cancelled' })

  expect((await order(shop, 2)).status).toBe(201)
})

test.each([
  ['a capacity of 1 and an order of 40', [thursdays({ capacity: 1 })], 'date_full', '40 bottles'],
  ['a zone without route days', [], 'no_route_day', 'Call (845) 555-0142.'],
  ['a route day that has ended', [thursdays({ validUntil: '2026-03-04' })], 'no_route_day', 'Call'],
  [
    'the last ordering hour of the next day',
    [thursdays({ weekday: 2, lastOrderHour: 9 })],
    'no_route_day',
    'Next dates: Tuesday, March 10, 2026',
  ],
])('%s: a clear answer', async (_, routeDays, code, text) => {
  const shop = await openShop()
  await openRouteDays(shop, routeDays)
  const deliveryDate = routeDays[0]?.lastOrderHour ? '2026-03-03' : '2026-03-05'

  const rejected = await order(shop, 40, { deliveryDate })

  expect([rejected.status, rejected.code]).toEqual([409, code])
  expect(rejected.message).toContain(text)
})
