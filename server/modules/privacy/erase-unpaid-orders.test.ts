import { expect, test } from 'vitest'
import { fillPath } from '#contract/fill-path.ts'
import { apiPaths } from '#contract/paths.ts'
import { DECLINED_CARD } from '#tests/support/buyer.ts'
import { openShop } from '#tests/support/open-shop.ts'
import { customerBrowser, staffBrowser } from '#tests/support/sign-in.ts'

const DAY_MS = 86_400_000

const PERSON = /ana@example|Ana Ruiz|845-555-0100|12 Main Street|127\.0\.0\.1/

/** Ana remaining a recurring order unpaid, and it expired after a day. */
async function shopWithAbandonedOrder() {
  const shop = await openShop()
  const buyer = shop.buyer()
  await buyer.startCheckout()
  const { orderId } = (await buyer.place(buyer.submission({ isRecurring: true }))).body
  shop.clock.advance(DAY_MS + 60_000)
  await shop.runJob('payment.expire')
  const erase = async (days: number) => {
    shop.clock.advance(days * DAY_MS)
    await shop.runJob('order.eraseUnpaid')
  }
  const stored = async () => {
    const tables = ['orders', 'customers', 'consents', 'provider_customers', 'login_requests']
    const rows = await Promise.all(tables.map((table) => shop.sql(`select * from ${table}`)))
    return JSON.stringify(rows)
  }
  return { shop, buyer, orderId, erase, stored }
}

test('AU18: personal data of an order that was never paid is erased after 30 days', async () => {
  const { shop, orderId, erase, stored } = await shopWithAbandonedOrder()

  await erase(29)
  const before = await stored()
  await erase(2)
  await shop.runJob('payment.deleteCustomers')

  expect(before).toMatch(PERSON)
  expect(await stored()).not.toMatch(PERSON)
  expect(await shop.sql('select id, status, total_cents from orders')).toEqual([
    { id: orderId, status: 'cancelled', total_cents: 1528 },
  ])
  expect(
    await shop.sql(
      "select 1 from sandbox.objects where type = 'customer' and data->>'deleted' is null",
    ),
  ).toEqual([])
})

test('AU18: a paid order and its customer are not erased', async () => {
  const { shop, erase } = await shopWithAbandonedOrder()
  const { orderId } = await shop
    .buyer()
    .buy(shop.buyer().submission({ deliveryDate: '2026-03-10' }))
  await shop.deliverPending()
  const staff = await staffBrowser(shop)
  await staff.call('PATCH', fillPath(apiPaths.adminOrder, { id: orderId }), { status: 'cancelled' })

  await erase(40)

  const remaining = await shop.sql(
    'select id, customer_name from orders where customer_email is not null',
  )
  expect(remaining).toEqual([{ id: orderId, customer_name: 'Ana Ruiz' }])
  expect(await shop.sql('select email from customers')).toEqual([{ email: 'ana@example.com' }])
})

test('AU18: a customer who logged in or was edited by staff is not deleted', async () => {
  const { shop, erase } = await shopWithAbandonedOrder()
  await customerBrowser(shop)
  const other = shop.buyer()
  const bo = { customerEmail: 'bo@example.com', deliveryDate: '2026-03-10' }
  await other.place(other.submission(bo))
  const staff = await staffBrowser(shop)
  const [customer] = await shop.sql<{ id: string }>(
    "select id from customers where email = 'bo@example.com'",
  )
  await staff.call('PATCH', fillPath(apiPaths.adminCustomer, { id: customer?.id ?? '' }), {
    name: 'Bo',
  })
  shop.clock.advance(2 * DAY_MS)
  await shop.runJob('payment.expire')

  await erase(40)

  expect(await shop.sql('select 1 from orders where customer_email is not null')).toEqual([])
  const remaining = await shop.sql('select email from customers order by email')
  expect(remaining).toEqual([{ email: 'ana@example.com' }, { email: 'bo@example.com' }])
})

test('AU18: the IP address of a payment is deleted after two days', async () => {
  const shop = await openShop()
  await shop.buyer().buy(undefined, DECLINED_CARD)
  await shop.deliverPending()
  const networks = () =>
    shop.sql('select network from intents union all select network from declines')
  const known = await networks()

  shop.clock.advance(3 * DAY_MS)
  await shop.runJob('payment.purgeNetworks')

  expect(known).toEqual([{ network: expect.any(String) }, { network: expect.any(String) }])
  expect(await networks()).toEqual([{ network: null }, { network: null }])
})

test('AU18: a guest who orders again is not deleted', async () => {
  const { shop, erase } = await shopWithAbandonedOrder()
  shop.clock.advance(30 * DAY_MS)
  const guest = shop.buyer()
  await guest.place(guest.submission({ deliveryDate: '2026-04-10' }))

  await erase(1)

  const orders = await shop.sql(
    'select customer_email from orders where customer_id is not null order by created_at',
  )
  expect(orders).toEqual([{ customer_email: null }, { customer_email: 'ana@example.com' }])
})
