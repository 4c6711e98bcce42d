import { expect, test } from 'vitest'
import { fillPath } from '#contract/fill-path.ts'
import type { Order } from '#contract/orders.ts'
import { apiPaths } from '#contract/paths.ts'
import type { Insights, OrderDetail } from '#contract/staff/backoffice.ts'
import type { StaffSubscription } from '#contract/subscriptions/staff-subscriptions.ts'
import { testCard } from '#tests/support/card-sandbox.ts'
import { openShop, type TestShop } from '#tests/support/open-shop.ts'
import { staffBrowser } from '#tests/support/sign-in.ts'
import { getCycles, runEngine, subscribe } from '#tests/support/subscriber.ts'

async function at(shop: TestShop, ...moments: string[]) {
  for (const moment of moments) {
    shop.clock.set(moment)
    await runEngine(shop)
  }
}

async function deskOf(shop: TestShop) {
  const staff = await staffBrowser(shop)
  return {
    staff,
    async list(query: string) {
      const path = `${apiPaths.adminSubscriptions}?limit=50&${query}`
      const { body, headers } = await staff.call<StaffSubscription[]>('GET', path)
      expect(headers.get('x-total-count')).toBe(String(body.length))
      return body.map(({ id }) => id)
    },
    insights: async () => (await staff.call<Insights>('GET', apiPaths.adminInsights)).body,
    act: (id: string, deed: object) =>
      staff.call('PATCH', fillPath(apiPaths.adminSubscription, { id }), deed),
  }
}

test('subscriptions are found by status, by words, and sorted by their next date', async () => {
  const shop = await openShop()
  const { id: first } = await subscribe(shop, { deliveryDate: '2026-03-10' })
  shop.clock.advance(1000)
  const { id: second } = await subscribe(shop, { customerEmail: 'bo@example.com' })
  shop.clock.advance(1000)
  const { id: third } = await subscribe(shop, { customerEmail: 'cy@example.com' })
  const { list, act, staff } = await deskOf(shop)
  await act(third, { type: 'pause' })

  expect(await list('')).toEqual([third, second, first])
  expect(await list('sort=oldest')).toEqual([first, second, third])
  expect(await list('sort=next')).toEqual([second, first, third])
  expect(await list('status=paused')).toEqual([third])
  expect(await list('status=active&sort=next')).toEqual([second, first])
  expect(await list('q=BO@exam')).toEqual([second])
  expect(await list('needs=odd&status=odd')).toHaveLength(3)

  const csv = await staff.call<string>('GET', `${apiPaths.adminSubscriptionsCsv}?status=paused`)
  expect(csv.headers.get('content-disposition')).toMatch(/subscriptions-2026-03-02\.csv/)
  const [entry] = await shop.sql<{ deed: string }>(
    'select deed from audit_entries order by id desc limit 1',
  )
  expect(entry?.deed).toBe('subscriptions.exported')
})

test('what is held, tried again and brought unpaid is listed by the condition it is counted by', async () => {
  const shop = await openShop()
  const { id: held } = await subscribe(shop, { card: testCard.failsLater })
  const { id: brought } = await subscribe(shop, { customerEmail: 'bo@example.com' })
  await at(shop, '2026-03-09T12:00:00Z')
  const orderId = (await getCycles(shop, brought))[0]?.order_id ?? ''
  const early = await staffBrowser(shop)
  await early.call('PATCH', fillPath(apiPaths.adminOrder, { id: orderId }), {
    deliveryStatus: 'delivered',
  })
  await shop.sql('update cycles set due_at = null where subscription_id = $1', [brought])
  await at(shop, '2026-03-12T12:00:00Z')
  await shop.sql("update cycles set due_at = '2026-03-12T12:00:00Z' where subscription_id = $1", [
    brought,
  ])
  await at(shop, '2026-03-14T12:00:00Z')
  const { list, insights, act } = await deskOf(shop)

  expect(await list('needs=held')).toEqual([held])
  expect(await list('needs=unpaid')).toEqual([held])
  expect(await list('needs=uncharged')).toEqual([brought])
  const seen = await insights()
  expect(seen.needsAttention).toMatchObject({ held: 1, uncharged: 1 })
  expect(seen.recurring.failed).toEqual([
    { state: 'unpaid', count: 1 },
    { state: 'past_due', count: 0 },
  ])

  await act(held, { type: 'release', cycle: 1 })
  await act(brought, { type: 'charge', cycle: 1 })
  expect((await insights()).needsAttention).toMatchObject({ held: 0, uncharged: 0 })
  expect(await list('needs=held')).toEqual([])
  expect(await list('needs=unpaid')).toEqual([held])
})

test('a subscription’s delivery past its cut-off needs a truck before it is paid; a held one waits', async () => {
  const shop = await openShop()
  const { id } = await subscribe(shop, { card: testCard.failsLater })
  const first = await staffBrowser(shop)
  await first.call('POST', apiPaths.adminSchedules, { orderId: id, scheduledDate: '2026-03-05' })
  await at(shop, '2026-03-09T12:00:00Z')
  const orderId = (await getCycles(shop, id))[0]?.order_id ?? ''
  const unscheduled = async () => {
    const { staff, insights } = await deskOf(shop)
    const path = `${apiPaths.adminOrders}?limit=50&needs=unscheduled`
    const { body } = await staff.call<Order[]>('GET', path)
    expect((await insights()).needsAttention.unscheduled).toBe(body.length)
    return body.map((order) => order.id)
  }

  const { staff: clerk } = await deskOf(shop)
  const rows = await clerk.call<StaffSubscription[]>('GET', apiPaths.adminSubscriptions)
  expect(rows.body[0]?.nextDate).toBe('2026-03-12')

  await at(shop, '2026-03-11T11:59:00Z')
  expect(await unscheduled()).toEqual([])
  await at(shop, '2026-03-11T12:00:00Z')
  expect(await unscheduled()).toEqual([orderId])
  await at(shop, '2026-03-12T12:00:00Z')
  expect(await unscheduled()).toEqual([])
  const { act, staff } = await deskOf(shop)
  await act(id, { type: 'release', cycle: 1 })
  expect(await unscheduled()).toEqual([orderId])
  await staff.call('POST', apiPaths.adminSchedules, { orderId, scheduledDate: '2026-03-12' })
  expect(await unscheduled()).toEqual([])
})

test('the dashboard tells what a month brings, what it brought, and who left', async () => {
  const shop = await openShop({ now: '2026-02-20T15:00:00Z' })
  const weekly = { deliveryDate: '2026-02-23' }
  const { id } = await subscribe(shop, weekly)
  await subscribe(shop, {
    ...weekly,
    customerEmail: 'bo@example.com',
    recurringFrequency: 'monthly',
  })
  await at(shop, '2026-02-27T15:00:00Z', '2026-03-02T15:00:00Z', '2026-03-03T15:00:00Z')
  const { act, insights } = await deskOf(shop)
  const before = await insights()

  await act(id, { type: 'cancel' })
  const { recurring } = await insights()

  // 15.28 four and a third times, and once.
  expect(before.recurring).toMatchObject({
    active: 2,
    monthlyCents: Math.round(1528 * (52 / 12 + 1)),
  })
  expect(recurring).toMatchObject({ active: 1, monthlyCents: 1528 })
  expect(recurring.months).toHaveLength(6)
  expect(recurring.months.slice(-2)).toEqual([
    { month: '2026-02', revenueCents: 0, cancelled: 0, activeAtStart: 0 },
    { month: '2026-03', revenueCents: 1528, cancelled: 1, activeAtStart: 2 },
  ])
})

test('an order tells of its subscription and of how its delivery stands', async () => {
  const shop = await openShop()
  const { id } = await subscribe(shop, { card: testCard.failsLater })
  await at(shop, '2026-03-09T12:00:00Z', '2026-03-12T12:00:00Z')
  const orderId = (await getCycles(shop, id))[0]?.order_id ?? ''
  const staff = await staffBrowser(shop)
  const read = async (order: string) =>
    (await staff.call<OrderDetail>('GET', fillPath(apiPaths.adminOrder, { id: order }))).body
      .subscription

  expect(await read(id)).toEqual({ id, status: 'active', delivery: null })
  expect(await read(orderId)).toMatchObject({
    id,
    delivery: { status: 'unpaid', isOnHold: true, nextAttemptAt: '2026-03-13T00:00:00.000Z' },
  })
})
