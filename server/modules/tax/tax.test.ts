import { expect, test } from 'vitest'
import type { Quote } from '#contract/checkout.ts'
import { fillPath } from '#contract/fill-path.ts'
import { apiPaths } from '#contract/paths.ts'
import type { Subscription } from '#contract/subscriptions/subscriptions.ts'
import { openShop, type TestShop } from '#tests/support/open-shop.ts'
import { audit } from '#tests/support/provider-ledger.ts'
import { addRate, chargeTax, quote, quoted } from '#tests/support/sales-tax.ts'
import { customerBrowser, staffBrowser } from '#tests/support/sign-in.ts'
import { capturedCents, getCycles, runEngine, subscribe } from '#tests/support/subscriber.ts'

const TAXED = [
  { kind: 'product', amount: '17.98', net: '17.98', tax: '1.60' },
  { kind: 'tax', label: 'Sales tax (8.875%)', amount: '1.60' },
]

async function exempt(shop: TestShop, email: string, expiresOn: string) {
  const manager = await staffBrowser(shop, 'manager')
  const [customer] = await shop.sql<{ id: string }>('select id from customers where email = $1', [
    email,
  ])
  const path = fillPath(apiPaths.adminTaxExemption, { id: customer?.id ?? '' })
  return {
    manager,
    path,
    reply: await manager.call('POST', path, { certificate: 'EX-1', expiresOn }),
  }
}

test('rule 41: by default no tax is charged, also with a rate in the table', async () => {
  const shop = await openShop()
  const staff = await staffBrowser(shop)
  await addRate(staff, { rate: '8.875' })
  const buyer = shop.buyer()

  const { body } = await quote(buyer, buyer.submission())
  const { orderId } = await buyer.buy()

  expect(body).toMatchObject({ subtotal: '17.98', discount: '0.00', total: '17.98' })
  expect(body.priceLines).toHaveLength(1)
  const order = (await buyer.order(orderId)).body
  expect(order.priceLines).toEqual(body.priceLines)
  expect(order.total).toBe('17.98')
})

test('rule 41: quote, order, charge, invoice, email and export agree on the tax', async () => {
  const shop = await openShop()
  const staff = await staffBrowser(shop)
  await chargeTax(staff, { rate: '4' }, { scope: 'zip', values: '12401', rate: '8.875' })
  const buyer = await customerBrowser(shop)

  const submission = await quoted(buyer)
  const { orderId } = await buyer.buy(submission)
  await shop.deliverPending()
  await shop.runJob('email.send')

  expect(submission.total).toBe('19.58')
  expect((await buyer.order(orderId)).body).toMatchObject({
    priceLines: TAXED,
    subtotal: '17.98',
    total: '19.58',
    paymentStatus: 'paid',
  })
  expect(await capturedCents(shop)).toEqual([1958])
  const invoice = await buyer.call('GET', fillPath(apiPaths.invoice, { orderId }))
  expect(invoice.body).toMatchObject({ priceLines: TAXED, total: '19.58' })
  const email = (await shop.mailbox()).find(({ text }) => text.includes('19.58'))
  expect(email?.text).toMatch(/Sales tax \(8\.875%\)\s+\$1\.60/)
  const csv = await staff.call<string>('GET', apiPaths.adminOrdersCsv)
  expect(csv.body).toContain('19.58')
  expect((await audit(shop)).findings).toEqual([])
  // Tax is owed to the state and is no revenue.
  const [revenue] = await shop.sql(
    "select sum(cents)::int as cents from rollups where name = 'orders'",
  )
  expect(revenue).toEqual({ cents: 1798 })
})

test('C1, C8: a total without the tax, or with another one, is a 409', async () => {
  const shop = await openShop()
  const staff = await staffBrowser(shop)
  await chargeTax(staff, { rate: '8.875' })
  const buyer = shop.buyer()
  const submission = await quoted(buyer)

  expect(await buyer.place(buyer.submission())).toMatchObject({
    status: 409,
    body: { code: 'price_changed' },
  })
  expect((await buyer.place({ ...submission, deliveryState: 'NJ' })).status).toBe(409)
  await addRate(staff, { rate: '9' })
  expect((await buyer.place(submission)).status).toBe(409)
  expect((await buyer.place(await quoted(buyer))).status).toBe(201)
})

test('rule 41: the rate of the delivery date counts, and a product may be free of tax', async () => {
  const shop = await openShop()
  const staff = await staffBrowser(shop)
  await chargeTax(staff, { rate: '8' }, { rate: '9', validFrom: '2026-03-10' })
  const buyer = shop.buyer()
  const totalOn = async (deliveryDate?: string) =>
    (await quote(buyer, { ...buyer.submission(), deliveryDate })).body.total

  expect(await totalOn('2026-03-09')).toBe('19.42')
  expect(await totalOn('2026-03-10')).toBe('19.60')
  expect(await totalOn()).toBe('19.42')
  const product = fillPath(apiPaths.adminProduct, { id: shop.products[0]?.id ?? '' })
  await staff.call('PATCH', product, { isTaxable: false })
  expect(await totalOn()).toBe('17.98')
})

test('a quote is validated like an order', async () => {
  const shop = await openShop()
  const buyer = shop.buyer()
  const valid = buyer.submission()
  const [item] = valid.items
  for (const [change, field] of [
    [{ deliveryZip: '1' }, 'deliveryZip'],
    [{ items: [] }, 'items'],
    [{ items: [{ ...item, quantity: 0 }] }, 'items.0.quantity'],
    [{ deliveryDate: '2026-03-02' }, 'deliveryDate'],
    [{ deliveryDate: '2027-03-03' }, 'deliveryDate'],
  ] as const) {
    const { status, body } = await quote(buyer, { ...valid, ...change })
    expect([status, Object.keys((body as Quote & { fields: object }).fields)]).toEqual([
      400,
      [field],
    ])
  }
  const unknown = { ...item, productId: '00000000-0000-4000-8000-000000000000' }
  expect((await quote(buyer, { ...valid, items: [unknown] })).status).toBe(409)
})

test('rule 41: renewals are taxed at the rate of their date, and previews and reminders include it', async () => {
  const shop = await openShop()
  const staff = await staffBrowser(shop)
  await chargeTax(staff, { rate: '8' })
  const ana = await customerBrowser(shop)
  const body = await quoted(ana, { isRecurring: true, recurringFrequency: 'weekly' })
  const { id } = await subscribe(shop, { browser: ana, ...body })
  await addRate(staff, { rate: '9', validFrom: '2026-03-12' })
  const view = async () => (await ana.call<Subscription[]>('GET', apiPaths.subscriptions)).body[0]

  // 15.28 after the discount, plus 9 %.
  expect(await view()).toMatchObject({ total: '16.66', next: { total: '16.66' } })
  shop.clock.set('2026-03-09T15:00:00Z')
  await runEngine(shop)
  await shop.runJob('email.send')
  const reminder = (await shop.mailbox()).find(({ text }) => text.includes('Sales tax (9%)'))
  expect(reminder?.text).toContain('$16.66')

  // Rule 40: the lines of an order that exists are frozen.
  await addRate(await staffBrowser(shop), { rate: '10', validFrom: '2026-03-13' })
  expect((await view())?.next).toMatchObject({ date: '2026-03-12', total: '16.66' })
  // Only the customer's own change prices it again, at the rate of its date (rule 16).
  const change = (request: object) =>
    ana.call<Subscription>('POST', fillPath(apiPaths.changeSubscription, { id }), request)
  const moved = await change({ type: 'move', cycle: 1, date: '2026-03-13' })
  expect(moved.body.next).toMatchObject({ date: '2026-03-13', total: '16.81' })
  const [product] = shop.products
  const extra = await change({
    type: 'extra',
    cycle: 1,
    items: [{ productId: product?.id, quantity: 1 }],
  })
  expect(extra.body.next).toMatchObject({ total: '25.21' })

  shop.clock.set('2026-03-13T15:00:00Z')
  await runEngine(shop)
  expect((await getCycles(shop, id)).map(({ status }) => status)).toContain('paid')
  expect(await capturedCents(shop)).toEqual([1650, 2521])
  expect((await audit(shop)).findings).toEqual([])
})

test('rule 41: an exempt customer who is logged in pays no tax until the certificate expires', async () => {
  const shop = await openShop()
  const staff = await staffBrowser(shop)
  await chargeTax(staff, { rate: '8' })
  const ana = await customerBrowser(shop)
  const { reply, manager, path } = await exempt(shop, 'ana@example.com', '2026-03-10')
  expect(reply).toMatchObject({
    status: 200,
    body: { exemption: { certificate: 'EX-1', expiresOn: '2026-03-10', isExpired: false } },
  })
  const total = async (buyer: typeof ana, change: object = {}) =>
    (await quoted(buyer, { deliveryDate: '2026-03-10', ...change })).total

  expect(await total(ana)).toBe('17.98')
  expect(await total(ana, { deliveryDate: '2026-03-11' })).toBe('19.42')
  // An address typed by someone else does not exempt and reveals nothing.
  expect(await total(shop.buyer())).toBe('19.42')
  expect(await total(ana, { customerEmail: 'ben@example.com' })).toBe('19.42')
  expect((await ana.place(await quoted(ana))).status).toBe(201)
  expect((await shop.buyer().place(shop.buyer().submission())).status).toBe(409)

  expect((await manager.call('DELETE', path)).body).toEqual({ exemption: null })
  expect(await total(ana)).toBe('19.42')
  const actions = await shop.sql(
    "select action, staff_email, after, personal->'after' as personal from audit_entries where action like 'customer.tax%' order by id",
  )
  expect(actions).toEqual([
    {
      action: 'customer.tax_exempted',
      staff_email: 'manager@example.com',
      after: { expiresOn: '2026-03-10' },
      personal: { certificate: 'EX-1' },
    },
    {
      action: 'customer.tax_exemption_ended',
      staff_email: 'manager@example.com',
      after: {},
      personal: {},
    },
  ])
})

test('rule 41: an expired or distant certificate is rejected, and renewals follow the exemption', async () => {
  const shop = await openShop()
  const staff = await staffBrowser(shop)
  const ana = await customerBrowser(shop)
  await subscribe(shop, { browser: ana })
  await chargeTax(staff, { rate: '8' })
  expect((await exempt(shop, 'ana@example.com', '2026-03-01')).reply.status).toBe(400)
  const view = async () => (await ana.call<Subscription[]>('GET', apiPaths.subscriptions)).body[0]
  expect((await view())?.next?.total).toBe('16.50')

  const [customer] = await shop.sql<{ id: string }>('select id from customers')
  const path = fillPath(apiPaths.adminTaxExemption, { id: customer?.id ?? '' })
  await staff.call('POST', path, { certificate: 'EX-2', expiresOn: '2026-03-12' })
  expect((await view())?.next).toMatchObject({ date: '2026-03-12', total: '15.28' })
  expect((await view())?.calendar[1]?.total).toBe('16.50')
})
