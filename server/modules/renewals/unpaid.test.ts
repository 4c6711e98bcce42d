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
import { capturedCents, getCycles, runEngine, subscribe } from '#tests/support/subscriber.ts'

/** Day after day at noon UTC, when the shop's six o'clock has passed; by halves where hours count. */
async function runDays(shop: TestShop, from: string, days: number, step = 1) {
  for (let day = 0; day < days; day += step) {
    shop.clock.set(new Date(Date.parse(`${from}T12:00:00Z`) + day * 86_400_000).toISOString())
    await runEngine(shop)
  }
}

const mailsOf = async (shop: TestShop, kind: string) =>
  (await shop.sql<{ id: string }>('select id from mails where kind = $1', [kind])).length

test('R8: a card that says no is asked eight times in fourteen days, then the deliveries stop', async () => {
  const shop = await openShop()
  const { id } = await subscribe(shop, { card: testCard.failsLater })

  await runDays(shop, '2026-03-09', 18, 0.5)

  const attempts = await shop.sql('select * from charge_attempts')
  expect(attempts).toHaveLength(8)
  const [first, second] = await getCycles(shop, id)
  expect(first).toMatchObject({ cycle: 1, status: 'failed', tries: 8 })
  expect(second).toMatchObject({ cycle: 2, status: 'skipped', reason: 'unpaid_before' })
  expect(await shop.sql('select status, next_date from subscriptions')).toEqual([
    { status: 'past_due', next_date: null },
  ])
  expect(await mailsOf(shop, 'card_problem')).toBe(7)
  expect(await mailsOf(shop, 'subscription_past_due')).toBe(1)
  expect(await capturedCents(shop)).toHaveLength(1)
  expect((await audit(shop)).findings).toEqual([])
}, 60_000)

test('paying the order by hand pays the same intent, and the deliveries go on', async () => {
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

test('C6: money that comes by hand after the last try is found though no message tells of it', async () => {
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

test('nobody pays a delivery by hand before its card was asked', async () => {
  const shop = await openShop()
  const { id, buyer } = await subscribe(shop)
  await runDays(shop, '2026-03-09', 1)
  const orderId = (await getCycles(shop, id))[0]?.order_id ?? ''

  const answer = await buyer.pay(orderId)

  expect([answer.status, answer.body.code]).toEqual([409, 'not_due'])
})

test('R9: a bank that wants its holder gets one mail, and the same intent is paid in person', async () => {
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
  expect(cycle).toMatchObject({ status: 'unpaid', tries: 1 })
  expect(await mailsOf(shop, 'card_authentication')).toBe(1)
  const orderId = cycle?.order_id ?? ''
  const { clientSecret: secret } = (await buyer.pay(orderId)).body
  await buyer.confirm(secret, testCard.authenticatesAlways)
  await buyer.authenticate(secret, 'complete')
  await runEngine(shop)
  expect((await getCycles(shop, id))[0]?.status).toBe('paid')
  expect((await audit(shop)).findings).toEqual([])
})

test('R7: cancelled while it is unpaid, nobody is asked again and the intent is closed', async () => {
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

test('I6: a delivery past its cut-off when the subscription is cancelled still comes and is charged once', async () => {
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

test('R12: after weeks of silence only today’s delivery is charged; the missed ones are skipped and told', async () => {
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

test('what was brought while the engine was off waits for staff to charge it, and is written down', async () => {
  const shop = await openShop()
  const { id } = await subscribe(shop)
  await runDays(shop, '2026-03-09', 1)
  const orderId = (await getCycles(shop, id))[0]?.order_id ?? ''
  const staff = await staffBrowser(shop)
  await staff.call('PATCH', fillPath(apiPaths.adminOrder, { id: orderId }), {
    deliveryStatus: 'delivered',
  })
  await runDays(shop, '2026-03-14', 1)
  expect((await getCycles(shop, id))[0]).toMatchObject({ reason: 'missed_delivered' })

  const tomorrow = await staffBrowser(shop)
  const answer = await tomorrow.call<SubscriptionDetail>(
    'PATCH',
    fillPath(apiPaths.adminSubscription, { id }),
    { type: 'charge', cycle: 1 },
  )
  await runEngine(shop)

  expect(answer.status).toBe(200)
  expect((await getCycles(shop, id))[0]?.status).toBe('paid')
  expect(
    await shop.sql("select id from audit_entries where deed = 'subscription.charge'"),
  ).toHaveLength(1)
})

test('16: a guest’s subscription never draws on another card of that address; one that is theirs does', async () => {
  const shop = await openShop()
  const { id } = await subscribe(shop, { card: testCard.failsLater })
  const ana = await customerBrowser(shop)
  await chooseNewCard(shop, ana)
  await runDays(shop, '2026-03-09', 4)
  expect((await getCycles(shop, id))[0]).toMatchObject({ status: 'unpaid', tries: 1 })

  const path = fillPath(apiPaths.changeSubscription, { id })
  const answer = await ana.call('POST', path, { type: 'use_default_card' })
  await runEngine(shop)

  expect(answer.status).toBe(200)
  expect((await getCycles(shop, id))[0]?.status).toBe('paid')
})

test('a new default card is tried at once, not at the next round', async () => {
  const shop = await openShop()
  const ana = await customerBrowser(shop)
  const { id } = await subscribe(shop, { card: testCard.failsLater, browser: ana })
  await runDays(shop, '2026-03-09', 4)
  expect((await getCycles(shop, id))[0]).toMatchObject({ status: 'unpaid', tries: 1 })
  const woken = new Promise((resolve) => shop.deps.listener.on('carboy_cycle', resolve))

  await chooseNewCard(shop, ana)
  await woken
  await shop.runJob('delivery.charge')
  await shop.deliverPending()

  expect((await getCycles(shop, id))[0]?.status).toBe('paid')
})

test('the owner is told of the next try only where the card is tried again', async () => {
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
