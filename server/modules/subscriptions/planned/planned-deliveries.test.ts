import { expect, test } from 'vitest'
import type { Product } from '#contract/catalog.ts'
import { fillPath } from '#contract/fill-path.ts'
import { apiPaths } from '#contract/paths.ts'
import type { DeliveryDates } from '#contract/zones/zones.ts'
import type { Buyer } from '#tests/support/buyer.ts'
import { openShop, type TestShop } from '#tests/support/open-shop.ts'
import { customerBrowser } from '#tests/support/sign-in.ts'
import { runEngine, subscribe } from '#tests/support/subscriber.ts'
import { changeZone, openRouteDays, thursdays } from '#tests/support/zones/route-days.ts'

const planned = async (shop: TestShop) =>
  (
    await shop.sql<{ plan: string }>(
      `select date || ': ' || bottles || ' in ' || zip as plan from planned_deliveries order by date`,
    )
  ).map(({ plan }) => plan)

const dates = (from: number, bottles = 2, zip = '12401') =>
  ['03-12', '03-19', '03-26', '04-02', '04-09', '04-16', '04-23']
    .slice(from)
    .map((date) => `2026-${date}: ${bottles} in ${zip}`)

const change = (ana: Buyer, id: string, body: object) =>
  ana.call('POST', fillPath(apiPaths.changeSubscription, { id }), body)

const order = (shop: TestShop, count: number, deliveryDate: string) => {
  const buyer = shop.buyer()
  const lines: [Product, number][] = [[shop.products[0] as Product, count]]
  return buyer.place(buyer.submission({ lines, deliveryDate, customerEmail: 'bo@example.com' }))
}

const firstOpen = async (shop: TestShop, bottles: number) => {
  const path = `${apiPaths.deliveryDates}?zip=12401&bottles=${bottles}`
  return (await shop.buyer().call<DeliveryDates>('GET', path)).body.dates[0]?.date
}

test('rule 46: planned deliveries of subscriptions take places, also those of later weeks', async () => {
  const shop = await openShop()
  await openRouteDays(shop, [thursdays({ capacity: 4 })])
  await subscribe(shop)

  expect((await order(shop, 3, '2026-03-12')).body.code).toBe('date_full')
  expect((await order(shop, 2, '2026-03-12')).status).toBe(201)
  expect(await firstOpen(shop, 4)).toBe('2026-04-30')
  expect(await firstOpen(shop, 2)).toBe('2026-03-05')
  expect(await planned(shop)).toEqual(dates(0))
})

test('rule 46: a plan follows skips, moves, pauses, extras, items and the end of the subscription', async () => {
  const shop = await openShop()
  await openRouteDays(shop)
  const { id } = await subscribe(shop)
  const ana = await customerBrowser(shop, 'ana@example.com')
  const product = shop.products[0]?.id
  const after = async (body: object) => {
    expect(await change(ana, id, body)).toMatchObject({ status: 200 })
    return planned(shop)
  }

  expect(await after({ type: 'skip', cycle: 1 })).toEqual(dates(1))
  expect(await after({ type: 'unskip', cycle: 1 })).toEqual(dates(0))
  const items = [{ productId: product, quantity: 3 }]
  expect((await after({ type: 'extra', cycle: 1, items }))[0]).toBe('2026-03-12: 5 in 12401')
  expect((await after({ type: 'extra', cycle: 1, items: [] }))[0]).toBe('2026-03-12: 2 in 12401')
  expect(await after({ type: 'change', items: [{ productId: product, quantity: 7 }] })).toEqual(
    dates(0, 7),
  )
  expect(await after({ type: 'pause', until: '2026-04-01' })).toEqual(dates(3, 7))
  expect(await after({ type: 'pause' })).toEqual([])
  expect(await after({ type: 'resume' })).toEqual(dates(0, 7))

  await ana.call('PATCH', fillPath(apiPaths.cancelOrder, { id }))
  await shop.runJob('subscription.updatePlans')
  expect(await planned(shop)).toEqual([])
})

test('rule 46: a delivery with an order is counted once, and as time passes the plan goes on', async () => {
  const shop = await openShop()
  await openRouteDays(shop, [thursdays({ capacity: 4 })])
  await subscribe(shop)
  shop.clock.set('2026-03-09T15:00:00Z')
  await runEngine(shop)

  expect(await planned(shop)).toEqual([])
  expect((await order(shop, 3, '2026-03-12')).body.code).toBe('date_full')
  expect((await order(shop, 2, '2026-03-12')).status).toBe(201)
  expect((await planned(shop)).at(0)).toBe('2026-03-19: 2 in 12401')
  shop.clock.set('2026-04-20T15:00:00Z')
  await shop.runJob('subscription.updatePlans')
  expect((await planned(shop)).at(-1)).toBe('2026-06-11: 2 in 12401')
})

test('rule 46: new route days, ZIP codes and closed dates outdate every plan', async () => {
  const shop = await openShop()
  const staff = await openRouteDays(shop)
  await subscribe(shop)
  const isOutdated = async () =>
    (await shop.sql<{ state: boolean }>('select is_outdated as state from plan_state'))[0]?.state
  const zips = ['12401', '12402']
  const closed = { dates: [{ date: '2026-03-12', name: 'Storm' }] }

  for (const outdate of [
    () => changeZone(staff, staff.zoneId, { routeDays: [thursdays({ capacity: 9 })] }),
    () => changeZone(staff, staff.zoneId, { zips }),
    () => staff.call('POST', apiPaths.adminClosedDates, closed),
  ]) {
    await shop.runJob('subscription.updatePlans')
    expect(await isOutdated()).toBe(false)
    await outdate()
    expect(await isOutdated()).toBe(true)
  }
  await shop.runJob('subscription.updatePlans')
  // The delivery of March 12 moves to the next day, or lands on the next route day.
  expect(await planned(shop)).not.toContain('2026-03-12: 2 in 12401')
})

test('rule 46: a customer cannot move a delivery to a full date or add extras to it', async () => {
  const shop = await openShop()
  await openRouteDays(shop, [thursdays({ capacity: 4 }), thursdays({ weekday: 5, capacity: 3 })])
  const { id } = await subscribe(shop)
  const ana = await customerBrowser(shop, 'ana@example.com')
  await order(shop, 2, '2026-03-13')
  const move = (date: string) => ({ type: 'move', cycle: 1, date })
  const extra = (quantity: number) => ({
    type: 'extra',
    cycle: 2,
    items: [{ productId: shop.products[0]?.id, quantity }],
  })

  expect((await change(ana, id, move('2026-03-14'))).body).toMatchObject({ code: 'no_route_day' })
  expect((await change(ana, id, move('2026-03-13'))).body).toMatchObject({ code: 'date_full' })
  expect((await change(ana, id, extra(3))).body).toMatchObject({ code: 'date_full' })
  expect((await change(ana, id, extra(2))).status).toBe(200)
  // A place that a customer takes is counted at once.
  expect((await order(shop, 1, '2026-03-19')).body.code).toBe('date_full')
  const items = [{ productId: shop.products[0]?.id, quantity: 9 }]
  expect((await change(ana, id, { type: 'change', items })).status).toBe(200)
  // Fewer extras are no problem on a date that is overbooked.
  expect((await change(ana, id, extra(1))).status).toBe(200)
})

test('rule 46: of five customers who move to the last place at once, one gets it', async () => {
  const shop = await openShop()
  const routeDays = [thursdays(), thursdays({ weekday: 5, capacity: 2 })]
  await openRouteDays(shop, routeDays)
  const customers: { id: string; ana: Buyer }[] = []
  for (let n = 0; n < 5; n++) {
    const customerEmail = `ana${n}@example.com`
    const { id } = await subscribe(shop, { customerEmail })
    customers.push({ id, ana: await customerBrowser(shop, customerEmail) })
  }

  const replies = await Promise.all(
    customers.map(({ id, ana }) => change(ana, id, { type: 'move', cycle: 1, date: '2026-03-13' })),
  )

  expect(replies.map(({ status }) => status).toSorted()).toEqual([200, ...Array(4).fill(409)])
})

test('without zones nothing is planned', async () => {
  const shop = await openShop()
  const { id } = await subscribe(shop)
  const ana = await customerBrowser(shop, 'ana@example.com')
  await change(ana, id, { type: 'skip', cycle: 1 })
  await shop.runJob('subscription.updatePlans')
  const counts = await shop.sql(
    `select (select count(*)::int from planned_deliveries) as planned,
       (select count(*)::int from plans_to_update) as waiting`,
  )
  expect(counts).toEqual([{ planned: 0, waiting: 0 }])
})
