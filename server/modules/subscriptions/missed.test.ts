import { expect, test } from 'vitest'
import { apiPaths, fillPath } from '#contract/paths.ts'
import { GOOD_CARD } from '#tests/support/buyer.ts'
import { openShop, type TestShop } from '#tests/support/open-shop.ts'
import { audit } from '#tests/support/provider-books.ts'
import { staffBrowser } from '#tests/support/sign-in.ts'
import { cyclesOf, runEngine, subscribe, takenCents } from '#tests/support/subscriber.ts'

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
  const orderId = (await cyclesOf(shop, id))[0]?.order_id ?? ''
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

const charge = async (shop: TestShop, id: string) => {
  const staff = await staffBrowser(shop)
  const path = fillPath(apiPaths.adminSubscription, { id })
  return staff.call<{ code?: string }>('PATCH', path, { do: 'charge', cycle: 1 })
}

test('AU14: a delivered but uncharged delivery that its customer pays by hand is paid, not listed to be charged', async () => {
  const shop = await openShop()
  const { id, buyer, orderId } = await ordered(shop)
  await markDelivered(shop, orderId)
  await runOn(shop, '2026-03-20T12:00:00Z')
  expect((await cyclesOf(shop, id))[0]).toMatchObject({ reason: 'missed_delivered' })
  expect(await uncharged(shop)).toEqual([id])

  const { clientSecret } = (await buyer.pay(orderId)).body
  await buyer.confirm(clientSecret, GOOD_CARD)
  await shop.settleDown()

  expect((await cyclesOf(shop, id))[0]).toMatchObject({ status: 'paid', reason: null })
  expect(await uncharged(shop)).toEqual([])
  expect((await charge(shop, id)).status).toBe(409)
  await runEngine(shop)
  expect(await takenCents(shop)).toHaveLength(2)
  expect((await audit(shop)).findings).toEqual([])
})

test('AU14: a delivery is not skipped while its intent could still be charged by a late request', async () => {
  const shop = await openShop()
  const { id, orderId } = await ordered(shop)
  faultsOf(shop).next(CONFIRM, 'drop-request')
  await runOn(shop, '2026-03-12T12:00:00Z')
  await markDelivered(shop, orderId)
  await runOn(shop, '2026-03-20T12:00:00Z')
  expect((await cyclesOf(shop, id))[0]).toMatchObject({ reason: 'missed_delivered' })

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
  await expect(shop.deps.cards.chargeSaved(request, 'worker')).rejects.toThrow()
  await shop.settleDown()

  expect(await takenCents(shop)).toHaveLength(1)
  expect((await charge(shop, id)).status).toBe(200)
  await runEngine(shop)
  expect((await cyclesOf(shop, id))[0]?.status).toBe('paid')
  expect(await takenCents(shop)).toHaveLength(2)
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
  await shop.deps.cards.chargeSaved(request, 'worker')
  // The engine ran all the time, so that the ledger is not read as after an outage.
  shop.clock.set('2026-03-20T12:00:00Z')
  await shop.sql('update engine_marks set at = $1', [shop.clock.now()])

  await shop.sweep('delivery.charge')

  expect((await cyclesOf(shop, id))[0]).toMatchObject({ status: 'paid', reason: null })
  expect(await takenCents(shop)).toHaveLength(2)
  expect((await audit(shop)).findings).toEqual([])
})
