import { expect, test } from 'vitest'
import type { CustomerOrder, Invoice } from '#contract/customer.ts'
import { fillPath } from '#contract/fill-path.ts'
import { apiPaths } from '#contract/paths.ts'
import { openShop } from '#tests/support/open-shop.ts'
import { customerBrowser } from '#tests/support/sign-in.ts'

test('guest orders are listed after logging in with their email address, newest first', async () => {
  const shop = await openShop()
  const guest = shop.buyer()
  const first = await guest.place()
  shop.clock.advance(60_000)
  const second = await guest.place(guest.submission({ customerEmail: 'ANA@example.com' }))

  const ana = await customerBrowser(shop)
  const { body } = await ana.call<CustomerOrder[]>('GET', apiPaths.customerOrders)

  expect(body.map(({ id }) => id)).toEqual([second.body.orderId, first.body.orderId])
  expect(body[0]).toMatchObject({
    total: '17.98',
    customerEmail: 'ANA@example.com',
    status: 'pending',
  })
})

test('every order has an invoice: pro forma until confirmed, then numbered without gaps', async () => {
  const shop = await openShop()
  await shop.buyer().place()
  for (let n = 0; n < 3; n++) await shop.buyer().buy()
  await shop.deliverPending()

  const ana = await customerBrowser(shop)
  const { body } = await ana.call<Invoice[]>('GET', apiPaths.invoices)

  const numbers = body.map(({ invoiceNumber }) => invoiceNumber)
  expect(numbers.filter((number) => number.startsWith('INV-')).sort()).toEqual([
    'INV-000001',
    'INV-000002',
    'INV-000003',
  ])
  const proForma = body.find(({ isProForma }) => isProForma)
  expect(proForma?.invoiceNumber).toBe(`PRO-${proForma?.invoiceId.slice(0, 8)}`)
})

test('an invoice has the same amounts as its order, and shows the discount', async () => {
  const shop = await openShop()
  const guest = shop.buyer()
  const { orderId } = await guest.buy(
    guest.submission({ isRecurring: true, recurringFrequency: 'weekly' }),
  )
  await shop.deliverPending()

  const ana = await customerBrowser(shop)
  const { body } = await ana.call<Invoice>('GET', fillPath(apiPaths.invoice, { orderId }))

  expect(body).toMatchObject({
    invoiceId: orderId,
    subtotal: '17.98',
    discount: '2.70',
    total: '15.28',
    paymentStatus: 'paid',
    isRecurring: true,
    recurringFrequency: 'weekly',
    deliveryAddress: '12 Main Street, Kingston, NY 12401',
    deliveryDate: '2026-03-05',
  })
  expect(body.items[0]).toMatchObject({ price: '8.99', quantity: 2, product: { size: '5-gallon' } })
})

test('X1: an order of another customer is not found', async () => {
  const shop = await openShop()
  const { orderId } = (await shop.buyer().place()).body
  const eve = await customerBrowser(shop, 'eve@example.com')
  const unknown = '00000000-0000-4000-8000-000000000000'

  for (const path of [apiPaths.customerOrder, apiPaths.invoice]) {
    const other = await eve.call('GET', fillPath(path, { id: orderId, orderId }))
    const missing = await eve.call('GET', fillPath(path, { id: unknown, orderId: unknown }))
    expect(other.status).toBe(404)
    expect(other.body).toEqual(missing.body)
  }
  const cancelled = await eve.call('PATCH', fillPath(apiPaths.cancelOrder, { id: orderId }))
  expect(cancelled.status).toBe(404)
})
