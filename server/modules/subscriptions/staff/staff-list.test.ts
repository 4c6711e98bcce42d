import { expect, test } from 'vitest'
import { fillPath } from '#contract/fill-path.ts'
import type { Order } from '#contract/orders.ts'
import { apiPaths } from '#contract/paths.ts'
import type { OrderDetail } from '#contract/staff/backoffice.ts'
import type { Insights } from '#contract/staff/insights.ts'
import type { StaffSubscription } from '#contract/subscriptions/staff-subscriptions.ts'
import { testCard } from '#tests/support/card-sandbox.ts'
import { openShop, type TestShop } from '#tests/support/open-shop.ts'
import { staffBrowser } from '#tests/support/sign-in.ts'
import { getCycles, runEngine, subscribe } from '#tests/support/subscriber.ts'

async function runAt(shop: TestShop, ...times: string[]) {
  for (const time of times) {
    shop.clock.set(time)
    await runEngine(shop)
  }
}

async function staffTools(shop: TestShop) {
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
    change: (id: string, body: object) =>
      staff.call('PATCH', fillPath(apiPaths.adminSubscription, { id }), body),
  }
}

test('subscriptions are filtered by status, searched by text and sorted by next date', async () => {
  const shop = await openShop()
  const { id: first } = await subscribe(shop, { deliveryDate: '2026-03-10' })
  shop.clock.advance(1000)
  const { id: second } = await subscribe(shop, { customerEmail: 'bo@example.com' })
  shop.clock.advance(1000)
  const { id: third } = await subscribe(shop, { customerEmail: 'cy@example.com' })
  const { list, change, staff } = await staffTools(shop)
  await change(third, { type: 'pause' })

  expect(await list('')).toEqual([third, second, first])
  expect(await list('sort=oldest')).toEqual([first, second, third])
  expect(await list('sort=next')).toEqual([second, first, third])
  expect(await list('status=paused')).toEqual([third])
  expect(await list('status=active&sort=next')).toEqual([second, first])
  expect(await list('q=BO@exam')).toEqual([second])
  expect(await list('attention=odd&status=odd')).toHaveLength(3)

  const csv = await staff.call<string>('GET', `${apiPaths.adminSubscriptionsCsv}?status=paused`)
  expect(csv.headers.get('content-disposition')).toMatch(/subscriptions-2026-03-02\.csv/)
  const [entry] = await shop.sql<{ action: string }>(
    'select action from audit_entries order by id desc limit 1',
  )
  expect(entry?.action).toBe('subscriptions.exported')
})

test('attention filters list the subscriptions that the dashboard counts', async () => {
  const shop = await openShop()
  const { id: onHold } = await subscribe(shop, { card: testCard.failsLater })
  const { id: uncharged } = await subscribe(shop, { customerEmail: 'bo@example.com' })
  await runAt(shop, '2026-03-09T12:00:00Z')
  const orderId = (await getCycles(shop, uncharged))[0]?.order_id ?? ''
  const staff = await staffBrowser(shop)
  await staff.call('PATCH', fillPath(apiPaths.adminOrder, { id: orderId }), {
    deliveryStatus: 'delivered',
  })
  await shop.sql('update cycles set due_at = null where subscription_id = $1', [uncharged])
  await runAt(shop, '2026-03-12T12:00:00Z')
  await shop.sql("update cycles set due_at = '2026-03-12T12:00:00Z' where subscription_id = $1", [
    uncharged,
  ])
  await runAt(shop, '2026-03-14T12:00:00Z')
  const { list, insights, change, staff: later } = await staffTools(shop)

  expect(await list('attention=onHold')).toEqual([onHold])
  expect(await list('attention=unpaid')).toEqual([onHold])
  expect(await list('attention=uncharged')).toEqual([uncharged])
  // Links from before 0.2.
  expect(await list('needs=held')).toEqual([onHold])
  expect(await list('needs=uncharged')).toEqual([uncharged])
  const file = await later.call<string>('GET', `${apiPaths.adminSubscriptionsCsv}?needs=held`)
  expect(file.body.trim().split('\n')).toHaveLength(2)
  const before = await insights()
  expect(before.needsAttention).toMatchObject({ onHold: 1, uncharged: 1 })
  expect(before.recurring.failed).toEqual([
    { state: 'unpaid', count: 1 },
    { state: 'past_due', count: 0 },
  ])

  await change(onHold, { type: 'release', cycle: 1 })
  await change(uncharged, { type: 'charge', cycle: 1 })
  expect((await insights()).needsAttention).toMatchObject({ onHold: 0, uncharged: 0 })
  expect(await list('attention=onHold')).toEqual([])
  expect(await list('attention=unpaid')).toEqual([onHold])
})

test('a renewal past its cut-off needs scheduling before it is paid; one on hold does not', async () => {
  const shop = await openShop()
  const { id } = await subscribe(shop, { card: testCard.failsLater })
  const first = await staffBrowser(shop)
  await first.call('POST', apiPaths.adminSchedules, { orderId: id, scheduledDate: '2026-03-05' })
  await runAt(shop, '2026-03-09T12:00:00Z')
  const orderId = (await getCycles(shop, id))[0]?.order_id ?? ''
  const unscheduled = async () => {
    const { staff, insights } = await staffTools(shop)
    const path = `${apiPaths.adminOrders}?limit=50&attention=unscheduled`
    const { body } = await staff.call<Order[]>('GET', path)
    expect((await insights()).needsAttention.unscheduled).toBe(body.length)
    return body.map((order) => order.id)
  }

  const rows = await (await staffTools(shop)).staff.call<StaffSubscription[]>(
    'GET',
    apiPaths.adminSubscriptions,
  )
  expect(rows.body[0]?.nextDate).toBe('2026-03-12')

  await runAt(shop, '2026-03-11T11:59:00Z')
  expect(await unscheduled()).toEqual([])
  await runAt(shop, '2026-03-11T12:00:00Z')
  expect(await unscheduled()).toEqual([orderId])
  await runAt(shop, '2026-03-12T12:00:00Z')
  expect(await unscheduled()).toEqual([])
  const { change, staff } = await staffTools(shop)
  await change(id, { type: 'release', cycle: 1 })
  expect(await unscheduled()).toEqual([orderId])
  await staff.call('POST', apiPaths.adminSchedules, { orderId, scheduledDate: '2026-03-12' })
  expect(await unscheduled()).toEqual([])
})

test('the dashboard shows expected and past monthly revenue and cancellations', async () => {
  const shop = await openShop({ now: '2026-02-20T15:00:00Z' })
  const weekly = { deliveryDate: '2026-02-23' }
  const { id } = await subscribe(shop, weekly)
  await subscribe(shop, {
    ...weekly,
    customerEmail: 'bo@example.com',
    recurringFrequency: 'monthly',
  })
  await runAt(shop, '2026-02-27T15:00:00Z', '2026-03-02T15:00:00Z', '2026-03-03T15:00:00Z')
  const { change, insights } = await staffTools(shop)
  const before = await insights()

  await change(id, { type: 'cancel' })
  const { recurring } = await insights()

  // $15.28 weekly (52/12 times a month), and once a month.
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

test('an order’s detail shows its subscription and the state of its delivery', async () => {
  const shop = await openShop()
  const { id } = await subscribe(shop, { card: testCard.failsLater })
  await runAt(shop, '2026-03-09T12:00:00Z', '2026-03-12T12:00:00Z')
  const orderId = (await getCycles(shop, id))[0]?.order_id ?? ''
  const staff = await staffBrowser(shop)
  const read = async (order: string) =>
    (await staff.call<OrderDetail>('GET', fillPath(apiPaths.adminOrder, { id: order }))).body
      .subscription

  expect(await read(id)).toEqual({ id, status: 'active', deliveryNotes: null, delivery: null })
  expect(await read(orderId)).toMatchObject({
    id,
    delivery: { status: 'unpaid', isOnHold: true, nextAttemptAt: '2026-03-13T00:00:00.000Z' },
  })
})
