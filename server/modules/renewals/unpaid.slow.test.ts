import { expect, test } from 'vitest'
import { fillPath } from '#contract/fill-path.ts'
import { apiPaths } from '#contract/paths.ts'
import type { SubscriptionDetail } from '#contract/subscriptions/staff-subscriptions.ts'
import type { Subscription } from '#contract/subscriptions/subscriptions.ts'
import { GOOD_CARD } from '#tests/support/buyer.ts'
import { testCard } from '#tests/support/card-sandbox.ts'
import { chooseNewCard } from '#tests/support/choose-new-card.ts'
import { openShop, type TestShop } from '#tests/support/open-shop.ts'
import { audit } from '#tests/support/provider-ledger.ts'
import { customerBrowser, staffBrowser } from '#tests/support/sign-in.ts'
import {
  capturedCents,
  emailsOfKind,
  getCycles,
  runEngine,
  subscribe,
} from '#tests/support/subscriber.ts'

/** Runs the engine at noon UTC, after 06:00 shop time, every `step` days. */
async function runDays(shop: TestShop, from: string, days: number, step = 1) {
  for (let day = 0; day < days; day += step) {
    shop.clock.set(new Date(Date.parse(`${from}T12:00:00Z`) + day * 86_400_000).toISOString())
    await runEngine(shop)
  }
}

const countEmails = async (shop: TestShop, kind: string) => (await emailsOfKind(shop, kind)).length

test('R8: a declined card is charged eight times in fourteen days, then deliveries stop', async () => {
  const shop = await openShop()
  const { id } = await subscribe(shop, { card: testCard.failsLater })

  await runDays(shop, '2026-03-09', 18, 0.5)

  const attempts = await shop.sql('select * from charge_attempts')
  expect(attempts).toHaveLength(8)
  const [first, second] = await getCycles(shop, id)
  expect(first).toMatchObject({ cycle: 1, status: 'failed', failed_attempts: 8 })
  expect(second).toMatchObject({ cycle: 2, status: 'skipped', reason: 'unpaid_before' })
  expect(await shop.sql('select status, next_date from subscriptions')).toEqual([
    { status: 'past_due', next_date: null },
  ])
  expect(await countEmails(shop, 'card_problem')).toBe(7)
  expect(await countEmails(shop, 'subscription_past_due')).toBe(1)
  expect(await capturedCents(shop)).toHaveLength(1)
  expect((await audit(shop)).findings).toEqual([])
})

test('paying the order uses the same intent and resumes the deliveries', async () => {
  const shop = await openShop()
  const { id, buyer } = await subscribe(shop, { card: testCard.failsLater })
  await runDays(shop, '2026-03-09', 18)
  const orderId = (await getCycles(shop, id))[0]?.order_id ?? ''

  const { clientSecret } = (await buyer.pay(orderId)).body
  await buyer.confirm(clientSecret, GOOD_CARD)
  await runEngine(shop)

  expect((await getCycles(shop, id))[0]?.status).toBe('paid')
  expect(await shop.sql('select distinct intent_id from charge_attempts')).toHaveLength(1)
  expect(await shop.sql('select status, next_date from subscriptions')).toEqual([
    { status: 'active', next_date: '2026-04-02' },
  ])
  expect((await audit(shop)).findings).toEqual([])
})

test('C6: a payment after the last attempt is found without a webhook', async () => {
  const shop = await openShop()
  const { id, buyer } = await subscribe(shop, { card: testCard.failsLater })
  await runDays(shop, '2026-03-09', 18)
  const orderId = (await getCycles(shop, id))[0]?.order_id ?? ''

  const { clientSecret } = (await buyer.pay(orderId)).body
  shop.deps.setOrigin('http://127.0.0.1:1')
  await buyer.confirm(clientSecret, GOOD_CARD)
  shop.clock.advance(5 * 60_000)
  await shop.runJob('payment.reconcile')

  expect((await getCycles(shop, id))[0]?.status).toBe('paid')
  expect((await audit(shop)).findings).toEqual([])
})

test('a delivery cannot be paid before its saved card is charged', async () => {
  const shop = await openShop()
  const { id, buyer } = await subscribe(shop)
  await runDays(shop, '2026-03-09', 1)
  const orderId = (await getCycles(shop, id))[0]?.order_id ?? ''

  const response = await buyer.pay(orderId)

  expect([response.status, response.body.code]).toEqual([409, 'not_due'])
})

test('R9: a charge that needs 3-D Secure sends one email, and the same intent is paid', async () => {
  const shop = await openShop()
  const buyer = shop.buyer()
  const { clientSecret } = (await buyer.startCheckout()).body
  const placed = await buyer.place(
    buyer.submission({ isRecurring: true, recurringFrequency: 'weekly' }),
  )
  await buyer.confirm(clientSecret, testCard.authenticatesAlways)
  await buyer.authenticate(clientSecret, 'complete')
  await shop.deliverPending()
  const id = placed.body.orderId

  await runDays(shop, '2026-03-09', 8)

  const [cycle] = await getCycles(shop, id)
  expect(cycle).toMatchObject({ status: 'unpaid', failed_attempts: 1 })
  expect(await countEmails(shop, 'card_authentication')).toBe(1)
  const orderId = cycle?.order_id ?? ''
  const { clientSecret: secret } = (await buyer.pay(orderId)).body
  await buyer.confirm(secret, testCard.authenticatesAlways)
  await buyer.authenticate(secret, 'complete')
  await runEngine(shop)
  expect((await getCycles(shop, id))[0]?.status).toBe('paid')
  expect((await audit(shop)).findings).toEqual([])
})

test('R7: cancelling an unpaid subscription ends the retries and cancels the intent', async () => {
  const shop = await openShop()
  const { id } = await subscribe(shop, { card: testCard.failsLater })
  await runDays(shop, '2026-03-09', 4)
  const ana = await customerBrowser(shop)

  await ana.call('PATCH', fillPath(apiPaths.cancelOrder, { id }))
  await runDays(shop, '2026-03-13', 10)

  expect(await getCycles(shop, id)).toMatchObject([{ status: 'void', reason: 'cancelled' }])
  expect(await shop.sql('select * from charge_attempts')).toHaveLength(1)
  const [intent] = await shop.sql<{ state: string }>(
    "select data->>'status' as state from sandbox.objects where id = (select intent_id from charge_attempts)",
  )
  expect(intent?.state).toBe('canceled')
})

test('I6: a delivery past its cut-off is made and charged once despite a cancellation', async () => {
  const shop = await openShop()
  const { id } = await subscribe(shop)
  await runDays(shop, '2026-03-09', 1)
  shop.clock.set('2026-03-11T12:00:00Z')
  const ana = await customerBrowser(shop)

  await ana.call('PATCH', fillPath(apiPaths.cancelOrder, { id }))
  await runDays(shop, '2026-03-11', 12)

  expect(await getCycles(shop, id)).toMatchObject([{ cycle: 1, status: 'paid' }])
  expect(await capturedCents(shop)).toHaveLength(2)
})

test('R12: after weeks of downtime only today’s delivery is charged; missed ones are skipped', async () => {
  const shop = await openShop()
  const { id } = await subscribe(shop)
  await runDays(shop, '2026-03-09', 1)

  await runDays(shop, '2026-04-02', 1)

  expect(await getCycles(shop, id)).toMatchObject([
    { date: '2026-03-12', status: 'skipped', reason: 'missed' },
    { date: '2026-03-19', status: 'skipped', reason: 'missed' },
    { date: '2026-03-26', status: 'skipped', reason: 'missed' },
    { date: '2026-04-02', status: 'paid' },
  ])
  expect(await capturedCents(shop)).toHaveLength(2)
})

test('R13: a clock that jumps ahead and back charges nothing early and nothing twice', async () => {
  const shop = await openShop()
  const { id } = await subscribe(shop)
  await runDays(shop, '2026-03-09', 1)
  const first = async () => (await getCycles(shop, id))[0]
  /** Due by a clock that is ahead; the run is by one that is right. */
  const runOn = async (date: string) => {
    await shop.sql(`update cycles set due_at = '2026-03-01' where cycle = 1`)
    await runDays(shop, date, 1)
  }

  await runOn('2026-03-10')
  expect(await capturedCents(shop)).toHaveLength(1)
  expect(await first()).toMatchObject({ due_at: new Date('2026-03-12T10:00:00Z') })

  await runOn('2026-03-12')
  await runOn('2026-03-11')
  await runOn('2026-03-12')
  expect(await capturedCents(shop)).toHaveLength(2)
  expect(await first()).toMatchObject({ status: 'paid' })
  expect((await audit(shop)).findings).toEqual([])
})

test('a delivery made during downtime can be charged by staff, with an audit entry', async () => {
  const shop = await openShop()
  const { id } = await subscribe(shop)
  await runDays(shop, '2026-03-09', 1)
  const orderId = (await getCycles(shop, id))[0]?.order_id ?? ''
  const staff = await staffBrowser(shop)
  await staff.call('PATCH', fillPath(apiPaths.adminOrder, { id: orderId }), {
    deliveryStatus: 'delivered',
  })
  await runDays(shop, '2026-03-14', 1)
  expect((await getCycles(shop, id))[0]).toMatchObject({ reason: 'missed_but_delivered' })

  const signedInAgain = await staffBrowser(shop)
  const response = await signedInAgain.call<SubscriptionDetail>(
    'PATCH',
    fillPath(apiPaths.adminSubscription, { id }),
    { type: 'charge', cycle: 1 },
  )
  await runEngine(shop)

  expect(response.status).toBe(200)
  expect((await getCycles(shop, id))[0]?.status).toBe('paid')
  expect(
    await shop.sql("select id from audit_entries where action = 'subscription.charge'"),
  ).toHaveLength(1)
})

test('rule 16: a guest’s subscription uses the default card only after the customer confirms it', async () => {
  const shop = await openShop()
  const { id } = await subscribe(shop, { card: testCard.failsLater })
  const ana = await customerBrowser(shop)
  await chooseNewCard(shop, ana)
  await runDays(shop, '2026-03-09', 4)
  expect((await getCycles(shop, id))[0]).toMatchObject({ status: 'unpaid', failed_attempts: 1 })

  const path = fillPath(apiPaths.changeSubscription, { id })
  const response = await ana.call('POST', path, { type: 'use_default_card' })
  await runEngine(shop)

  expect(response.status).toBe(200)
  expect((await getCycles(shop, id))[0]?.status).toBe('paid')
})

test('a new default card is charged at once', async () => {
  const shop = await openShop()
  const ana = await customerBrowser(shop)
  const { id } = await subscribe(shop, { card: testCard.failsLater, browser: ana })
  await runDays(shop, '2026-03-09', 4)
  expect((await getCycles(shop, id))[0]).toMatchObject({ status: 'unpaid', failed_attempts: 1 })
  const notified = new Promise((resolve) => shop.deps.listener.on('carboy_cycle', resolve))

  await chooseNewCard(shop, ana)
  await notified
  await shop.runJob('delivery.charge')
  await shop.deliverPending()

  expect((await getCycles(shop, id))[0]?.status).toBe('paid')
})

test('the customer sees the next attempt only if the card will be charged again', async () => {
  const shop = await openShop()
  const { id } = await subscribe(shop, { card: testCard.failsLater })
  await runDays(shop, '2026-03-09', 4)
  const ana = await customerBrowser(shop)
  const unpaid = async () =>
    (await ana.call<Subscription[]>('GET', apiPaths.subscriptions)).body[0]?.unpaid

  expect(await unpaid()).toMatchObject({ nextAttemptAt: expect.stringMatching(/^2026-03-1/) })
  await shop.sql(
    "update cycles set due_at = first_failed_at + interval '14 days' where subscription_id = $1",
    [id],
  )

  expect(await unpaid()).toMatchObject({ nextAttemptAt: null })
})
