import { expect, test, vi } from 'vitest'
import { CardProviderError } from '#server/modules/payments/index.ts'
import { openShop, type TestShop } from '#tests/support/open-shop.ts'
import { shopWithPaidOrder, signIn } from '#tests/support/privacy/open-erasure.ts'
import { subscribe } from '#tests/support/subscriber.ts'

const customersAtProvider = async (shop: TestShop) =>
  (
    await shop.sql(
      "select id from sandbox.objects where type = 'customer' and data->>'deleted' is null",
    )
  ).length

test("AU18: the provider's customer and saved cards are deleted, with retries", async () => {
  const shop = await openShop()
  await subscribe(shop)
  const { erase } = await signIn(shop)
  expect(await customersAtProvider(shop)).toBe(1)
  const fails = vi.spyOn(shop.deps.cards, 'deleteCustomer')
  fails.mockRejectedValueOnce(new CardProviderError('unknown', 'away'))

  await erase()
  await shop.runJob('payment.deleteCustomers')
  const remaining = await shop.sql('select customer_ref from provider_customer_deletions')
  shop.clock.advance(60_000)
  await Promise.all([1, 2, 3].map(() => shop.runJob('payment.deleteCustomers')))

  expect(remaining).toHaveLength(1)
  expect(fails).toHaveBeenCalledTimes(2)
  expect(await customersAtProvider(shop)).toBe(0)
  const cards = await shop.sql<{ customer: string | null }>(
    "select customer from sandbox.objects where type = 'payment_method'",
  )
  expect(cards.map(({ customer }) => customer)).toEqual([null])
  expect(await shop.sql('select * from provider_customer_deletions')).toEqual([])
  expect(await shop.sql('select 1 from subscriptions where customer_ref is not null')).toEqual([])
})

test('AU18: staff are alerted while an erased customer cannot be deleted at the provider', async () => {
  const shop = await openShop()
  await subscribe(shop)
  const { erase } = await signIn(shop)
  const fails = vi.spyOn(shop.deps.cards, 'deleteCustomer')
  fails.mockRejectedValue(new CardProviderError('unauthorized', 'wrong key'))
  const openAlerts = () => shop.sql('select kind from alerts where ended_at is null')
  const tryFor = async (minutes: number) => {
    for (let elapsed = 0; elapsed < minutes; elapsed += 5) {
      shop.clock.advance(5 * 60_000)
      await shop.runJob('payment.deleteCustomers')
    }
  }

  await erase()
  await tryFor(10)
  const soon = await openAlerts()
  await tryFor(120)
  const later = await openAlerts()
  fails.mockRestore()
  await tryFor(65)

  expect([soon, later]).toEqual([[], [{ kind: 'erasure_incomplete' }]])
  expect(await customersAtProvider(shop)).toBe(0)
  expect(await openAlerts()).toEqual([])
})

test('AU18: a missing provider customer counts as deleted', async () => {
  const { shop } = await shopWithPaidOrder()
  const { erase } = await signIn(shop)
  await shop.sql("delete from sandbox.objects where type = 'customer'")

  await erase()
  const requested = await shop.sql('select * from provider_customer_deletions')
  await shop.runJob('payment.deleteCustomers')

  expect(requested).toHaveLength(1)
  expect(await shop.sql('select * from provider_customer_deletions')).toEqual([])
})
