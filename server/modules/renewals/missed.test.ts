import { expect, test } from 'vitest'
import { fillPath } from '#contract/fill-path.ts'
import { apiPaths } from '#contract/paths.ts'
import type { SubscriptionDetail } from '#contract/subscriptions/staff-subscriptions.ts'
import type { Subscription } from '#contract/subscriptions/subscriptions.ts'
import { GOOD_CARD } from '#tests/support/buyer.ts'
import { openShop, type TestShop } from '#tests/support/open-shop.ts'
import { audit } from '#tests/support/provider-ledger.ts'
import { customerBrowser, staffBrowser } from '#tests/support/sign-in.ts'
import { capturedCents, getCycles, runEngine, subscribe } from '#tests/support/subscriber.ts'

const CONFIRM = 'POST payment_intents/:id/confirm'

const faultsOf = (shop: TestShop) => {
  const { faults } = shop.deps.sandbox ?? {}
  if (!faults) throw new Error('these tests need the sandbox')
  return faults
}

const runOn = async (shop: TestShop, moment: string) => {
  shop.clock.set(moment)
  await runEngine(shop)
}

/** The delivery of March 12 has its order, and nothing has been charged for it. */
async function ordered(shop: TestShop) {
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

async function uncharged(shop: TestShop) {
  const staff = await staffBrowser(shop)
  const path = `${apiPaths.adminSubscriptions}?needs=uncharged`
  return (await staff.call<{ id: string }[]>('GET', path)).body.map(({ id }) => id)
}

async function detailOf(shop: TestShop, id: string) {
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

test('AU14: a delivered but uncharged delivery that its customer pays by hand is paid, not listed to be charged', async () => {
  const shop = await openShop()
  const { id, buyer, orderId } = await ordered(shop)
  await markDelivered(shop, orderId)
  await runOn(shop, '2026-03-20T12:00:00Z')
  expect((await getCycles(shop, id))[0]).toMatchObject({ reason: 'missed_delivered' })
  expect(await uncharged(shop)).toEqual([id])

  const { clientSecret } = (await buyer.pay(orderId)).body
  await buyer.confirm(clientSecret, GOOD_CARD)
  await shop.deliverPending()

  expect((await getCycles(shop, id))[0]).toMatchObject({ status: 'paid', reason: null })
  expect(await uncharged(shop)).toEqual([])
  expect((await charge(shop, id)).status).toBe(409)
  await runEngine(shop)
  expect(await capturedCents(shop)).toHaveLength(2)
  expect((await audit(shop)).findings).toEqual([])
})

test('AU14: a delivery is not skipped while its intent could still be charged by a late request', async () => {
  const shop = await openShop()
  const { id, orderId } = await ordered(shop)
  faultsOf(shop).next(CONFIRM, 'drop-request')
  await runOn(shop, '2026-03-12T12:00:00Z')
  await markDelivered(shop, orderId)
  // The ledger is read first, and what it did not hold is looked at again some time later.
  await runOn(shop, '2026-03-20T12:00:00Z')
  await runOn(shop, '2026-03-20T14:00:00Z')
  expect((await getCycles(shop, id))[0]).toMatchObject({ reason: 'missed_delivered' })

  // The request that was thought lost reaches the provider now.
  const [late] = await shop.sql<{ key: string; intent_id: string; payment_method_ref: string }>(
    'select * from charge_attempts',
  )
  if (!late) throw new Error('no card was asked')
  const request = {
    key: late.key,
    intentId: late.intent_id,
    paymentMethodRef: late.payment_method_ref,
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

test('AU14: money that reached the intent is found before the delivery is skipped', async () => {
  const shop = await openShop()
  const { id, orderId } = await ordered(shop)
  faultsOf(shop).next(CONFIRM, 'drop-request')
  await runOn(shop, '2026-03-12T12:00:00Z')
  await markDelivered(shop, orderId)
  const [late] = await shop.sql<{ key: string; intent_id: string; payment_method_ref: string }>(
    "update charge_attempts set outcome = 'lost', ended_at = started_at returning *",
  )
  if (!late) throw new Error('no card was asked')
  await shop.sql("update cycles set status = 'ordered' where order_id = $1", [orderId])
  faultsOf(shop).nextWebhook('*', 'lose', 9)
  const request = {
    key: late.key,
    intentId: late.intent_id,
    paymentMethodRef: late.payment_method_ref,
  }
  await shop.deps.cards.chargeSavedCard(request, 'background')
  // The engine ran all the time, so that the ledger is not read as after an outage.
  shop.clock.set('2026-03-20T12:00:00Z')
  await shop.sql('update engine_marks set at = $1', [shop.clock.now()])

  await shop.runJob('delivery.charge')

  expect((await getCycles(shop, id))[0]).toMatchObject({ status: 'paid', reason: null })
  expect(await capturedCents(shop)).toHaveLength(2)
  expect((await audit(shop)).findings).toEqual([])
})

test('AU24: a delivery that was never charged is decided only when its drivers had a day to report', async () => {
  const shop = await openShop()
  const { id, orderId } = await ordered(shop)

  await runOn(shop, '2026-03-14T03:59:00Z')
  expect((await getCycles(shop, id))[0]).toMatchObject({ status: 'ordered' })
  expect((await audit(shop)).findings).toEqual([])
  await markDelivered(shop, orderId)
  await runOn(shop, '2026-03-14T04:00:00Z')

  expect((await getCycles(shop, id))[0]).toMatchObject({ reason: 'missed_delivered' })
  expect(await uncharged(shop)).toEqual([id])
  // Nobody is charged late without a person's word.
  expect(await capturedCents(shop)).toHaveLength(1)
  expect(await shop.sql("select id from mails where kind = 'delivery_skipped'")).toEqual([])
})

test('AU24: what was skipped as missed is charged once when staff say that it was delivered', async () => {
  const shop = await openShop()
  const { id, orderId } = await ordered(shop)
  await runOn(shop, '2026-03-14T04:00:00Z')
  expect((await getCycles(shop, id))[0]).toMatchObject({ status: 'skipped', reason: 'missed' })
  expect(await detailOf(shop, id)).toMatchObject({ canCharge: true, isUncharged: false })

  const answers = await Promise.all([charge(shop, id), charge(shop, id)])
  await runEngine(shop)

  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  expect((await getCycles(shop, id))[0]).toMatchObject({ status: 'paid', reason: null })
  expect(
    await shop.sql('select status, delivery_status, cancelled_at from orders where id = $1', [
      orderId,
    ]),
  ).toEqual([{ status: 'confirmed', delivery_status: 'delivered', cancelled_at: null }])
  expect(await capturedCents(shop)).toHaveLength(2)
  expect(await detailOf(shop, id)).toMatchObject({ canCharge: false })
  expect(
    await shop.sql("select id from audit_entries where deed = 'subscription.charge'"),
  ).toHaveLength(1)
  expect((await audit(shop)).findings).toEqual([])
})

test('AU24: staff need not wait for the decision to charge what was delivered yesterday', async () => {
  const shop = await openShop()
  const { id } = await ordered(shop)
  await runOn(shop, '2026-03-13T15:00:00Z')
  const ana = await customerBrowser(shop)
  const [shown] = (await ana.call<Subscription[]>('GET', apiPaths.subscriptions)).body
  expect(shown?.ifCancelled.comes).toEqual([])

  expect((await charge(shop, id)).status).toBe(200)
  await runEngine(shop)

  expect((await getCycles(shop, id))[0]?.status).toBe('paid')
  expect(await capturedCents(shop)).toHaveLength(2)
})

test('AU24: a delivery that is reported after it was skipped as missed is listed to be charged', async () => {
  const shop = await openShop()
  const { id, orderId } = await ordered(shop)
  await runOn(shop, '2026-03-15T12:00:00Z')
  expect(await uncharged(shop)).toEqual([])

  await markDelivered(shop, orderId)

  expect(await uncharged(shop)).toEqual([id])
  expect(await detailOf(shop, id)).toMatchObject({ canCharge: true, isUncharged: true })
  expect((await charge(shop, id)).status).toBe(200)
  await runEngine(shop)
  expect(await uncharged(shop)).toEqual([])
  expect(await capturedCents(shop)).toHaveLength(2)
  expect((await audit(shop)).findings).toEqual([])
})

test('AU24: staff charge nothing by hand that is not missed', async () => {
  const shop = await openShop()
  const { id } = await ordered(shop)
  expect(await charge(shop, id)).toMatchObject({ status: 409, body: { code: 'no_delivery' } })
  expect(await detailOf(shop, id)).toMatchObject({ canCharge: false })

  const staff = await staffBrowser(shop)
  const path = fillPath(apiPaths.adminSubscription, { id })
  expect((await staff.call('PATCH', path, { type: 'skip', cycle: 1 })).status).toBe(200)
  await runOn(shop, '2026-03-15T12:00:00Z')

  expect((await charge(shop, id)).status).toBe(409)
  await runEngine(shop)
  expect(await capturedCents(shop)).toHaveLength(1)
})
