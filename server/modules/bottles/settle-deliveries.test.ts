import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import type { CustomerBottles } from '#contract/bottles/bottles.ts'
import type { Credit } from '#contract/credit.ts'
import type { Deposit } from '#contract/deposits.ts'
import { apiPaths } from '#contract/paths.ts'
import { openShop, type TestShop } from '#tests/support/open-shop.ts'
import { audit } from '#tests/support/provider-ledger.ts'
import { quoted } from '#tests/support/sales-tax.ts'
import { customerBrowser, staffBrowser } from '#tests/support/sign-in.ts'
import { bookMovements, movementsOfEvent, reverseMovements, settleDeliveries } from './index.ts'

const route = { id: randomUUID(), truckId: randomUUID(), driverId: null, date: '2026-03-05' }

/** Ana has paid for four bottles, with a deposit of $6.00 each. */
async function shopWithOrder(settings: object = { depositCents: 600 }) {
  const shop = await openShop()
  const staff = await staffBrowser(shop)
  await staff.call('PATCH', apiPaths.adminSettings, settings)
  const ana = await customerBrowser(shop)
  const [product] = shop.products
  if (!product) throw new Error('no products')
  const buy = async (quantity: number) => {
    const { orderId } = await ana.buy(await quoted(ana, { lines: [[product, quantity]] }))
    await shop.deliverPending()
    return orderId
  }
  const orderId = await buy(4)
  const [customer] = await shop.sql<{ id: string }>('select id from customers')
  const customerId = customer?.id ?? ''
  const visit = async (id: string, counts: { full?: number; empties?: number }) => {
    const eventId = randomUUID()
    const at = shop.clock.now()
    shop.clock.advance(60_000)
    const line = { productId: product.id, full: 0, empties: 0, damaged: 0, ...counts }
    const order = { id, customerId }
    const event = { eventId, at, cause: 'delivered', route, order, lines: [line] } as const
    await shop.deps.db.transaction((tx) => bookMovements(tx, shop.deps, movementsOfEvent(event)))
    await shop.sql("update orders set delivery_status = 'delivered' where id = $1", [id])
    return { eventId, at }
  }
  const close = async (id: string, left: number | null) => {
    const bottles = left === null ? null : [{ productId: product.id, quantity: left }]
    await shop.deps.db.transaction((tx) =>
      settleDeliveries(tx, shop.deps, [{ orderId: id, routeId: route.id, left: bottles }]),
    )
    await shop.runJob('bottle.settle')
    await shop.runJob('refund.send')
  }
  return { shop, staff, ana, orderId, customerId, buy, visit, close }
}

const refunds = (shop: TestShop) =>
  shop.sql('select amount_cents, destination, status from refunds order by created_at, id')

test('rule 59: each bottle that was not left goes back to the card once, with its deposit', async () => {
  const { shop, ana, orderId, visit, close } = await shopWithOrder()
  await visit(orderId, { full: 3 })
  await close(orderId, 3)
  await close(orderId, 3)
  await close(orderId, 0)

  // $8.99 and its deposit.
  expect(await refunds(shop)).toEqual([
    { amount_cents: 1499, destination: 'card', status: 'succeeded' },
  ])
  expect((await ana.call<Deposit>('GET', apiPaths.deposit)).body).toMatchObject({
    bottles: 3,
    amount: '18.00',
  })
  expect((await audit(shop)).findings).toEqual([])
})

test('rule 59: with an active subscription it becomes account credit', async () => {
  const { shop, ana, orderId, customerId, close } = await shopWithOrder({})
  await shop.sql(
    `insert into subscriptions (id, customer_id, status, frequency, anchor, anchor_cycle, next_cycle,
       delivery_city, delivery_state, delivery_zip, uses_default_card, created_at, updated_at)
     values ($1, $2, 'active', 'weekly', '2026-03-05', 0, 2, 'Kingston', 'NY', '12401', false, $3, $3)`,
    [orderId, customerId, shop.clock.now()],
  )
  await close(orderId, 2)
  expect((await ana.call<Credit>('GET', apiPaths.credit)).body.balance).toBe('17.98')
  expect(await refunds(shop)).toMatchObject([{ amount_cents: 1798, destination: 'credit' }])
})

test('rule 59: extra bottles are never charged, and a delivery without counts gives nothing back', async () => {
  const { shop, orderId, buy, close } = await shopWithOrder()
  await close(orderId, 6)
  await close(await buy(4), null)
  expect(await refunds(shop)).toEqual([])
})

test('rule 59: a bottle that staff refunded before is not given back again', async () => {
  const { shop, staff, orderId, close } = await shopWithOrder({})
  const body = { items: [{ line: 0, quantity: 1 }], reason: 'Leaking', destination: 'card' }
  await staff.call('POST', `/api/admin/orders/${orderId}/refund`, body)
  await close(orderId, 2)
  expect((await refunds(shop)).map((row) => Object.values(row)[0])).toEqual([899, 899])
})

test('rule 59: an unpaid order waits until it is paid', async () => {
  const { shop, orderId, close } = await shopWithOrder({})
  await shop.sql('update payments set paid_at = null where order_id = $1', [orderId])
  await close(orderId, 3)
  expect(await refunds(shop)).toEqual([])
  await shop.sql('update payments set paid_at = created_at where order_id = $1', [orderId])
  await shop.runJob('bottle.settle')
  expect(await refunds(shop)).toMatchObject([{ amount_cents: 899 }])
})

test('rule 42: deposits above the bottles held become credit when the route closes', async () => {
  const { shop, ana, orderId, buy, visit, close } = await shopWithOrder()
  await visit(orderId, { full: 4 })
  await close(orderId, 4)
  const next = await buy(2)
  const event = await visit(next, { full: 2, empties: 4 })
  // Nothing is given back before the route is closed, and a later order keeps its deposit.
  expect((await ana.call<Credit>('GET', apiPaths.credit)).body.balance).toBe('0.00')
  await close(next, 2)
  await close(next, 2)

  expect((await ana.call<Credit>('GET', apiPaths.credit)).body.balance).toBe('12.00')
  expect((await ana.call<CustomerBottles>('GET', apiPaths.bottles)).body).toMatchObject({
    balance: 2,
    movements: [
      { quantity: 2, state: 'full', from: 'truck', to: 'customer' },
      { quantity: 4, state: 'empty', from: 'customer', to: 'truck' },
      { quantity: 4, state: 'full', from: 'truck', to: 'customer' },
    ],
  })
  expect((await audit(shop)).findings).toEqual([])

  // The reversal restores the count; the next order carries the deposit that is missing.
  await shop.deps.db.transaction((tx) => reverseMovements(tx, shop.deps, event))
  expect((await ana.call<CustomerBottles>('GET', apiPaths.bottles)).body.balance).toBe(4)
  const quote = await quoted(ana, { lines: [[shop.products[0] ?? neverProduct(), 1]] })
  expect(quote).toMatchObject({ total: '20.99' })
})

const neverProduct = () => {
  throw new Error('no products')
}

test('rule 42: deposits of deliveries that are still to come stay', async () => {
  const { ana, orderId, buy, visit, close } = await shopWithOrder()
  await buy(6)
  await visit(orderId, { full: 4 })
  await close(orderId, 4)
  expect((await ana.call<Credit>('GET', apiPaths.credit)).body.balance).toBe('0.00')
})

test('rule 60: a customer without movements has no bottles', async () => {
  const { ana } = await shopWithOrder({})
  const { status, body } = await ana.call('GET', apiPaths.bottles)
  expect(status).toBe(200)
  expect(body).toEqual({ balance: 0, movements: [] })
})
