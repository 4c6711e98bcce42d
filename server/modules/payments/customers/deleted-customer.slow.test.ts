import { expect, test } from 'vitest'
import { apiPaths } from '#contract/paths.ts'
import { testCard } from '#tests/support/card-sandbox.ts'
import { chooseNewCard } from '#tests/support/choose-new-card.ts'
import { openShop, type TestShop } from '#tests/support/open-shop.ts'
import { audit } from '#tests/support/provider-ledger.ts'
import { customerBrowser } from '#tests/support/sign-in.ts'
import {
  capturedCents,
  emailsOfKind,
  getCycles,
  runEngine,
  runOnDays,
  subscribe,
} from '#tests/support/subscriber.ts'

/** Deletes the customers as if done in the provider's dashboard. */
async function deleteAtProvider(shop: TestShop) {
  const rows = await shop.sql<{ id: string }>(
    "select id from sandbox.objects where type = 'customer' and data -> 'deleted' is null",
  )
  for (const { id } of rows) await shop.deps.cards.deleteCustomer(id, 'background')
  await shop.deliverPending()
  return rows.map(({ id }) => id)
}

/** Simulates API keys of another account, which has none of our objects. */
async function moveToAnotherAccount(shop: TestShop) {
  await shop.sql(
    `delete from sandbox.objects where type in ('customer', 'payment_method', 'payment_intent')`,
  )
  await shop.sql("update provider_customers set account = 'live:acct_before'")
  await shop.sql("update subscriptions set provider_account = 'live:acct_before'")
}

test('AU9: a buyer whose provider customer was deleted buys again with a new one', async () => {
  const shop = await openShop()
  const ana = shop.buyer()
  await ana.buy()
  await shop.deliverPending()
  const [deletedRef] = await deleteAtProvider(shop)

  const { orderId, paid } = await ana.buy()
  await shop.deliverPending()

  expect(paid.body.status).toBe('succeeded')
  expect((await ana.order(orderId)).body.paymentStatus).toBe('paid')
  const rows = await shop.sql<{ customer_ref: string }>(
    'select customer_ref from provider_customers',
  )
  expect(rows).toHaveLength(1)
  expect(rows[0]?.customer_ref).not.toBe(deletedRef)
  expect((await audit(shop)).findings).toEqual([])
})

test('AU9: a customer deleted between two submits of a checkout can still pay the order', async () => {
  const shop = await openShop()
  const ana = shop.buyer()
  const { clientSecret } = (await ana.startCheckout()).body
  const first = await ana.place()
  await ana.confirm(clientSecret, testCard.declined)
  await deleteAtProvider(shop)

  const second = await ana.place(ana.submission({ deliveryAddress: '2 Other Road' }))

  expect([second.status, second.body.orderId]).toEqual([201, first.body.orderId])
  const paid = await ana.confirm(second.body.clientSecret ?? clientSecret, testCard.good)
  await shop.deliverPending()
  expect(paid.body.status).toBe('succeeded')
  expect((await ana.order(first.body.orderId)).body.paymentStatus).toBe('paid')
})

test('AU9: two concurrent orders create one new provider customer', async () => {
  const shop = await openShop()
  const ana = shop.buyer()
  await ana.buy()
  await shop.deliverPending()
  await deleteAtProvider(shop)
  const [first, second] = [shop.buyer(), shop.buyer()]
  await Promise.all([first.startCheckout(), second.startCheckout()])

  const responses = await Promise.all([first.place(), second.place()])

  expect(responses.map(({ status }) => status)).toEqual([201, 201])
  expect(await shop.sql('select customer_ref from provider_customers')).toHaveLength(1)
})

test('AU9: the billing portal opens for a customer who was deleted at the provider', async () => {
  const shop = await openShop()
  const ana = await customerBrowser(shop)
  await ana.call('POST', apiPaths.billingPortal, {})
  await deleteAtProvider(shop)

  const response = await ana.call<{ url: string }>('POST', apiPaths.billingPortal, {})

  expect(response.status).toBe(200)
  expect(response.body.url).toContain('/sandbox/billing/')
})

test('AU9: a delivery of a deleted provider customer has no card: it is emailed and can be paid by hand', async () => {
  const shop = await openShop()
  const { id, buyer } = await subscribe(shop)
  await runOnDays(shop, '2026-03-09')
  await deleteAtProvider(shop)

  await runOnDays(shop, '2026-03-12', '2026-03-13', '2026-03-14')

  const [cycle] = await getCycles(shop, id)
  expect(cycle).toMatchObject({ status: 'unpaid', failed_attempts: 0, reason: null })
  expect(await emailsOfKind(shop, 'card_problem')).toHaveLength(1)
  const { clientSecret } = (await buyer.pay(cycle?.order_id ?? '')).body
  await buyer.confirm(clientSecret, testCard.good)
  await runEngine(shop)
  expect((await getCycles(shop, id))[0]?.status).toBe('paid')
  expect((await audit(shop)).findings).toEqual([])
})

test('AU9: if the customer is deleted after a decline, the delivery is charged to the new card', async () => {
  const shop = await openShop()
  const ana = await customerBrowser(shop)
  const { id } = await subscribe(shop, { card: testCard.failsLater, browser: ana })
  await runOnDays(shop, '2026-03-09', '2026-03-12')
  expect((await getCycles(shop, id))[0]).toMatchObject({ status: 'unpaid', failed_attempts: 1 })
  await deleteAtProvider(shop)

  await chooseNewCard(shop, ana)
  await runEngine(shop)
  await runOnDays(shop, '2026-03-13')

  expect((await getCycles(shop, id))[0]?.status).toBe('paid')
  expect(await capturedCents(shop)).toHaveLength(2)
  expect((await audit(shop)).findings).toEqual([])
})

test('AU9: with keys of another account, no object of the old one is used and payments work', async () => {
  const shop = await openShop()
  const ana = await customerBrowser(shop)
  const { id } = await subscribe(shop, { browser: ana })
  const guest = shop.buyer()
  const { clientSecret: oldSecret } = (await guest.startCheckout()).body
  await runOnDays(shop, '2026-03-09')
  await moveToAnotherAccount(shop)

  await runOnDays(shop, '2026-03-12', '2026-03-13', '2026-03-14')
  const [cycle] = await getCycles(shop, id)
  expect(cycle).toMatchObject({ status: 'unpaid', failed_attempts: 0 })
  expect(await shop.sql('select * from charge_attempts')).toEqual([])
  expect(await emailsOfKind(shop, 'card_problem')).toHaveLength(1)

  const restarted = await guest.startCheckout()
  expect(restarted.status).toBe(200)
  expect(restarted.body.clientSecret).not.toBe(oldSecret)
  const { paid } = await guest.buy()
  expect(paid.body.status).toBe('succeeded')

  const { clientSecret } = (await ana.pay(cycle?.order_id ?? '')).body
  await ana.confirm(clientSecret, testCard.good)
  await runEngine(shop)
  expect((await getCycles(shop, id))[0]?.status).toBe('paid')
  const rows = await shop.sql<{ account: string }>(
    'select account from provider_customers order by account',
  )
  expect(rows.map(({ account }) => account)).toContain('live:acct_before')
  expect(rows.map(({ account }) => account)).toContain('test:sandbox')
})
