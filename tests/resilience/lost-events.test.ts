import Stripe from 'stripe'
import { expect, test } from 'vitest'
import { intentIdFrom } from '#tests/support/buyer.ts'
import { openShop, type TestShop } from '#tests/support/open-shop.ts'
import { audit, getOrderState } from '#tests/support/provider-ledger.ts'
import { getSandbox } from '#tests/support/sandbox-faults.ts'

const DAY_MS = 86_400_000

/** Actions in the provider's dashboard. */
function providerDashboard(shop: TestShop): Stripe {
  const { apiBase, secretKey } = getSandbox(shop)
  const { hostname, port } = new URL(apiBase)
  return new Stripe(secretKey, { host: hostname, port, protocol: 'http', telemetry: false })
}

async function paidOrder(shop: TestShop) {
  const { orderId, clientSecret } = await shop.buyer().buy()
  await shop.deliverPending()
  return { orderId, intentId: intentIdFrom(clientSecret) }
}

const dropAllEvents = (shop: TestShop) => getSandbox(shop).faults.nextWebhook('*', 'lose', 99)

const listDisputes = (shop: TestShop) =>
  shop.sql<{ order_id: string; state: string }>('select order_id, state from disputes')

const auditFindings = async (shop: TestShop) =>
  (await audit(shop)).findings.map(({ rule, what }) => `${rule} ${what}`)

test('AU10: a dashboard refund is found although its webhook was lost', async () => {
  const shop = await openShop()
  const { orderId, intentId } = await paidOrder(shop)
  await shop.runJob('payment.readEvents')
  dropAllEvents(shop)
  shop.clock.advance(60_000)
  await providerDashboard(shop).refunds.create({ payment_intent: intentId })
  await shop.deliverPending()
  expect(await getOrderState(shop, orderId)).toBe('confirmed paid')

  await shop.runJob('payment.readEvents')

  expect(await getOrderState(shop, orderId)).toBe('confirmed refunded')
  expect(await auditFindings(shop)).toEqual([])
})

test('AU10: a dispute, its end and a fraud warning are found although all webhooks were lost', async () => {
  const shop = await openShop()
  const { orderId, intentId } = await paidOrder(shop)
  dropAllEvents(shop)
  await getSandbox(shop).warnOfFraud(intentId)
  await getSandbox(shop).openDispute(intentId)
  await shop.deliverPending()
  expect(await auditFindings(shop)).toEqual(['I10 dispute at provider (open), not here'])

  await shop.runJob('payment.readEvents')
  expect(await getOrderState(shop, orderId)).toBe('confirmed disputed')
  expect(await listDisputes(shop)).toEqual([{ order_id: orderId, state: 'open' }])
  expect(await shop.sql('select order_id from fraud_warnings')).toEqual([{ order_id: orderId }])

  shop.clock.advance(3 * DAY_MS)
  await getSandbox(shop).closeDispute(intentId, true)
  expect(await auditFindings(shop)).toEqual(['I10 dispute: open here, won at provider'])
  await shop.runJob('payment.readEvents')

  expect(await getOrderState(shop, orderId)).toBe('confirmed paid')
  expect(await listDisputes(shop)).toEqual([{ order_id: orderId, state: 'won' }])
  expect(await auditFindings(shop)).toEqual([])
})

test('AU10: an event is applied once, however often it is read', async () => {
  const shop = await openShop()
  const { orderId } = await paidOrder(shop)
  const count = async () => {
    const rows = await shop.sql<{ id: string }>('select id from provider_events order by id')
    const [steps] = await shop.sql<{ n: number }>(
      'select count(*)::int as n from payment_transitions',
    )
    return { ids: rows.map(({ id }) => id), steps: steps?.n }
  }
  await shop.runJob('payment.readEvents')
  const before = await count()

  shop.clock.advance(60_000)
  await Promise.all([1, 2, 3].map(() => shop.runJob('payment.readEvents')))

  expect(await count()).toEqual(before)
  expect(await getOrderState(shop, orderId)).toBe('confirmed paid')
})

test('AU10: the position does not advance during an outage or past a failed event', async () => {
  const shop = await openShop()
  const first = await paidOrder(shop)
  const other = await paidOrder(shop)
  await shop.runJob('payment.readEvents')
  const mark = async () => (await shop.sql('select at from provider_checkpoints'))[0]
  const before = await mark()
  dropAllEvents(shop)
  shop.clock.advance(60_000)
  await getSandbox(shop).openDispute(first.intentId)
  await getSandbox(shop).openDispute(other.intentId)
  shop.clock.advance(DAY_MS)

  getSandbox(shop).faults.next('GET events', 'error-500')
  await shop.runJob('payment.readEvents')
  expect(await mark()).toEqual(before)

  // One of the two fails; only that one is retried, an hour later.
  getSandbox(shop).faults.next('GET payment_intents/:id', 'error-500', 2)
  await shop.runJob('payment.readEvents')
  shop.clock.advance(3_600_000)
  await shop.runJob('payment.readEvents')

  expect(await getOrderState(shop, first.orderId)).toBe('confirmed disputed')
  expect(await getOrderState(shop, other.orderId)).toBe('confirmed disputed')
})

test.for([
  ['three hours', 3 / 24],
  ['a year', 365],
] as const)(
  'AU10: a process whose clock was %s ahead does not skip later events',
  async ([, days]) => {
    const shop = await openShop()
    const { orderId, intentId } = await paidOrder(shop)
    const rightTime = shop.clock.now()
    shop.clock.advance(days * DAY_MS)
    await shop.runJob('payment.readEvents')
    shop.clock.set(new Date(rightTime.getTime() + 60_000).toISOString())
    dropAllEvents(shop)
    await getSandbox(shop).openDispute(intentId)
    await shop.deliverPending()

    await shop.runJob('payment.readEvents')

    expect(await getOrderState(shop, orderId)).toBe('confirmed disputed')
  },
)

test('AU10: after a downtime longer than the event list, refunds and disputes are listed directly', async () => {
  const shop = await openShop()
  const [refunded, disputed] = [await paidOrder(shop), await paidOrder(shop)]
  const warned = await paidOrder(shop)
  const settledLater = await paidOrder(shop)
  await getSandbox(shop).openDispute(settledLater.intentId)
  await shop.deliverPending()
  await shop.runJob('payment.readEvents')
  dropAllEvents(shop)
  shop.clock.advance(DAY_MS)
  await providerDashboard(shop).refunds.create({ payment_intent: refunded.intentId })
  await getSandbox(shop).openDispute(disputed.intentId)
  await getSandbox(shop).warnOfFraud(warned.intentId)
  await getSandbox(shop).closeDispute(settledLater.intentId, false)
  shop.clock.advance(40 * DAY_MS)

  await shop.runJob('payment.readEvents')

  expect(await getOrderState(shop, refunded.orderId)).toBe('confirmed refunded')
  expect(await getOrderState(shop, disputed.orderId)).toBe('confirmed disputed')
  expect(await shop.sql('select order_id from fraud_warnings')).toEqual([
    { order_id: warned.orderId },
  ])
  expect((await listDisputes(shop)).map(({ state }) => state).sort()).toEqual(['lost', 'open'])
  expect(await auditFindings(shop)).toEqual([])
})

/** Creates an order refunded in the dashboard four days ago without a webhook. */
async function refundedDaysAgo(shop: TestShop) {
  const { orderId, intentId } = await paidOrder(shop)
  await shop.runJob('payment.readEvents')
  dropAllEvents(shop)
  shop.clock.advance(60_000)
  await providerDashboard(shop).refunds.create({ payment_intent: intentId })
  await shop.deliverPending()
  shop.clock.advance(4 * DAY_MS)
  return orderId
}

test('AU14: an event found after days is not abandoned at its first failure', async () => {
  const shop = await openShop()
  const orderId = await refundedDaysAgo(shop)

  getSandbox(shop).faults.next('GET payment_intents/:id', 'error-500', 99)
  await shop.runJob('payment.readEvents')
  expect(await shop.sql('select kind from alerts')).toEqual([])
  getSandbox(shop).faults.clear()
  shop.clock.advance(DAY_MS)
  await shop.runJob('payment.readEvents')

  expect(await getOrderState(shop, orderId)).toBe('confirmed refunded')
  expect(await auditFindings(shop)).toEqual([])
})

test('AU10: an event that fails for three days alerts staff and no longer blocks the position', async () => {
  const shop = await openShop()
  await refundedDaysAgo(shop)

  getSandbox(shop).faults.next('GET payment_intents/:id', 'error-500', 99)
  await shop.runJob('payment.readEvents')
  shop.clock.advance(3 * DAY_MS)
  await shop.runJob('payment.readEvents')

  const alerts = await shop.sql<{ kind: string }>('select kind from alerts')
  shop.clock.advance(18 * DAY_MS)
  await shop.runJob('payment.readEvents')
  expect(new Set(alerts.map(({ kind }) => kind))).toEqual(new Set(['books_mismatch']))
  const [checkpoint] = await shop.sql<{ at: Date }>(
    "select at from provider_checkpoints where name = 'events'",
  )
  // Behind our clock, because the provider has no later event, but after the failed one.
  expect(checkpoint?.at).toEqual(new Date(shop.clock.now().getTime() - 20 * DAY_MS))
})
