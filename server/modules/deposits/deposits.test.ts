import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Deposit, StaffDeposit } from '#contract/deposits.ts'
import { fillPath } from '#contract/fill-path.ts'
import { apiPaths } from '#contract/paths.ts'
import type { Subscription } from '#contract/subscriptions/subscriptions.ts'
import type { Buyer } from '#tests/support/buyer.ts'
import { openShop, type TestShop } from '#tests/support/open-shop.ts'
import { audit } from '#tests/support/provider-ledger.ts'
import { chargeTax, quoted } from '#tests/support/sales-tax.ts'
import { customerBrowser, staffBrowser } from '#tests/support/sign-in.ts'
import { capturedCents, runEngine, subscribe } from '#tests/support/subscriber.ts'
import { returnedCents } from './rules.ts'

const chargeDeposit = (staff: Buyer, change: object = {}) =>
  staff.call('PATCH', apiPaths.adminSettings, { depositCents: 600, ...change })

async function openDeposit(shop: TestShop, staff: Buyer, email = 'ana@example.com') {
  const [customer] = await shop.sql<{ id: string }>('select id from customers where email = $1', [
    email,
  ])
  const path = fillPath(apiPaths.adminDeposit, { id: customer?.id ?? '' })
  const returnBottles = (bottles: unknown) => staff.call<StaffDeposit>('POST', path, { bottles })
  return {
    path,
    returnBottles,
    read: async () => (await staff.call<StaffDeposit>('GET', path)).body,
  }
}

test('rule 42: a first order carries the deposit of every bottle, a later one of any increase', async () => {
  const shop = await openShop()
  const staff = await staffBrowser(shop)
  await chargeDeposit(staff)
  const ana = await customerBrowser(shop)
  const [product] = shop.products
  const buy = async (quantity: number, browser = ana) => {
    const body = await quoted(browser, product ? { lines: [[product, quantity]] } : {})
    const { orderId } = await browser.buy(body)
    await shop.deliverPending()
    return (await browser.order(orderId)).body
  }

  const first = await buy(2)
  expect(first).toMatchObject({ subtotal: '17.98', total: '29.98', paymentStatus: 'paid' })
  expect(first.priceLines).toMatchObject([
    { kind: 'product', amount: '17.98' },
    { kind: 'deposit', label: 'Bottle deposit', quantity: 2, amount: '12.00' },
  ])
  expect((await buy(2)).total).toBe('17.98')
  expect((await buy(3)).total).toBe('32.97')
  // Someone who only knows the address learns nothing about its bottles.
  expect((await buy(2, shop.buyer())).total).toBe('29.98')

  expect((await ana.call<Deposit>('GET', apiPaths.deposit)).body).toMatchObject({
    bottles: 5,
    amount: '30.00',
  })
  // A deposit is a liability and no revenue.
  const [revenue] = await shop.sql(
    "select sum(cents)::int as cents from rollups where name = 'orders'",
  )
  expect(revenue).toEqual({ cents: 1798 + 1798 + 2697 + 1798 })
  expect((await audit(shop)).findings).toEqual([])
})

test('rule 42: only a deposit that was paid and not refunded counts', async () => {
  const shop = await openShop()
  const staff = await staffBrowser(shop)
  await chargeDeposit(staff)
  const ana = await customerBrowser(shop)
  await ana.place(await quoted(ana))
  const { read } = await openDeposit(shop, staff)
  expect(await read()).toMatchObject({ bottles: 0, amount: '0.00', movements: [] })

  const { orderId } = await ana.buy(await quoted(ana))
  await shop.deliverPending()
  expect(await read()).toMatchObject({ bottles: 2, amount: '12.00' })

  await staff.call('PATCH', fillPath(apiPaths.adminOrder, { id: orderId }), { status: 'cancelled' })
  expect(await read()).toMatchObject({ bottles: 2 })
  await staff.call('POST', fillPath(apiPaths.adminOrderRefund, { id: orderId }), { reason: 'all' })
  await shop.runJob('refund.send')
  await shop.deliverPending()
  expect(await read()).toMatchObject({ bottles: 0, amount: '0.00' })
  expect(await capturedCents(shop)).toEqual([0])
})

test('rule 42: returned bottles become credit, and never more than are on deposit', async () => {
  const shop = await openShop()
  const staff = await staffBrowser(shop)
  await chargeDeposit(staff)
  const ana = await customerBrowser(shop)
  await ana.buy(await quoted(ana))
  await shop.deliverPending()
  const { returnBottles, read } = await openDeposit(shop, staff)

  expect(await returnBottles(3)).toMatchObject({
    status: 400,
    body: { fields: { bottles: 'This customer has 2 on deposit' } },
  })
  for (const odd of [0, -1, 1.5, 'x', 1e9]) expect((await returnBottles(odd)).status).toBe(400)
  shop.clock.advance(1000)
  const replies = await Promise.all([1, 1, 1, 1].map((bottles) => returnBottles(bottles)))
  expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 200, 400, 400])

  expect(await read()).toMatchObject({ bottles: 0, amount: '0.00' })
  expect((await read()).movements.map(({ kind, amount }) => [kind, amount])).toEqual([
    ['returned', '6.00'],
    ['returned', '6.00'],
    ['charged', '12.00'],
  ])
  expect((await ana.call('GET', apiPaths.credit)).body).toMatchObject({ balance: '12.00' })
  const entries = await shop.sql(
    "select after from audit_entries where action = 'customer.bottles_returned'",
  )
  expect(entries).toEqual([
    { after: { bottles: 1, amountCents: 600 } },
    { after: { bottles: 1, amountCents: 600 } },
  ])
  expect((await audit(shop)).findings).toEqual([])
})

test('rule 42: a repeated request returns bottles once, and another number is a 409', async () => {
  const shop = await openShop()
  const staff = await staffBrowser(shop)
  await chargeDeposit(staff)
  const ana = await customerBrowser(shop)
  await ana.buy(await quoted(ana))
  await shop.deliverPending()
  const { path, read } = await openDeposit(shop, staff)
  const requestId = randomUUID()
  const returnBottles = (bottles: number) =>
    staff.call<{ code?: string }>('POST', path, { bottles, requestId })

  const replies = await Promise.all([returnBottles(1), returnBottles(1), returnBottles(1)])
  const other = await returnBottles(2)

  expect(replies.map(({ status }) => status)).toEqual([200, 200, 200])
  expect([other.status, other.body.code]).toEqual([409, 'stale'])
  expect(await read()).toMatchObject({ bottles: 1, amount: '6.00' })
  expect((await ana.call('GET', apiPaths.credit)).body).toMatchObject({ balance: '6.00' })
})

test('rule 42: a renewal carries the deposit of an increase once, and previews include it', async () => {
  const shop = await openShop()
  const staff = await staffBrowser(shop)
  const ana = await customerBrowser(shop)
  const { id } = await subscribe(shop, { browser: ana })
  await chargeDeposit(staff)
  const view = async () => (await ana.call<Subscription[]>('GET', apiPaths.subscriptions)).body[0]

  // The first order was paid before there was a deposit: the next delivery carries it.
  expect(await view()).toMatchObject({ total: '15.28', next: { total: '27.28' } })
  expect((await view())?.calendar[1]?.total).toBe('15.28')
  shop.clock.set('2026-03-09T15:00:00Z')
  await runEngine(shop)
  expect((await view())?.next).toMatchObject({ status: 'ordered', total: '27.28' })
  shop.clock.set('2026-03-12T15:00:00Z')
  await runEngine(shop)
  expect(await capturedCents(shop)).toEqual([1528, 2728])
  expect((await view())?.calendar.at(1)?.total).toBe('15.28')
  const [product] = shop.products
  const extra = { type: 'extra', cycle: 2, items: [{ productId: product?.id, quantity: 1 }] }
  const changed = await ana.call<Subscription>(
    'POST',
    fillPath(apiPaths.changeSubscription, { id }),
    extra,
  )
  expect(changed.body.calendar.find(({ cycle }) => cycle === 2)?.total).toBe('28.92')
})

test('rule 42: the deposit is taxed only if the owner has set it, and not for other products', async () => {
  const shop = await openShop()
  const staff = await staffBrowser(shop)
  await chargeTax(staff, { rate: '8' })
  await chargeDeposit(staff)
  const buyer = shop.buyer()
  // 17.98 and 1.44 of tax.
  expect((await quoted(buyer)).total).toBe('31.42')
  await chargeDeposit(staff, { isDepositTaxable: true })
  expect((await quoted(buyer)).total).toBe('32.38')
  const product = fillPath(apiPaths.adminProduct, { id: shop.products[0]?.id ?? '' })
  await staff.call('PATCH', product, { isReturnable: false })
  expect((await quoted(buyer)).total).toBe('19.42')
})

test.each([-1, 10_001, 0.5])('a deposit of %s cents is rejected', async (depositCents) => {
  const shop = await openShop()
  const staff = await staffBrowser(shop)
  expect((await chargeDeposit(staff, { depositCents })).status).toBe(400)
})

test('rule 42: returns of any sizes add up to the deposit', () => {
  const balances = fc.record({
    bottles: fc.integer({ min: 1, max: 500 }),
    cents: fc.integer({ min: 0, max: 5_000_000 }),
  })
  fc.assert(
    fc.property(balances, fc.array(fc.integer({ min: 1, max: 40 })), (balance, sizes) => {
      const left = { ...balance }
      for (const size of [...sizes, balance.bottles]) {
        const bottles = Math.min(size, left.bottles)
        if (bottles === 0) continue
        const cents = returnedCents(left, bottles)
        expect(cents).toBeGreaterThanOrEqual(0)
        expect(cents).toBeLessThanOrEqual(left.cents)
        left.bottles -= bottles
        left.cents -= cents
      }
      expect(left).toEqual({ bottles: 0, cents: 0 })
    }),
  )
})
