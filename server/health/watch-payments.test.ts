import { expect, test } from 'vitest'
import { DECLINED_CARD, GOOD_CARD } from '#tests/support/buyer.ts'
import { history, watch } from '#tests/support/health/watch-rounds.ts'
import { openShop } from '#tests/support/open-shop.ts'
import { staffBrowser } from '#tests/support/sign-in.ts'
import { runEngine, subscribe } from '#tests/support/subscriber.ts'

test('charging that finishes no round for ten minutes is reported on a charging day, once', async () => {
  const shop = await openShop()
  await staffBrowser(shop)
  await subscribe(shop)
  await runEngine(shop)
  const { pass } = watch(shop)
  const another = await openShop({ databaseUrl: shop.deps.databaseUrl })
  const second = watch(another, { clock: shop.clock })
  await pass(12)
  expect(await history(shop)).toEqual([])

  // The next delivery is charged on 12 March.
  shop.clock.set('2026-03-11T11:00:00Z')
  await runEngine(shop)
  await pass(12)
  expect(await history(shop)).toEqual([])
  shop.clock.set('2026-03-12T11:00:00Z')
  await pass(9)
  expect(await history(shop)).toEqual([])
  await pass(3, second.round)
  expect(await history(shop)).toEqual(['charging_stalled open'])

  await runEngine(shop)
  await pass(2, second.round)
  expect(await history(shop)).toEqual(['charging_stalled ended'])
  await shop.runJob('email.send')
  const subjects = (await shop.mailbox()).map(({ subject }) => subject)
  expect(subjects.filter((subject) => subject.includes('Charging')).sort()).toEqual([
    'Alert: Charging has stopped',
    'Resolved: Charging has stopped',
  ])
})

test('time in which no process watched does not count as silence', async () => {
  const shop = await openShop()
  await subscribe(shop)
  await runEngine(shop)
  const { pass, round } = watch(shop)
  shop.clock.set('2026-03-12T11:00:00Z')

  await round()
  await pass(8)

  expect(await history(shop)).toEqual([])
})

test('a share of declined cards far above the norm is reported until it is normal again', async () => {
  const shop = await openShop({ env: { RATE_LIMIT_SCALE: '100' } })
  const { pass } = watch(shop)
  const pay = async (card: string) => {
    const buyer = shop.buyer()
    await buyer.buy(buyer.submission(), card).catch(() => undefined)
    await shop.deliverPending()
  }
  for (let n = 0; n < 4; n++) await pay(GOOD_CARD)
  for (let n = 0; n < 9; n++) await pay(DECLINED_CARD)
  await pass(1)
  expect(await history(shop)).toEqual([])

  await pay(DECLINED_CARD)
  await pass(1)
  expect(await history(shop)).toEqual(['declines_high open'])
  const [alert] = await shop.sql<{ message: string }>('select message from alerts')
  expect(alert?.message).toContain('10 of 14 cards were declined within six hours (71%)')

  await shop.sql("update declines set created_at = created_at - interval '1 day'")
  await pass(1)
  expect(await history(shop)).toEqual(['declines_high ended'])
})

test('payments without any webhook are reported until one arrives', async () => {
  const shop = await openShop()
  const { pass } = watch(shop)
  const buyer = shop.buyer()
  await pass(2)
  shop.deps.sandbox?.faults.nextWebhook('*', 'lose', 99)
  await buyer.buy(buyer.submission(), GOOD_CARD)
  await shop.deliverPending()
  await pass(3, () => shop.runJob('payment.reconcile'))
  expect(await shop.sql("select 1 from payments where status = 'paid'")).toHaveLength(1)
  await pass(25)
  expect(await history(shop)).toEqual([])
  await pass(6)
  expect(await history(shop)).toEqual(['webhooks_silent open'])

  shop.deps.sandbox?.faults.clear()
  const next = shop.buyer()
  await next.buy(next.submission(), GOOD_CARD)
  await shop.deliverPending()
  await expect
    .poll(() => shop.sql("select 1 from heartbeats where name = 'webhook'"))
    .toHaveLength(1)
  await pass(1)
  expect(await history(shop)).toEqual(['webhooks_silent ended'])
})

test('a payment with other terms than its order is reported until it is settled', async () => {
  const shop = await openShop()
  const { pass } = watch(shop)
  const buyer = shop.buyer()
  await buyer.startCheckout()
  const { orderId } = (await buyer.place()).body
  const mismatch = (found: string) =>
    shop.sql(
      `insert into mismatches (intent_id, order_id, source, what, expected, found, created_at)
       select intent_id, order_id, 'ledger', 'amount', '1798', $2, $3 from payments
       where order_id = $1`,
      [orderId, found, shop.clock.now()],
    )
  await pass(1)
  await mismatch('100')
  await pass(2)
  expect(await history(shop)).toEqual(['payment_mismatch open'])

  // Staff resolve it, so that only another mismatch would open a new one.
  await shop.sql('update alerts set ended_at = now()')
  await pass(2)
  expect(await history(shop)).toEqual(['payment_mismatch ended'])
  await shop.sql('delete from mismatches')
  await mismatch('200')
  await pass(1)
  await shop.sql("update payments set status = 'paid'")
  await pass(1)
  expect(await history(shop)).toEqual(['payment_mismatch ended', 'payment_mismatch ended'])
})
