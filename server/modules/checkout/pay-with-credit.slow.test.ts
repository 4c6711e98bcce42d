import { expect, test } from 'vitest'
import { fillPath } from '#contract/fill-path.ts'
import type { Order } from '#contract/orders.ts'
import { apiPaths } from '#contract/paths.ts'
import { auditCredit } from '#server/modules/credit/index.ts'
import { openShop, type TestShop } from '#tests/support/open-shop.ts'
import { audit, getOrderState, listProviderIntents } from '#tests/support/provider-ledger.ts'
import { customerBrowser, staffBrowser } from '#tests/support/sign-in.ts'
import { capturedCents } from '#tests/support/subscriber.ts'

/** Ana has an account with this much credit; two bottles cost $17.98. */
async function shopWithCredit(amount: string) {
  const shop = await openShop()
  const ana = await customerBrowser(shop)
  const staff = await staffBrowser(shop)
  const [customer] = await shop.sql<{ id: string }>('select id from customers')
  const grant = (more = amount) =>
    staff.call('POST', fillPath(apiPaths.adminCustomerCredit, { id: customer?.id ?? '' }), {
      amount: more,
      reason: 'Sorry',
    })
  expect((await grant()).status).toBe(200)
  return { shop, ana, staff, grant }
}

const balance = async (shop: TestShop) =>
  (await shop.sql<{ cents: number }>('select balance_cents as cents from credit_accounts'))[0]
    ?.cents

/** No money appears or vanishes: the books agree with the provider and with the ledger. */
async function expectSound(shop: TestShop) {
  // The webhook of the last payment may still be on its way.
  await shop.deps.sandbox?.deliverDue()
  expect((await audit(shop)).findings).toEqual([])
  expect((await auditCredit(shop.deps.db)).findings).toEqual([])
}

test('rule 43: credit of a logged-in customer is used first, and the card is charged the rest', async () => {
  const { shop, ana } = await shopWithCredit('5.00')

  const { orderId } = await ana.buy()
  await shop.deliverPending()

  expect(await capturedCents(shop)).toEqual([1298])
  expect(await balance(shop)).toBe(0)
  const order = (await ana.order(orderId)).body
  expect(order).toMatchObject({ total: '17.98', credit: '5.00', due: '12.98' })
  expect(order.priceLines?.map(({ kind }) => kind)).toEqual(['product'])
  expect(await getOrderState(shop, orderId)).toBe('confirmed paid')
  const email = (await shop.mailbox()).find(({ subject }) => subject.includes('is confirmed'))
  expect(email?.text.replace(/\s+/g, ' ')).toContain(
    'We received your payment of $12.98, and your account credit paid $5.00.',
  )
  await expectSound(shop)
})

test('rule 43: an order that credit covers is confirmed at once, without an intent of its own', async () => {
  const { shop, ana } = await shopWithCredit('20.00')
  await ana.startCheckout()

  const placed = await ana.place()
  await shop.deliverPending()

  const { orderId } = placed.body
  expect(placed).toMatchObject({ status: 201, body: { isCovered: true } })
  expect(placed.body).not.toHaveProperty('clientSecret')
  expect(await getOrderState(shop, orderId)).toBe('confirmed covered')
  expect(await balance(shop)).toBe(202)
  expect((await listProviderIntents(shop)).map(({ status }) => status)).toEqual(['canceled'])
  const [row] = await shop.sql('select invoice_number from orders')
  expect(row).toEqual({ invoice_number: 1 })
  const email = (await shop.mailbox()).find(({ subject }) => subject.includes('is confirmed'))
  expect(email?.text).toContain('Your account credit paid the total of $17.98.')
  expect(await audit(shop)).toMatchObject({
    findings: [],
    ordersPaid: 0,
    ordersCovered: 1,
    creditUsedCents: 1798,
    receivedCents: 0,
  })
  // A lost response: the repeated request changes nothing.
  expect((await ana.place()).body.orderId).toBe(orderId)
  expect(await balance(shop)).toBe(202)
  await expectSound(shop)
})

test('rule 43: 50 cents are left to charge, or nothing', async () => {
  const { shop, ana } = await shopWithCredit('17.60')

  await ana.buy()
  await shop.deliverPending()

  expect(await capturedCents(shop)).toEqual([50])
  expect(await balance(shop)).toBe(12)
})

test('rule 43: the first order of a subscription always charges the card that it saves', async () => {
  const { shop, ana } = await shopWithCredit('50.00')

  const { orderId } = await ana.buy(ana.submission({ isRecurring: true }))
  await shop.deliverPending()

  expect(await capturedCents(shop)).toEqual([50])
  expect(await getOrderState(shop, orderId)).toBe('confirmed paid')
  const [subscription] = await shop.sql<{ ref: string }>(
    'select payment_method_ref as ref from subscriptions',
  )
  expect(subscription?.ref).toMatch(/^pm_/)
})

test('rule 43: a guest who knows the email address neither sees nor spends the credit', async () => {
  const { shop } = await shopWithCredit('5.00')
  const guest = shop.buyer()

  const { orderId } = await guest.buy()
  await shop.deliverPending()

  expect(await capturedCents(shop)).toEqual([1798])
  expect(await balance(shop)).toBe(500)
  expect((await guest.order(orderId)).body).not.toHaveProperty('credit')
})

test('credit is not used for an order of another email address', async () => {
  const { shop, ana } = await shopWithCredit('5.00')

  await ana.buy(ana.submission({ customerEmail: 'bo@example.com' }))
  await shop.deliverPending()

  expect(await capturedCents(shop)).toEqual([1798])
  expect(await balance(shop)).toBe(500)
})

test('parallel orders never spend the same credit twice', async () => {
  const { shop, ana } = await shopWithCredit('20.00')
  const browsers = [ana, await customerBrowser(shop), await customerBrowser(shop)]
  for (const browser of browsers) await browser.startCheckout()

  const placed = await Promise.all(browsers.map((browser) => browser.place()))

  expect(placed.map(({ status }) => status)).toEqual([201, 201, 201])
  const rows = await shop.sql<{ credit: number; due: number }>(
    'select credit_cents as credit, amount_cents as due from payments order by credit_cents desc',
  )
  expect(rows).toEqual([
    { credit: 1798, due: 0 },
    { credit: 202, due: 1596 },
    { credit: 0, due: 1798 },
  ])
  expect(await balance(shop)).toBe(0)
  await expectSound(shop)
})

test('a page that showed other credit gets a 409, and nothing is placed', async () => {
  const { shop, ana, grant } = await shopWithCredit('5.00')
  await ana.startCheckout()

  const wrong = await ana.place(ana.submission({ credit: '4.00' }))
  await grant('1.00')
  const outdated = await ana.place(ana.submission({ credit: '5.00' }))
  const right = await ana.place(ana.submission({ credit: '6.00' }))

  expect(wrong).toMatchObject({ status: 409, body: { code: 'credit_changed' } })
  expect(outdated).toMatchObject({ status: 409, body: { code: 'credit_changed' } })
  expect(right.status).toBe(201)
  expect(await balance(shop)).toBe(0)
})

test('a corrected order reserves again, also for another customer', async () => {
  const { shop, ana } = await shopWithCredit('5.00')
  const { clientSecret } = (await ana.startCheckout()).body
  const first = await ana.place()
  const products = (await ana.call<{ id: string; price: string }[]>('GET', apiPaths.products)).body

  const one = { lines: [[products[0], 1]] } as never
  await ana.place(ana.submission(one))
  expect(await balance(shop)).toBe(0)
  const other = await ana.place(ana.submission({ customerEmail: 'bo@example.com' }))
  expect(await balance(shop)).toBe(500)
  const again = await ana.place()
  await ana.confirm(again.body.clientSecret ?? other.body.clientSecret ?? clientSecret)
  await shop.deliverPending()

  expect(again.body.orderId).toBe(first.body.orderId)
  expect(await balance(shop)).toBe(0)
  await expectSound(shop)
})

test('credit is released when the order expires unpaid', async () => {
  const { shop, ana } = await shopWithCredit('5.00')
  await ana.startCheckout()
  await ana.place()
  expect(await balance(shop)).toBe(0)

  shop.clock.advance(25 * 3_600_000)
  await shop.runJob('payment.expire')

  expect(await balance(shop)).toBe(500)
  await expectSound(shop)
})

test('credit is released when staff cancel the unpaid order, and reserved again when they reopen it', async () => {
  const { shop, ana, staff } = await shopWithCredit('5.00')
  await ana.startCheckout()
  const { orderId } = (await ana.place()).body
  const set = (status: string) =>
    staff.call<Order>('PATCH', fillPath(apiPaths.adminOrder, { id: orderId }), { status })

  await set('cancelled')
  expect(await balance(shop)).toBe(500)
  await set('pending')
  expect(await balance(shop)).toBe(0)
  await set('cancelled')
  await shop.buyer().buy()
  const other = await customerBrowser(shop)
  await other.buy()
  await set('pending')

  const payments = await shop.sql<{ due: number }>(
    'select amount_cents as due from payments where order_id = $1',
    [orderId],
  )
  expect(payments).toEqual([{ due: 1798 }])
  expect((await ana.pay(orderId)).body.total).toBe('17.98')
  await expectSound(shop)
})
