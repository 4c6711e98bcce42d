import { expect, test, vi } from 'vitest'
import { fillPath } from '#contract/fill-path.ts'
import { apiPaths } from '#contract/paths.ts'
import { testCard } from '#tests/support/card-sandbox.ts'
import { chooseNewCard } from '#tests/support/choose-new-card.ts'
import { openShop, type TestShop } from '#tests/support/open-shop.ts'
import { audit } from '#tests/support/provider-ledger.ts'
import { getFaults, holdNext } from '#tests/support/sandbox-faults.ts'
import { customerBrowser, staffBrowser } from '#tests/support/sign-in.ts'
import {
  capturedCents,
  getCycles,
  runEngine,
  runOnDays,
  subscribe,
} from '#tests/support/subscriber.ts'
import { silentLog } from '#tests/support/test-runtime.ts'

const CONFIRM = 'POST payment_intents/:id/confirm'
const READ = 'GET payment_intents/:id'
const CANCEL = 'POST payment_intents/:id/cancel'

/** A shop that collects the messages of logged errors. */
async function shopWithErrorLog() {
  const errors: string[] = []
  const error = (_: object, message: string) => void errors.push(message)
  return { shop: await openShop({ log: { ...silentLog, error } }), errors }
}

/** Orders and charges the delivery of March 12. */
const charge = (shop: TestShop) => runOnDays(shop, '2026-03-09', '2026-03-12')

async function minutesToNextCheck(shop: TestShop, id: string) {
  const [cycle] = await getCycles(shop, id)
  return ((cycle?.due_at?.getTime() ?? 0) - shop.clock.now().getTime()) / 60_000
}

test('R7: cancelling an intent during a provider outage is retried with growing delays', async () => {
  const { shop, errors } = await shopWithErrorLog()
  const ana = await customerBrowser(shop)
  const { id } = await subscribe(shop, { card: testCard.failsLater, browser: ana })
  await charge(shop)
  getFaults(shop).next(CANCEL, 'drop-request', 2)

  await ana.call('PATCH', fillPath(apiPaths.cancelOrder, { id }))
  await runEngine(shop)
  expect(await minutesToNextCheck(shop, id)).toBe(1)
  shop.clock.advance(60 * 60_000)
  await runEngine(shop)
  expect(await minutesToNextCheck(shop, id)).toBe(30)
  shop.clock.advance(30 * 60_000)
  await runEngine(shop)

  expect(await getCycles(shop, id)).toMatchObject([{ status: 'void', due_at: null }])
  expect(errors).toEqual([])
})

test('I4: a ledger that cannot be read a day after the charge is read later, and the payment found', async () => {
  const { shop, errors } = await shopWithErrorLog()
  const { id } = await subscribe(shop)
  getFaults(shop).next(CONFIRM, 'drop-response')
  getFaults(shop).nextWebhook('*', 'lose', 9)
  await charge(shop)
  shop.clock.advance(24 * 3_600_000)
  // As if the engine had run all the time.
  await shop.sql('update engine_heartbeats set at = $1', [shop.clock.now()])
  getFaults(shop).next(READ, 'drop-request')

  await shop.runJob('delivery.charge')
  expect(await minutesToNextCheck(shop, id)).toBe(60)
  shop.clock.advance(3_600_000)
  await runEngine(shop)

  expect(await getCycles(shop, id)).toMatchObject([{ status: 'paid' }])
  expect(await capturedCents(shop)).toHaveLength(2)
  expect(errors).toEqual([])
})

test('creating an intent is retried within a minute, even late in the day', async () => {
  const shop = await openShop()
  const { id } = await subscribe(shop)
  shop.clock.set('2026-03-09T12:00:00Z')
  await runEngine(shop)
  shop.clock.set('2026-03-12T20:00:00Z')
  getFaults(shop).next('POST payment_intents', 'drop-request')

  await runEngine(shop)
  expect(await minutesToNextCheck(shop, id)).toBe(1)
  shop.clock.advance(60_000)
  await runEngine(shop)

  expect(await getCycles(shop, id)).toMatchObject([{ status: 'paid' }])
})

test('R8: a decline found only in the ledger counts as an attempt and is not repeated', async () => {
  const shop = await openShop()
  const { id } = await subscribe(shop, { card: testCard.failsLater })
  getFaults(shop).next(CONFIRM, 'drop-response')
  await charge(shop)
  shop.clock.advance(24 * 3_600_000)
  // As if the engine had run all the time.
  await shop.sql('update engine_heartbeats set at = $1', [shop.clock.now()])

  await runEngine(shop)

  expect(await getCycles(shop, id)).toMatchObject([{ status: 'unpaid', failed_attempts: 1 }])
  expect(await shop.sql('select outcome from charge_attempts')).toEqual([{ outcome: 'soft' }])
})

test('R1: a worker whose lease expired leaves the result to the next, which gets the same', async () => {
  const shop = await openShop()
  const { id } = await subscribe(shop, { card: testCard.failsLater })
  shop.clock.set('2026-03-09T12:00:00Z')
  await runEngine(shop)
  shop.clock.set('2026-03-12T12:00:00Z')
  const confirm = vi.spyOn(shop.deps.cards, 'chargeSavedCard')
  const { reached, release } = holdNext(getFaults(shop), CONFIRM)

  const slowRun = shop.runJob('delivery.charge')
  await reached
  shop.clock.advance(4 * 60_000)
  await shop.sql('update cycles set lease = gen_random_uuid() where leased_until is not null')
  release()
  await slowRun
  await runEngine(shop)

  expect(await getCycles(shop, id)).toMatchObject([{ status: 'unpaid', failed_attempts: 1 }])
  expect(await shop.sql('select outcome from charge_attempts')).toEqual([{ outcome: 'soft' }])
  const keys = confirm.mock.calls.map(([{ idempotencyKey }]) => idempotencyKey)
  expect(keys).toEqual([keys[0], keys[0]])
})

test('C3: a charge with another amount is refunded, put on hold, and can be retried by staff', async () => {
  const shop = await openShop()
  const ana = await customerBrowser(shop)
  const { id } = await subscribe(shop, { card: testCard.failsLater, browser: ana })
  await charge(shop)
  await shop.sql(
    `update sandbox.objects set data = jsonb_set(data, '{amount}', '99')
     where id = (select intent_id from charge_attempts)`,
  )

  await chooseNewCard(shop, ana)
  for (let round = 0; round < 6; round++) {
    await runEngine(shop)
    await shop.runJob('payment.reconcile')
    shop.clock.advance(20 * 60_000)
  }
  expect((await getCycles(shop, id))[0]).toMatchObject({ status: 'unpaid', last_code: 'other_sum' })
  expect(await capturedCents(shop)).toEqual([expect.any(Number), 0])
  const staff = await staffBrowser(shop)
  const onHold = await staff.call<unknown[]>(
    'GET',
    `${apiPaths.adminSubscriptions}?attention=onHold`,
  )
  expect(onHold.body).toHaveLength(1)
  await staff.call('PATCH', fillPath(apiPaths.adminSubscription, { id }), {
    type: 'retry',
    cycle: 1,
  })
  await runEngine(shop)

  expect((await getCycles(shop, id))[0]?.status).toBe('paid')
  expect((await audit(shop)).findings).toEqual([])
})

test('a card selected while the old one is being charged is charged at once, without an email', async () => {
  const shop = await openShop()
  const ana = await customerBrowser(shop)
  const { id } = await subscribe(shop, { card: testCard.failsLater, browser: ana })
  shop.clock.set('2026-03-09T12:00:00Z')
  await runEngine(shop)
  shop.clock.set('2026-03-12T12:00:00Z')
  const { reached, release } = holdNext(getFaults(shop), CONFIRM)

  const slowRun = shop.runJob('delivery.charge')
  await reached
  await chooseNewCard(shop, ana)
  release()
  await slowRun
  await runEngine(shop)

  expect((await getCycles(shop, id))[0]).toMatchObject({ status: 'paid', failed_attempts: 1 })
  expect(await shop.sql("select id from emails where kind = 'card_problem'")).toEqual([])
})
