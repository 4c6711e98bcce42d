import { expect, test } from 'vitest'
import type { CustomerBottles } from '#contract/bottles/bottles.ts'
import type { Credit } from '#contract/credit.ts'
import type { Deposit } from '#contract/deposits.ts'
import { apiPaths } from '#contract/paths.ts'
import {
  addSubscription,
  listRefunds,
  shopWithOrder,
} from '#tests/support/bottles/closed-delivery.ts'
import { audit } from '#tests/support/provider-ledger.ts'
import { quoted } from '#tests/support/sales-tax.ts'
import { reverseMovements } from './index.ts'

test('rule 59: each bottle that was not left goes back to the card once, with its deposit', async () => {
  const { shop, ana, orderId, visit, close } = await shopWithOrder()
  await visit(orderId, { full: 3 })
  await close(orderId, 3)
  await close(orderId, 3)
  await close(orderId, 0)

  // $8.99 and its deposit.
  expect(await listRefunds(shop)).toEqual([
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
  await addSubscription(shop, { orderId, customerId })
  await close(orderId, 2)
  expect((await ana.call<Credit>('GET', apiPaths.credit)).body.balance).toBe('17.98')
  expect(await listRefunds(shop)).toMatchObject([{ amount_cents: 1798, destination: 'credit' }])
})

test('rule 59: extra bottles are never charged, and a delivery without counts gives nothing back', async () => {
  const { shop, orderId, buy, close } = await shopWithOrder()
  await close(orderId, 6)
  await close(await buy(4), null)
  expect(await listRefunds(shop)).toEqual([])
})

test('rule 59: a bottle that staff refunded before is not refunded again', async () => {
  const { shop, staff, orderId, close } = await shopWithOrder({})
  const body = { items: [{ line: 0, quantity: 1 }], reason: 'Leaking', destination: 'card' }
  await staff.call('POST', `/api/admin/orders/${orderId}/refund`, body)
  await close(orderId, 2)
  expect((await listRefunds(shop)).map((row) => Object.values(row)[0])).toEqual([899, 899])
})

test('rule 59: an unpaid order waits until it is paid', async () => {
  const { shop, orderId, close } = await shopWithOrder({})
  await shop.sql('update payments set paid_at = null where order_id = $1', [orderId])
  await close(orderId, 3)
  expect(await listRefunds(shop)).toEqual([])
  await shop.sql('update payments set paid_at = created_at where order_id = $1', [orderId])
  await shop.runJob('bottle.settle')
  expect(await listRefunds(shop)).toMatchObject([{ amount_cents: 899 }])
})

test('rule 42: deposits above the bottles held become credit when the route closes', async () => {
  const { shop, ana, orderId, buy, visit, close } = await shopWithOrder()
  await visit(orderId, { full: 4 })
  await close(orderId, 4)
  const next = await buy(2)
  const event = await visit(next, { full: 2, empties: 4 })
  // Nothing is refunded before the route is closed, and a later order keeps its deposit.
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
