import { expect, test } from 'vitest'
import type { CustomerOrder } from '#contract/customer.ts'
import { fillPath } from '#contract/fill-path.ts'
import { apiPaths } from '#contract/paths.ts'
import type { SubscriptionDetail } from '#contract/subscriptions/staff-subscriptions.ts'
import type { Subscription } from '#contract/subscriptions/subscriptions.ts'
import { GOOD_CARD } from '#tests/support/buyer.ts'
import { openShop, type TestShop } from '#tests/support/open-shop.ts'
import { audit } from '#tests/support/provider-ledger.ts'
import { getFaults } from '#tests/support/sandbox-faults.ts'
import { customerBrowser, staffBrowser } from '#tests/support/sign-in.ts'
import { capturedCents, getCycles, runEngine, subscribe } from '#tests/support/subscriber.ts'

const CONFIRM = 'POST payment_intents/:id/confirm'

const runOn = async (shop: TestShop, now: string) => {
  shop.clock.set(now)
  await runEngine(shop)
}

/** The delivery of March 12 is ordered and not charged. */
async function orderDelivery(shop: TestShop) {
  const { id, buyer } = await subscribe(shop)
  await runOn(shop, '2026-03-09T12:00:00Z')
  const orderId = (await getCycles(shop, id))[0]?.order_id ?? ''
  return { id, buyer, orderId }
}

async function markDelivered(shop: TestShop, orderId: string) {
  const staff = await staffBrowser(shop)
  await staff.call('PATCH', fillPath(apiPaths.adminOrder, { id: orderId }), {
    deliveryStatus: 'delivered',
  })
}

async function listUncharged(shop: TestShop) {
  const staff = await staffBrowser(shop)
  const path = `${apiPaths.adminSubscriptions}?attention=uncharged`
  return (await staff.call<{ id: string }[]>('GET', path)).body.map(({ id }) => id)
}

async function getFirstCycle(shop: TestShop, id: string) {
  const staff = await staffBrowser(shop)
  const path = fillPath(apiPaths.adminSubscription, { id })
  return (await staff.call<SubscriptionDetail>('GET', path)).body.cycles.find(
    ({ cycle }) => cycle === 1,
  )
}

const charge = async (shop: TestShop, id: string) => {
  const staff = await staffBrowser(shop)
  const path = fillPath(apiPaths.adminSubscription, { id })
  return staff.call<{ code?: string }>('PATCH', path, { type: 'charge', cycle: 1 })
}

test('AU14: an uncharged delivery that its customer pays is no longer listed for charging', async () => {
  const shop = await openShop()
  const { id, buyer, orderId } = await orderDelivery(shop)
  await markDelivered(shop, orderId)
  await runOn(shop, '2026-03-20T12:00:00Z')
  expect((await getCycles(shop, id))[0]).toMatchObject({ reason: 'missed_but_delivered' })
  expect(await listUncharged(shop)).toEqual([id])

  const { clientSecret } = (await buyer.pay(orderId)).body
  await buyer.confirm(clientSecret, GOOD_CARD)
  await shop.deliverPending()

  expect((await getCycles(shop, id))[0]).toMatchObject({ status: 'paid', reason: null })
  expect(await listUncharged(shop)).toEqual([])
  expect((await charge(shop, id)).status).toBe(409)
  await runEngine(shop)
  expect(await capturedCents(shop)).toHaveLength(2)
  expect((await audit(shop)).findings).toEqual([])
})

test('AU14: a delivery is not skipped while a delayed request could still charge its intent', async () => {
  const shop = await openShop()
  const { id, orderId } = await orderDelivery(shop)
  getFaults(shop).next(CONFIRM, 'drop-request')
  await runOn(shop, '2026-03-12T12:00:00Z')
  await markDelivered(shop, orderId)
  // The ledger is read first; a charge missing there is checked again later.
  await runOn(shop, '2026-03-20T12:00:00Z')
  await runOn(shop, '2026-03-20T14:00:00Z')
  expect((await getCycles(shop, id))[0]).toMatchObject({ reason: 'missed_but_delivered' })

  // The dropped request reaches the provider now.
  const [attempt] = await shop.sql<{ key: string; intent_id: string; payment_method_ref: string }>(
    'select * from charge_attempts',
  )
  if (!attempt) throw new Error('no charge attempt was recorded')
  const request = {
    idempotencyKey: attempt.key,
    intentId: attempt.intent_id,
    paymentMethodRef: attempt.payment_method_ref,
  }
  await expect(shop.deps.cards.chargeSavedCard(request, 'background')).rejects.toThrow()
  await shop.deliverPending()

  expect(await capturedCents(shop)).toHaveLength(1)
  expect((await charge(shop, id)).status).toBe(200)
  await runEngine(shop)
  expect((await getCycles(shop, id))[0]?.status).toBe('paid')
  expect(await capturedCents(shop)).toHaveLength(2)
  expect((await audit(shop)).findings).toEqual([])
})

test('AU14: a payment of the intent is found before the delivery is skipped', async () => {
  const shop = await openShop()
  const { id, orderId } = await orderDelivery(shop)
  getFaults(shop).next(CONFIRM, 'drop-request')
  await runOn(shop, '2026-03-12T12:00:00Z')
  await markDelivered(shop, orderId)
  const [attempt] = await shop.sql<{ key: string; intent_id: string; payment_method_ref: string }>(
    "update charge_attempts set outcome = 'not_processed', ended_at = started_at returning *",
  )
  if (!attempt) throw new Error('no charge attempt was recorded')
  await shop.sql("update cycles set status = 'ordered' where order_id = $1", [orderId])
  getFaults(shop).nextWebhook('*', 'lose', 9)
  const request = {
    idempotencyKey: attempt.key,
    intentId: attempt.intent_id,
    paymentMethodRef: attempt.payment_method_ref,
  }
  await shop.deps.cards.chargeSavedCard(request, 'background')
  // As if the engine had run all the time, so that it does not import the ledger.
  shop.clock.set('2026-03-20T12:00:00Z')
  await shop.sql('update engine_heartbeats set at = $1', [shop.clock.now()])

  await shop.runJob('delivery.charge')

  expect((await getCycles(shop, id))[0]).toMatchObject({ status: 'paid', reason: null })
  expect(await capturedCents(shop)).toHaveLength(2)
  expect((await audit(shop)).findings).toEqual([])
})

test('R12: charging that was down in the morning catches up on the same day, and not on the next', async () => {
  const shop = await openShop()
  const { id } = await orderDelivery(shop)
  const late = await subscribe(shop, {
    customerEmail: 'bo@example.com',
    deliveryDate: '2026-03-11',
  })
  await runOn(shop, '2026-03-15T12:00:00Z')
  // March 12 went by without a run.
  expect((await getCycles(shop, id))[0]).toMatchObject({ status: 'skipped', reason: 'missed' })
  expect(await capturedCents(shop)).toHaveLength(2)

  // The next charges are those of March 18 and 19: down from the evening before until 23:59.
  await runOn(shop, '2026-03-16T12:00:00Z')
  await runOn(shop, '2026-03-19T03:59:00Z')
  expect((await getCycles(shop, late.id))[0]).toMatchObject({ status: 'paid' })
  await runOn(shop, '2026-03-20T03:59:00Z')
  expect((await getCycles(shop, id))[1]).toMatchObject({ status: 'paid' })
  expect(await capturedCents(shop)).toHaveLength(4)
  expect((await audit(shop)).findings).toEqual([])
})

test('AU24: an uncharged delivery is decided only after drivers had a day to report', async () => {
  const shop = await openShop()
  const { id, orderId } = await orderDelivery(shop)

  await runOn(shop, '2026-03-14T03:59:00Z')
  expect((await getCycles(shop, id))[0]).toMatchObject({ status: 'ordered' })
  expect((await audit(shop)).findings).toEqual([])
  await markDelivered(shop, orderId)
  await runOn(shop, '2026-03-14T04:00:00Z')

  expect((await getCycles(shop, id))[0]).toMatchObject({ reason: 'missed_but_delivered' })
  expect(await listUncharged(shop)).toEqual([id])
  // A late charge needs staff approval.
  expect(await capturedCents(shop)).toHaveLength(1)
  expect(await shop.sql("select id from emails where kind = 'delivery_skipped'")).toEqual([])
})

test('AU24: a missed delivery is charged once when staff confirm that it was delivered', async () => {
  const shop = await openShop()
  const { id, orderId } = await orderDelivery(shop)
  await runOn(shop, '2026-03-14T04:00:00Z')
  expect((await getCycles(shop, id))[0]).toMatchObject({ status: 'skipped', reason: 'missed' })
  expect(await getFirstCycle(shop, id)).toMatchObject({ canCharge: true, isUncharged: false })

  const responses = await Promise.all([charge(shop, id), charge(shop, id)])
  await runEngine(shop)

  expect(responses.map(({ status }) => status).sort()).toEqual([200, 409])
  expect((await getCycles(shop, id))[0]).toMatchObject({ status: 'paid', reason: null })
  expect(
    await shop.sql('select status, delivery_status, cancelled_at from orders where id = $1', [
      orderId,
    ]),
  ).toEqual([{ status: 'confirmed', delivery_status: 'delivered', cancelled_at: null }])
  expect(await capturedCents(shop)).toHaveLength(2)
  expect(await getFirstCycle(shop, id)).toMatchObject({ canCharge: false })
  expect(
    await shop.sql("select id from audit_entries where action = 'subscription.charge'"),
  ).toHaveLength(1)
  expect((await audit(shop)).findings).toEqual([])
})

test('AU24: staff can charge yesterday’s delivery before it counts as missed', async () => {
  const shop = await openShop()
  const { id } = await orderDelivery(shop)
  await runOn(shop, '2026-03-13T15:00:00Z')
  const ana = await customerBrowser(shop)
  const [subscription] = (await ana.call<Subscription[]>('GET', apiPaths.subscriptions)).body
  expect(subscription?.ifCancelled.stillDelivered).toEqual([])

  expect((await charge(shop, id)).status).toBe(200)
  await runEngine(shop)

  expect((await getCycles(shop, id))[0]?.status).toBe('paid')
  expect(await capturedCents(shop)).toHaveLength(2)
})

test('AU24: a delivery reported after it was skipped as missed is listed for charging', async () => {
  const shop = await openShop()
  const { id, orderId } = await orderDelivery(shop)
  await runOn(shop, '2026-03-15T12:00:00Z')
  expect(await listUncharged(shop)).toEqual([])

  await markDelivered(shop, orderId)

  expect(await listUncharged(shop)).toEqual([id])
  expect(await getFirstCycle(shop, id)).toMatchObject({ canCharge: true, isUncharged: true })
  expect((await charge(shop, id)).status).toBe(200)
  await runEngine(shop)
  expect(await listUncharged(shop)).toEqual([])
  expect(await capturedCents(shop)).toHaveLength(2)
  expect((await audit(shop)).findings).toEqual([])
})

test('rule 66: a delivery that staff confirm opens a new window for reports', async () => {
  const shop = await openShop()
  const { id, orderId } = await orderDelivery(shop)
  await markDelivered(shop, orderId)
  // Its receipt was withdrawn, as the driver had reported the wrong door.
  await shop.sql(
    `update orders set delivery_status = 'scheduled', report_until = '2026-03-14T12:00:00Z'
     where id = $1`,
    [orderId],
  )
  await runOn(shop, '2026-03-20T12:00:00Z')
  expect((await charge(shop, id)).status).toBe(200)

  const ana = await customerBrowser(shop)
  const path = fillPath(apiPaths.customerOrder, { id: orderId })
  const { body } = await ana.call<CustomerOrder>('GET', path)
  expect(body.reportUntil).toBe('2026-03-22T12:00:00.000Z')
})

test('AU24: staff can charge only missed deliveries', async () => {
  const shop = await openShop()
  const { id } = await orderDelivery(shop)
  expect(await charge(shop, id)).toMatchObject({ status: 409, body: { code: 'no_delivery' } })
  expect(await getFirstCycle(shop, id)).toMatchObject({ canCharge: false })

  const staff = await staffBrowser(shop)
  const path = fillPath(apiPaths.adminSubscription, { id })
  expect((await staff.call('PATCH', path, { type: 'skip', cycle: 1 })).status).toBe(200)
  await runOn(shop, '2026-03-15T12:00:00Z')

  expect((await charge(shop, id)).status).toBe(409)
  await runEngine(shop)
  expect(await capturedCents(shop)).toHaveLength(1)
})
