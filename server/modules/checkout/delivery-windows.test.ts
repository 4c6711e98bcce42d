import { expect, test } from 'vitest'
import { fillPath } from '#contract/fill-path.ts'
import type { Order } from '#contract/orders.ts'
import { apiPaths } from '#contract/paths.ts'
import type { Board } from '#contract/routes/board.ts'
import type { Subscription } from '#contract/subscriptions/subscriptions.ts'
import { openOnce, openShop } from '#tests/support/open-shop.ts'
import { customerBrowser, staffBrowser } from '#tests/support/sign-in.ts'
import { runEngine, subscribe } from '#tests/support/subscriber.ts'
import { addZone, changeZone, thursdays } from '#tests/support/zones/route-days.ts'

const morning = { from: '08:00', to: '12:00' }
const afternoon = { from: '12:00', to: '17:00' }
const windows = [morning, afternoon]

async function openWithWindows() {
  const shop = await openShop()
  const staff = await staffBrowser(shop)
  const fridays = thursdays({ weekday: 5, windows: [afternoon] })
  const zoneId = await addZone(staff, [thursdays({ windows }), fridays])
  return { shop, staff, zoneId }
}

test('rule 46: an order keeps the window that the customer chose, in every view of it', async () => {
  const { shop, staff } = await openWithWindows()
  const buyer = shop.buyer()
  const { orderId } = await buyer.buy(buyer.submission({ deliveryWindow: morning }))
  await shop.deliverPending()

  const read = await buyer.call<Order>('GET', fillPath(apiPaths.order, { id: orderId }))
  expect(read.body.deliveryWindow).toEqual(morning)
  const { body: listed } = await staff.call<Order[]>('GET', apiPaths.adminOrders)
  expect(listed[0]?.deliveryWindow).toEqual(morning)
  const board = await staff.call<Board>('GET', `${apiPaths.adminRoutes}?date=2026-03-05`)
  expect(board.body.unplanned).toMatchObject([{ orderId, window: morning }])
  const email = (await shop.mailbox()).find(({ recipient }) => recipient === 'ana@example.com')
  expect(email?.text).toContain('Thursday, March 5, 2026, 8:00 AM – 12:00 PM')
})

test('rule 46: without a window nothing is stored, and a corrected order can change it', async () => {
  const { shop } = await openWithWindows()
  const buyer = shop.buyer()
  await buyer.startCheckout()
  const stored = async () =>
    (await shop.sql<{ stored: unknown }>('select delivery_window as stored from orders'))[0]?.stored
  const isNull = () => shop.sql('select 1 from orders where delivery_window is null')

  await buyer.place(buyer.submission())
  expect(await isNull()).toHaveLength(1)
  await buyer.place(buyer.submission({ deliveryWindow: afternoon }))
  expect(await stored()).toEqual(afternoon)
  await buyer.place(buyer.submission({ deliveryWindow: null }))
  expect(await isNull()).toHaveLength(1)
})

const openForRejected = openOnce(() => openWithWindows())

test.each([
  ['of another date', { deliveryDate: '2026-03-06', deliveryWindow: morning }],
  ['that no route day has', { deliveryWindow: { from: '08:00', to: '11:00' } }],
  ['on a date that is not served', { deliveryDate: '2026-03-07', deliveryWindow: morning }],
  ['outside every zone', { deliveryZip: '99999', deliveryWindow: morning }],
  ['that ends before it starts', { deliveryWindow: { from: '12:00', to: '08:00' } }],
  ['that is no time', { deliveryWindow: { from: 'noon\u0000', to: '99:99' } }],
])('rule 46: a window %s is rejected at its field, and no order is written', async (_, change) => {
  const { shop } = await openForRejected()
  const buyer = shop.buyer()

  const { status, body } = await buyer.place(buyer.submission(change))

  expect([status, body.code]).toEqual([400, 'invalid'])
  expect(Object.keys(body.fields ?? {})[0]).toMatch(/^deliveryWindow/)
  expect(await shop.sql('select 1 from orders')).toEqual([])
})

test('rule 46: later deliveries have the window if their date has it', async () => {
  const { shop, zoneId } = await openWithWindows()
  await subscribe(shop, { deliveryWindow: morning })
  const ana = await customerBrowser(shop, 'ana@example.com')
  const windowOn = async (date: string) => {
    const { body } = await ana.call<Subscription[]>('GET', apiPaths.subscriptions)
    const delivery = body[0]?.calendar.find((day) => day.date === date)
    return delivery?.deliveryWindow
  }
  expect(await windowOn('2026-03-12')).toEqual(morning)

  shop.clock.set('2026-03-09T15:00:00Z')
  await runEngine(shop)
  const orders = () =>
    shop.sql<{ date: string; stored: unknown }>(
      `select delivery_date::text as date, delivery_window as stored from orders
       where parent_order_id is not null order by delivery_date`,
    )
  expect(await orders()).toEqual([{ date: '2026-03-12', stored: morning }])

  const routeDays = [thursdays({ windows: [afternoon] })]
  expect((await changeZone(await staffBrowser(shop), zoneId, { routeDays })).status).toBe(200)
  expect(await windowOn('2026-03-12')).toEqual(morning)
  expect(await windowOn('2026-03-19')).toBeUndefined()
})

test('rule 46: a delivery that moves drops a window that the new date does not have, or takes another', async () => {
  const { shop } = await openWithWindows()
  const { id } = await subscribe(shop, { deliveryWindow: morning })
  const ana = await customerBrowser(shop, 'ana@example.com')
  const path = fillPath(apiPaths.changeSubscription, { id })
  const move = (change: object, query = '') =>
    ana.call<Subscription & { code?: string }>('POST', `${path}${query}`, {
      type: 'move',
      cycle: 1,
      ...change,
    })

  const preview = await move({ date: '2026-03-13' }, '?preview=true')
  expect(preview.body.calendar[0]).toMatchObject({ date: '2026-03-13' })
  expect(preview.body.calendar[0]?.deliveryWindow).toBeUndefined()
  const wrong = await move({ date: '2026-03-13', deliveryWindow: morning })
  expect([wrong.status, wrong.body.code]).toEqual([400, 'invalid'])
  const moved = await move({ date: '2026-03-13', deliveryWindow: afternoon })
  expect(moved.body.calendar[0]).toMatchObject({ date: '2026-03-13', deliveryWindow: afternoon })
  expect(moved.body.calendar[1]).toMatchObject({ date: '2026-03-19', deliveryWindow: morning })

  shop.clock.set('2026-03-10T15:00:00Z')
  await runEngine(shop)
  const ordered = `select delivery_window as stored from orders where parent_order_id is not null`
  expect(await shop.sql(ordered)).toEqual([{ stored: afternoon }])
  await move({ date: '2026-03-14' })
  expect(await shop.sql(ordered)).toEqual([{ stored: null }])
})

test('rule 46: a day change keeps a window that the new date has, and drops others', async () => {
  const { shop, staff } = await openWithWindows()
  for (const deliveryWindow of [morning, afternoon]) {
    const buyer = shop.buyer()
    await buyer.buy(buyer.submission({ deliveryWindow }))
  }
  await shop.deliverPending()

  await staff.call('POST', apiPaths.adminDayChanges, {
    date: '2026-03-05',
    kind: 'moved',
    toDate: '2026-03-06',
  })

  const rows = await shop.sql(
    `select delivery_date::text as date, delivery_window as stored from orders order by created_at, id`,
  )
  expect(rows).toHaveLength(2)
  expect(rows).toEqual(
    expect.arrayContaining([
      { date: '2026-03-06', stored: null },
      { date: '2026-03-06', stored: afternoon },
    ]),
  )
})
