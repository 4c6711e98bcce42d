import { expect, test } from 'vitest'
import { fillPath } from '#contract/fill-path.ts'
import { apiPaths } from '#contract/paths.ts'
import type { Subscription, SubscriptionChange } from '#contract/subscriptions/subscriptions.ts'
import { openShop, type TestShop } from '#tests/support/open-shop.ts'
import { archiveProducts, sellOut } from '#tests/support/product-changes.ts'
import { customerBrowser } from '#tests/support/sign-in.ts'
import { capturedCents, getCycles, runEngine, subscribe } from '#tests/support/subscriber.ts'

/** A weekly subscription with two bottles of the first product and one of the second. */
async function twoProducts() {
  const shop = await openShop()
  const [spring, purified, other] = shop.products
  if (!spring || !purified || !other) throw new Error('the shop has too few products')
  const ana = await customerBrowser(shop)
  const lines = [
    [spring, 2],
    [purified, 1],
  ]
  const { id } = await subscribe(shop, { browser: ana, lines })
  const path = fillPath(apiPaths.changeSubscription, { id })
  const change = (body: SubscriptionChange) => ana.call<Subscription>('POST', path, body)
  const view = async () => {
    const { body } = await ana.call<Subscription[]>('GET', apiPaths.subscriptions)
    const [subscription] = body
    if (!subscription) throw new Error('the customer has no subscription')
    return subscription
  }
  return { shop, id, spring, purified, other, change, view }
}

const cents = (price: string) => Math.round(Number(price) * 100)
const discounted = (subtotal: number) => subtotal - Math.floor((subtotal * 15 + 50) / 100)

async function runOn(shop: TestShop, day: string) {
  shop.clock.set(`${day}T15:00:00Z`)
  await runEngine(shop)
}

const linesOfRenewals = (shop: TestShop, id: string) =>
  shop.sql<{ name: string; quantity: number }>(
    `select product_name as name, quantity from order_items i join orders o on o.id = i.order_id
     where o.parent_order_id = $1 order by o.delivery_date, i.position`,
    [id],
  )

const reminders = async (shop: TestShop) =>
  (await shop.mailbox()).filter(({ subject }) => subject.startsWith('Your delivery on'))

test('rule 31: a delivery comes without a sold-out product, and the reminder offers a swap', async () => {
  const { shop, id, spring, purified, view } = await twoProducts()
  await sellOut(shop, spring.id)

  const planned = (await view()).next
  await runOn(shop, '2026-03-09')
  const ordered = await view()
  await runOn(shop, '2026-03-12')

  const expected = discounted(cents(purified.price))
  expect(planned).toMatchObject({
    total: (expected / 100).toFixed(2),
    items: [{ name: purified.name }],
    leftOut: [{ name: spring.name, quantity: 2, unavailable: 'sold_out' }],
  })
  expect(ordered.next).toEqual({ ...planned, status: 'ordered', orderId: expect.any(String) })
  expect(ordered.items).toMatchObject([
    { name: spring.name, unavailable: 'sold_out' },
    { name: purified.name },
  ])
  expect(await linesOfRenewals(shop, id)).toEqual([{ name: purified.name, quantity: 1 }])
  expect((await capturedCents(shop)).at(-1)).toBe(expected)
  const [email] = await reminders(shop)
  expect(email?.text).toContain(`Not available for this delivery: 2 × ${spring.name}.`)
  expect(email?.text).toContain(`/customer/subscriptions?change=${id}`)
})

test('rule 31: a product that is back in stock is in the next delivery again', async () => {
  const { shop, id, spring, purified } = await twoProducts()
  await sellOut(shop, spring.id)
  await runOn(shop, '2026-03-09')
  await sellOut(shop, spring.id, false)
  await runOn(shop, '2026-03-12')
  await runOn(shop, '2026-03-16')

  expect(await linesOfRenewals(shop, id)).toEqual([
    { name: purified.name, quantity: 1 },
    { name: spring.name, quantity: 2 },
    { name: purified.name, quantity: 1 },
  ])
})

test('rule 31: a delivery that is ordered ahead stays complete when a product sells out', async () => {
  const { shop, id, spring, purified } = await twoProducts()
  await runOn(shop, '2026-03-09')
  await sellOut(shop, spring.id)
  await runOn(shop, '2026-03-12')

  expect(await linesOfRenewals(shop, id)).toMatchObject([{ quantity: 2 }, { quantity: 1 }])
  expect((await capturedCents(shop)).at(-1)).toBe(
    discounted(2 * cents(spring.price) + cents(purified.price)),
  )
})

test('rule 31: a delivery is skipped with an email only if nothing is left', async () => {
  const { shop, id, spring, purified } = await twoProducts()
  await archiveProducts(shop, spring.id)
  await sellOut(shop, purified.id)
  await runOn(shop, '2026-03-09')

  expect(await getCycles(shop, id)).toMatchObject([
    { status: 'skipped', reason: 'product_unavailable', order_id: null },
  ])
  const skipped = (await shop.mailbox()).find(({ subject }) => subject.startsWith('No delivery'))
  expect(skipped?.text).toContain('because none of its items is available')
})

test('rule 31: an archived product is left out, and extra items alone make a delivery', async () => {
  const { shop, id, spring, purified, other, change } = await twoProducts()
  await archiveProducts(shop, spring.id)
  await sellOut(shop, purified.id)

  const extra = await change({
    type: 'extra',
    cycle: 1,
    items: [{ productId: other.id, quantity: 3 }],
  })
  await runOn(shop, '2026-03-09')

  expect(extra.status).toBe(200)
  expect(await linesOfRenewals(shop, id)).toEqual([{ name: other.name, quantity: 3 }])
})

test('rule 31: a sold-out extra item is left out of its delivery', async () => {
  const { shop, id, other, change } = await twoProducts()
  await change({ type: 'extra', cycle: 1, items: [{ productId: other.id, quantity: 3 }] })
  await sellOut(shop, other.id)
  await runOn(shop, '2026-03-09')

  expect(await linesOfRenewals(shop, id)).toHaveLength(2)
  expect((await reminders(shop))[0]?.text).toContain(`3 × ${other.name}`)
})

test('a sold-out item may stay or go when others change, but not grow or be added', async () => {
  const { shop, spring, purified, other, change } = await twoProducts()
  await sellOut(shop, spring.id)
  const spring2 = { productId: spring.id, quantity: 2 }
  const purified3 = { productId: purified.id, quantity: 3 }
  const replace = async (...items: { productId: string; quantity: number }[]) => {
    const { status, body } = await change({ type: 'change', items })
    return status === 200 ? body.items.length : (body as unknown as { code: string }).code
  }

  expect(await replace(spring2, purified3)).toBe(2)
  expect(await replace({ ...spring2, quantity: 3 }, purified3)).toBe('product_sold_out')
  expect(await replace(spring2)).toBe('product_sold_out')
  expect(await replace({ productId: other.id, quantity: 2 }, purified3)).toBe(2)
  expect(await replace(spring2, purified3)).toBe('product_sold_out')
})
