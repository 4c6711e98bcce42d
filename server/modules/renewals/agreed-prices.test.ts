import { expect, test } from 'vitest'
import { fillPath } from '#contract/fill-path.ts'
import { apiPaths } from '#contract/paths.ts'
import type { Subscription, SubscriptionChange } from '#contract/subscriptions/subscriptions.ts'
import { openShop, type TestShop } from '#tests/support/open-shop.ts'
import { schedulePrice, setPrices } from '#tests/support/product-changes.ts'
import { customerBrowser } from '#tests/support/sign-in.ts'
import { capturedCents, runOnDays, subscribe } from '#tests/support/subscriber.ts'

/** A weekly subscription of two bottles at $8.99, with deliveries from March 12 on. */
async function subscribed() {
  const shop = await openShop()
  const [spring, other] = shop.products
  if (!spring || !other) throw new Error('the shop has too few products')
  const ana = await customerBrowser(shop)
  const { id } = await subscribe(shop, { browser: ana })
  const path = fillPath(apiPaths.changeSubscription, { id })
  const change = (body: SubscriptionChange) => ana.call<Subscription>('POST', path, body)
  const view = async () => {
    const { body } = await ana.call<Subscription[]>('GET', apiPaths.subscriptions)
    const [subscription] = body
    if (!subscription) throw new Error('the customer has no subscription')
    return subscription
  }
  return { shop, id, spring, other, change, view }
}

const discounted = (cents: number, quantity = 2) => {
  const subtotal = cents * quantity
  return subtotal - Math.floor((subtotal * 15 + 50) / 100)
}

const runWeeks = (shop: TestShop, ...deliveries: string[]) =>
  runOnDays(
    shop,
    ...deliveries.flatMap((day) => [
      `2026-03-${String(Number(day) - 3).padStart(2, '0')}`,
      `2026-03-${day}`,
    ]),
  )

test('rule 32: a subscription keeps its agreed price when the list price rises', async () => {
  const { shop, spring, view } = await subscribed()
  await setPrices(shop, 1200, spring.id)

  const { items, total, next } = await view()
  await runWeeks(shop, '12')

  const expected = (discounted(899) / 100).toFixed(2)
  expect(items).toMatchObject([{ price: '8.99' }])
  expect([total, next?.total]).toEqual([expected, expected])
  expect((await capturedCents(shop)).at(-1)).toBe(discounted(899))
})

test('rule 32: a lower list price is agreed with the next order, and stays when it rises again', async () => {
  const { shop, spring, view } = await subscribed()
  await setPrices(shop, 700, spring.id)
  expect((await view()).items).toMatchObject([{ price: '7.00' }])
  await runWeeks(shop, '12')
  await setPrices(shop, 1000, spring.id)
  await runWeeks(shop, '19')

  expect((await capturedCents(shop)).slice(-2)).toEqual([discounted(700), discounted(700)])
})

test('rule 32: a delivery that is ordered ahead keeps its price when the list price falls', async () => {
  const { shop, spring } = await subscribed()
  await runOnDays(shop, '2026-03-09')
  await setPrices(shop, 700, spring.id)
  await runOnDays(shop, '2026-03-12', '2026-03-16', '2026-03-19')

  expect((await capturedCents(shop)).slice(-2)).toEqual([discounted(899), discounted(700)])
})

test('rule 32: a lower price that starts by the delivery date counts for that delivery', async () => {
  const { shop, spring, view } = await subscribed()
  await schedulePrice(shop, spring.id, 500, '2026-03-19T04:00:00Z')

  const totals = (await view()).calendar.map(({ date, total }) => [date, total]).slice(0, 2)
  await runWeeks(shop, '12', '19')

  expect(totals).toEqual([
    ['2026-03-12', (discounted(899) / 100).toFixed(2)],
    ['2026-03-19', (discounted(500) / 100).toFixed(2)],
  ])
  expect((await capturedCents(shop)).slice(-2)).toEqual([discounted(899), discounted(500)])
})

test('rule 32: swaps and added items agree the price of that day; others keep theirs', async () => {
  const { shop, spring, other, change } = await subscribed()
  await setPrices(shop, 1200, spring.id)
  await setPrices(shop, 1000, other.id)
  const twoSpring = { productId: spring.id, quantity: 3 }
  const one = { productId: other.id, quantity: 1 }

  const added = await change({ type: 'change', items: [twoSpring, one] })
  await setPrices(shop, 1500, other.id)
  const kept = await change({ type: 'change', items: [{ ...twoSpring, quantity: 2 }, one] })
  const removed = await change({ type: 'change', items: [one] })
  const back = await change({ type: 'change', items: [twoSpring] })

  const prices = (body: Subscription) => body.items.map(({ price }) => price)
  expect(prices(added.body)).toEqual(['8.99', '10.00'])
  expect(prices(kept.body)).toEqual(['8.99', '10.00'])
  expect(prices(removed.body)).toEqual(['10.00'])
  expect(prices(back.body)).toEqual(['12.00'])
})

test('rule 32: an extra item keeps the price of the day on which it was added', async () => {
  const { shop, other, change } = await subscribed()
  await setPrices(shop, 400, other.id)
  await change({ type: 'extra', cycle: 1, items: [{ productId: other.id, quantity: 1 }] })
  await setPrices(shop, 900, other.id)
  await runWeeks(shop, '12')

  const subtotal = 2 * 899 + 400
  expect((await capturedCents(shop)).at(-1)).toBe(discounted(subtotal, 1))
})
