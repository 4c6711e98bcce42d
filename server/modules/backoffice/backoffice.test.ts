import { expect, test } from 'vitest'
import type { Schedule } from '#contract/dispatch.ts'
import { fillPath } from '#contract/fill-path.ts'
import type { Truck } from '#contract/fleet.ts'
import { apiPaths } from '#contract/paths.ts'
import type { CustomerDetail, OrderDetail } from '#contract/staff/backoffice.ts'
import type { Insights } from '#contract/staff/insights.ts'
import type { StaffCustomer } from '#contract/staff/staff.ts'
import { openMailServer } from '#tests/support/mail-server.ts'
import { openShop, type TestShop } from '#tests/support/open-shop.ts'
import { STAFF, staffBrowser } from '#tests/support/sign-in.ts'

async function paidOrder(shop: TestShop) {
  const { orderId } = await shop.buyer().buy()
  await shop.deliverPending()
  const staff = await staffBrowser(shop)
  const detail = async () =>
    (await staff.call<OrderDetail>('GET', fillPath(apiPaths.adminOrder, { id: orderId }))).body
  const refund = (body: object) =>
    staff.call('POST', fillPath(apiPaths.adminOrderRefund, { id: orderId }), body)
  return { orderId, staff, detail, refund }
}

test('order details contain payment, emails and history', async () => {
  const shop = await openShop()
  const { orderId, staff, detail } = await paidOrder(shop)
  await staff.call('PATCH', fillPath(apiPaths.adminOrder, { id: orderId }), { status: 'completed' })

  expect(await detail()).toMatchObject({
    order: { id: orderId, paymentStatus: 'paid' },
    invoiceNumber: 'INV-000001',
    paid: { amount: '17.98' },
    refundable: '17.98',
    emails: [{ kind: 'order_confirmed', status: 'sent' }],
    history: [{ action: 'order.updated', staffEmail: STAFF.email }],
  })
})

test('a successful refund counts before the payment is updated', async () => {
  const shop = await openShop()
  const { orderId, detail, refund } = await paidOrder(shop)
  await refund({ amount: '5.00', reason: 'One bottle was cracked' })
  await shop.runJob('refund.send')
  await shop.sql('update payments set refunded_cents = 0 where order_id = $1', [orderId])

  expect(await detail()).toMatchObject({ refundable: '12.98' })
  const tooMuch = await refund({ amount: '12.99', reason: 'All of it' })
  expect(tooMuch.body.code).toBe('nothing_to_refund')
})

test('partial refunds never exceed the paid amount', async () => {
  const shop = await openShop()
  const { detail, refund } = await paidOrder(shop)

  await refund({ amount: '5.00', reason: 'One bottle was cracked' })
  expect((await detail()).order.paymentStatus).toBe('paid')
  const tooMuch = await refund({ amount: '12.99', reason: 'All of it' })
  await shop.runJob('refund.send')
  expect(await detail()).toMatchObject({
    refunded: '5.00',
    refundable: '12.98',
    order: { paymentStatus: 'paid' },
  })
  await refund({ reason: 'The rest too' })
  await shop.runJob('refund.send')

  expect(tooMuch.body.code).toBe('nothing_to_refund')
  expect(await detail()).toMatchObject({
    refunded: '17.98',
    refundable: '0.00',
    order: { paymentStatus: 'refunded', status: 'confirmed' },
    refunds: [{ status: 'succeeded' }, { status: 'succeeded' }],
  })
  expect((await refund({ reason: 'Once more' })).status).toBe(409)
  expect((await refund({ amount: '1.00', reason: '' })).body.message).toBe('Please give a reason')
})

test('the reason of an automatic refund has a label, and a typed one stays as typed', async () => {
  const shop = await openShop()
  const { detail, refund } = await paidOrder(shop)
  await refund({ amount: '5.00', reason: 'One bottle was cracked' })
  expect((await detail()).refunds[0]?.reason).toBe('One bottle was cracked')

  await shop.sql(`update refunds set reason = 'other terms than agreed'`)
  expect((await detail()).refunds[0]?.reason).toBe('Wrong amount charged')
})

test('ten concurrent full refunds refund the payment once', async () => {
  const shop = await openShop()
  const { detail, refund } = await paidOrder(shop)

  const responses = await Promise.all(
    Array.from({ length: 10 }, () => refund({ reason: 'All of it' })),
  )
  await shop.runJob('refund.send')

  expect(responses.filter(({ status }) => status === 200)).toHaveLength(1)
  expect((await detail()).refunded).toBe('17.98')
})

test('staff resend an email', async () => {
  const server = await openMailServer()
  const shop = await openShop({ env: { SMTP_URL: server.url } })
  const { staff, detail } = await paidOrder(shop)
  const [email] = (await detail()).emails

  await staff.call('POST', fillPath(apiPaths.adminEmailResend, { id: email?.id ?? '' }))
  await shop.runJob('email.send')

  expect(server.received).toHaveLength(2)
})

test('bulk updates and bulk schedules apply to all or none and return undo data', async () => {
  const shop = await openShop()
  const ids = []
  for (let n = 0; n < 3; n++) ids.push((await shop.buyer().place()).body.orderId)
  const staff = await staffBrowser(shop)
  const truck = await staff.call<Truck>('POST', apiPaths.adminTrucks, {
    name: 'A',
    licensePlate: 'B',
    capacity: 9,
  })

  const before = await staff.call<{ status: string }[]>('PATCH', apiPaths.adminOrdersBulk, {
    ids,
    status: 'confirmed',
  })
  const none = await staff.call('PATCH', apiPaths.adminOrdersBulk, {
    ids: [...ids, '00000000-0000-4000-8000-000000000000'],
    status: 'cancelled',
  })
  const created = await staff.call<Schedule[]>('POST', apiPaths.adminSchedulesBulk, {
    orderIds: ids,
    truckId: truck.body.id,
    scheduledDate: '2026-03-05',
  })

  expect(before.body.map(({ status }) => status)).toEqual(['pending', 'pending', 'pending'])
  expect(none.status).toBe(404)
  expect(await shop.sql('select distinct status from orders')).toEqual([{ status: 'confirmed' }])
  expect(created.body).toHaveLength(3)
})

test('the dashboard shows revenue, upcoming bottles and orders that need attention', async () => {
  const shop = await openShop()
  const { orderId, staff } = await paidOrder(shop)

  const { body } = await staff.call<Insights>('GET', apiPaths.adminInsights)

  expect(body.days).toHaveLength(30)
  expect(body.days.at(-1)).toEqual({ date: '2026-03-02', orders: 1, revenueCents: 1798 })
  expect(body.bottles.find(({ date }) => date === '2026-03-05')).toEqual({
    date: '2026-03-05',
    bottles: 2,
  })
  expect(body.needsAttention).toEqual({
    unscheduled: 1,
    failedDeliveries: 0,
    failedPayments: 0,
    failedRefunds: 0,
    overdueInvoices: 0,
    disputed: 0,
    fraudWarnings: 0,
    withoutTruck: 0,
    onHold: 0,
    uncharged: 0,
    uninvoiced: 0,
    openCases: 0,
  })
  await staff.call('POST', apiPaths.adminSchedules, { orderId, scheduledDate: '2026-03-05' })
  const after = await staff.call<Insights>('GET', apiPaths.adminInsights)
  expect(after.body.needsAttention.unscheduled).toBe(0)
  expect(after.body.deliveries).toContainEqual({ status: 'pending', count: 1 })
})

test("revenue counts on the order's day in the shop's time zone, minus refunds", async () => {
  // One minute before midnight in New York, before daylight saving time.
  const shop = await openShop({ now: '2026-03-01T04:59:00Z' })
  const { staff, refund } = await paidOrder(shop)
  shop.clock.advance(120_000)
  await refund({ amount: '5.00', reason: 'One bottle was cracked' })
  await shop.runJob('refund.send')

  const { body } = await staff.call<Insights>('GET', apiPaths.adminInsights)

  expect(body.days.filter(({ orders }) => orders > 0)).toEqual([
    { date: '2026-02-28', orders: 1, revenueCents: 1298 },
  ])
})

test('customer details contain their orders', async () => {
  const shop = await openShop()
  const { orderId, staff } = await paidOrder(shop)
  const { body: customers } = await staff.call<StaffCustomer[]>('GET', apiPaths.adminCustomers)

  const { body } = await staff.call<CustomerDetail>(
    'GET',
    fillPath(apiPaths.adminCustomer, { id: customers[0]?.id ?? '' }),
  )

  expect(body).toMatchObject({ customer: { email: 'ana@example.com' }, orders: [{ id: orderId }] })
})
