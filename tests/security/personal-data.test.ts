import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import type { Order } from '#contract/orders.ts'
import { hashToken } from '#server/modules/identity/index.ts'
import type { Buyer } from '#tests/support/buyer.ts'
import { openShop, type TestShop } from '#tests/support/open-shop.ts'

const DAY_MS = 24 * 3_600_000

const personal = ['customer', 'customerEmail', 'customerName', 'customerPhone', 'deliveryAddress']

const shown = (order: Order) => personal.filter((key) => order[key as keyof Order] !== null)

/** A browser logged in as this customer or staff member. */
async function signInAs(shop: TestShop, as: { customerId?: string; staffId?: string }) {
  const browser = shop.buyer()
  const token = randomUUID()
  await shop.sql(
    `insert into sessions (id, token_hash, customer_id, staff_id, created_at, expires_at)
     values ($1, $2, $3, $4, $5, $6)`,
    [
      randomUUID(),
      hashToken(token),
      as.customerId ?? null,
      as.staffId ?? null,
      shop.clock.now(),
      new Date(shop.clock.now().getTime() + DAY_MS),
    ],
  )
  browser.cookies.set('session', token)
  return browser
}

const getCustomer = async (shop: TestShop, email: string) => {
  const [row] = await shop.sql<{ id: string }>('select id from customers where email = $1', [email])
  return { customerId: row?.id ?? '' }
}

async function signInStaff(shop: TestShop) {
  const staffId = randomUUID()
  await shop.sql(
    `insert into staff (id, email, password_hash, role, created_at)
     values ($1, 'sue@shop.test', 'x', 'viewer', $2)`,
    [staffId, shop.clock.now()],
  )
  return { staffId }
}

/** Ana's order of more than a day ago, and Ben with his own order. */
async function placeOrderADayAgo(shop: TestShop) {
  const [ana, ben] = [shop.buyer(), shop.buyer()]
  const { orderId } = await ana.buy()
  await ben.buy(ben.submission({ customerEmail: 'ben@example.com' }))
  await shop.deliverPending()
  shop.clock.advance(DAY_MS)
  const read = async (browser: Buyer) => shown((await browser.order(orderId)).body)
  return { ana, ben, orderId, read }
}

test('P1: for one day the order is fully visible to anyone with its id', async () => {
  const shop = await openShop()
  const { orderId } = await shop.buyer().buy()
  await shop.deliverPending()

  shop.clock.advance(DAY_MS - 1)

  const { body } = await shop.buyer().order(orderId)
  expect(shown(body)).toEqual(personal)
  expect(body.customer?.email).toBe('ana@example.com')
})

test('P1: after a day others see the order without name, email, phone and street', async () => {
  const shop = await openShop()
  const { orderId } = await placeOrderADayAgo(shop)

  const { status, body } = await shop.buyer().order(orderId)

  expect(status).toBe(200)
  expect(shown(body)).toEqual([])
  expect(body).toMatchObject({ deliveryCity: 'Kingston', total: '17.98', paymentStatus: 'paid' })
  const text = JSON.stringify(body)
  for (const word of ['Ana', 'ana@', '845-555', 'Main Street']) expect(text).not.toContain(word)
})

test('P1: after a day only the checkout browser, the customer and staff see the full order', async () => {
  const shop = await openShop()
  const { ana, ben, read } = await placeOrderADayAgo(shop)

  expect(await read(ana)).toEqual(personal)
  expect(await read(await signInAs(shop, await getCustomer(shop, 'ana@example.com')))).toEqual(
    personal,
  )
  expect(await read(await signInAs(shop, await signInStaff(shop)))).toEqual(personal)
  expect(await read(ben)).toEqual([])
  expect(await read(await signInAs(shop, await getCustomer(shop, 'ben@example.com')))).toEqual([])
  const guessing = shop.buyer()
  guessing.cookies.set('checkout', 'AAAA')
  guessing.cookies.set('session', 'AAAA')
  expect(await read(guessing)).toEqual([])
})

test('P1: an ended session gives no access', async () => {
  const shop = await openShop()
  const { read } = await placeOrderADayAgo(shop)
  const owner = await signInAs(shop, await getCustomer(shop, 'ana@example.com'))

  shop.clock.advance(DAY_MS)

  expect(await read(owner)).toEqual([])
})

test('P1: a checkout cookie gives access to orders placed with it, not to a checkout only started', async () => {
  const shop = await openShop()
  const { ana, orderId, read } = await placeOrderADayAgo(shop)
  // The server ignores a cookie set by an attacker and generates its own.
  const eve = shop.buyer()
  const planted = 'a-token-that-eve-knows'
  eve.cookies.set('checkout', planted)
  await eve.startCheckout()
  expect(eve.cookies.get('checkout')).not.toBe(planted)

  await ana.startCheckout()

  expect(await read(ana)).toEqual(personal)
  expect(shown((await eve.order(orderId)).body)).toEqual([])
})

test('P1: orders are not cached and not indexed by search engines', async () => {
  const shop = await openShop()
  const { orderId } = await shop.buyer().buy()

  for (const path of [`/api/orders/${orderId}`, `/%61pi/orders/${orderId}`]) {
    const { status, headers } = await shop.buyer().call('GET', path)
    expect([path, status, headers.get('cache-control')]).toEqual([path, 200, 'no-store'])
    expect(headers.get('x-robots-tag')).toBe('noindex')
  }
  for (const path of ['/order-confirmation', `/pay/${orderId}`, '/checkout']) {
    const { headers } = await shop.buyer().call('GET', path)
    expect([path, headers.get('x-robots-tag')]).toEqual([path, 'noindex'])
    expect(headers.get('cache-control')).toBe('no-store')
  }
  const stream = await fetch(`${shop.url}/api/orders/${orderId}/events`)
  expect(stream.headers.get('cache-control')).toBe('no-store')
  await stream.body?.cancel()
})

test('P1: the event stream contains states and dates, no personal data', async () => {
  const shop = await openShop()
  const { orderId } = await shop.buyer().buy()

  const stream = await fetch(`${shop.url}/api/orders/${orderId}/events`)
  let text = ''
  for await (const chunk of stream.body ?? []) {
    text += Buffer.from(chunk).toString()
    if (text.includes('data: ')) break
  }

  const [, data = '{}'] = /data: (.*)/.exec(text) ?? []
  expect(Object.keys(JSON.parse(data)).toSorted()).toEqual(
    ['deliveryDate', 'deliveryStatus', 'id', 'paymentStatus', 'status'].toSorted(),
  )
})

test('an unknown order and an odd id get the same 404', async () => {
  const shop = await openShop()
  const unknown = await shop.buyer().order('11111111-1111-4111-8111-111111111111')

  for (const id of ['1', 'x'.repeat(100), "' or 1=1 --", '..', '%00', 'null']) {
    const { status, body } = await shop.buyer().call('GET', `/api/orders/${encodeURIComponent(id)}`)
    expect([id, status, body]).toEqual([id, 404, unknown.body])
  }
})
