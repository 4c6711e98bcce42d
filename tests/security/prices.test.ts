import { describe, expect, test, vi } from 'vitest'
import type { Product } from '#contract/catalog.ts'
import { intentIdFrom } from '#tests/support/buyer.ts'
import { openShop, type TestShop } from '#tests/support/open-shop.ts'
import { archiveProducts, setPrices } from '#tests/support/product-changes.ts'
import { audit, listProviderCharges, listProviderIntents } from '#tests/support/provider-ledger.ts'

const wrongAmounts = [
  0,
  -1,
  0.01,
  1e9,
  1e300,
  'NaN',
  '1e3',
  '17.98',
  null,
  [17.98],
  { cents: 1798 },
]

describe('C1: prices sent by the client', () => {
  test('an invalid amount does not start a checkout', async () => {
    const shop = await openShop()

    for (const amount of wrongAmounts) {
      const response = await shop.buyer().call('POST', '/api/create-payment-intent', { amount })
      expect([amount, response.status]).toEqual([amount, 400])
    }

    expect(await listProviderIntents(shop)).toEqual([])
  })

  test('the provisional amount does not matter: the order is charged at the shop’s price', async () => {
    const shop = await openShop()
    const eve = shop.buyer()
    const { clientSecret } = (await eve.startCheckout(5.99)).body

    const { orderId } = (await eve.place()).body
    await eve.confirm(clientSecret)
    await shop.deliverPending()

    expect(await listProviderCharges(shop)).toEqual([{ amount: 1798, refunded: 0 }])
    expect((await eve.order(orderId)).body).toMatchObject({ total: '17.98', paymentStatus: 'paid' })
  })

  test('a different price, subtotal or total is rejected with 409 and nothing is stored', async () => {
    const shop = await openShop()
    const eve = shop.buyer()
    await eve.startCheckout()
    const lies = {
      'the price of a line': { items: buildLine(shop, { price: '0.01' }) },
      'a price of zero': { items: buildLine(shop, { price: 0 }) },
      'the subtotal': { subtotal: '0.50' },
      'the total': { total: '0.50' },
      'a total that is a cent too low': { total: '17.97' },
      'the discount of a subscription': { total: '15.28' },
      'all of them alike': {
        items: buildLine(shop, { price: '0.25' }),
        subtotal: '0.50',
        total: '0.50',
      },
    }

    for (const [lie, fields] of Object.entries(lies)) {
      const { status, body } = await eve.place({ ...eve.submission(), ...fields })
      expect([lie, status, body.code]).toEqual([lie, 409, 'price_changed'])
      expect(body.message).toBeTruthy()
    }

    expect(await shop.sql('select id from orders')).toEqual([])
    expect((await listProviderIntents(shop)).map(({ amount }) => amount)).toEqual([1798])
  })

  test('an invalid amount is rejected with the name of its field', async () => {
    const shop = await openShop()
    const eve = shop.buyer()

    for (const total of ['-1', '1e3', 'NaN', 'Infinity', '', ' 17.98', '17.980', null, -1, {}]) {
      const { status, body } = await eve.place(eve.submission({ total }))
      expect([total, status, Object.keys(body.fields ?? {})]).toEqual([total, 400, ['total']])
    }
  })

  test('fractional and negative quantities are rejected', async () => {
    const shop = await openShop()
    const eve = shop.buyer()

    for (const quantity of [0, -1, 0.5, 1e9, '2', null]) {
      const items = buildLine(shop, { quantity })
      expect((await eve.place(eve.submission({ items }))).status).toBe(400)
    }
  })

  test('a subscription whose total the client rounded differently is charged at our total', async () => {
    const shop = await openShop()
    const ana = shop.buyer()

    await ana.buy(ana.submission({ isRecurring: true, total: '15.29' }))
    await shop.deliverPending()

    expect(await listProviderCharges(shop)).toEqual([{ amount: 1528, refunded: 0 }])
    const twoOff = await shop.buyer().place(ana.submission({ isRecurring: true, total: '15.26' }))
    expect(twoOff.body.code).toBe('price_changed')
  })
})

describe('C2: a cheap intent for an expensive order', () => {
  test('an intent that was paid for one order pays no other', async () => {
    const shop = await openShop()
    const eve = shop.buyer()
    const cheap = await eve.buy(eve.submission({ lines: [[shop.products[3] as Product, 1]] }))
    await shop.deliverPending()
    const other = shop.buyer()
    const { clientSecret } = (await other.startCheckout()).body
    const expensive = await other.place(
      other.submission({ lines: [[shop.products[4] as Product, 40]] }),
    )

    const replayed = await other.confirm(cheap.clientSecret)
    await shop.deliverPending()

    expect(replayed.body.error).toBeDefined()
    expect((await other.order(expensive.body.orderId)).body.paymentStatus).toBe('pending')
    expect(intentIdFrom(clientSecret)).not.toBe(intentIdFrom(cheap.clientSecret))
    expect(await listProviderCharges(shop)).toEqual([{ amount: 599, refunded: 0 }])
  })

  test('a payment before the order is refunded, and the order gets its own intent', async () => {
    const shop = await openShop()
    const eve = shop.buyer()
    const { clientSecret } = (await eve.startCheckout(5.99)).body
    await eve.confirm(clientSecret)

    const placed = await eve.place()
    await shop.deliverPending()
    await shop.runJob('refund.send')

    expect(intentIdFrom(placed.body.clientSecret ?? '')).not.toBe(intentIdFrom(clientSecret))
    expect((await eve.order(placed.body.orderId)).body.paymentStatus).toBe('pending')
    expect(await listProviderCharges(shop)).toEqual([{ amount: 599, refunded: 599 }])
    expect((await audit(shop)).findings).toEqual([])
  })

  test('one intent can be recorded for one order only', async () => {
    const shop = await openShop()
    const eve = shop.buyer()
    const { orderId } = await eve.buy()
    const other = (await shop.buyer().place()).body.orderId

    const steal = shop.sql(
      `update payments set intent_id = (select intent_id from payments where order_id = $1)
       where order_id = $2`,
      [orderId, other],
    )

    await expect(steal).rejects.toThrow(/duplicate key/)
  })
})

describe('C8: the price changes between page and pay', () => {
  test('the submit is rejected, nothing is charged, and the current price is accepted', async () => {
    const shop = await openShop()
    const ana = shop.buyer()
    const { clientSecret } = (await ana.startCheckout()).body
    const [spring] = shop.products as [Product]
    await setPrices(shop, 950, spring.id)

    const stale = await ana.place()
    expect([stale.status, stale.body.code]).toEqual([409, 'price_changed'])

    const listed = await vi.waitFor(async () => {
      const { body } = await ana.call<Product[]>('GET', '/api/products')
      expect(body.find(({ id }) => id === spring.id)?.price).toBe('9.50')
      return body
    }, 60_000)
    const { orderId } = (await ana.place(ana.submission({ lines: [[listed[0] as Product, 2]] })))
      .body
    await ana.confirm(clientSecret)
    await shop.deliverPending()

    expect((await ana.order(orderId)).body).toMatchObject({ total: '19.00', paymentStatus: 'paid' })
    expect(await listProviderCharges(shop)).toEqual([{ amount: 1900, refunded: 0 }])
  })

  test('a placed order keeps its price', async () => {
    const shop = await openShop()
    const ana = shop.buyer()
    const { clientSecret } = (await ana.startCheckout()).body
    const { orderId } = (await ana.place()).body
    await setPrices(shop, 5000)

    await ana.confirm(clientSecret)
    await shop.deliverPending()

    expect((await ana.order(orderId)).body).toMatchObject({ total: '17.98', paymentStatus: 'paid' })
    expect((await audit(shop)).findings).toEqual([])
  })

  test('an unavailable product is reported as unavailable', async () => {
    const shop = await openShop()
    const ana = shop.buyer()
    await archiveProducts(shop, shop.products[0]?.id)

    const response = await ana.place()

    expect([response.status, response.body.code]).toEqual([409, 'product_unavailable'])
  })

  test('repeating a submission returns 409 once its product is unavailable', async () => {
    const shop = await openShop()
    const ana = shop.buyer()
    await ana.startCheckout()
    expect((await ana.place()).status).toBe(201)
    await archiveProducts(shop, shop.products[0]?.id)

    const again = await ana.place()

    expect([again.status, again.body.code]).toEqual([409, 'product_unavailable'])
  })
})

const buildLine = (shop: TestShop, change: object) => [
  { productId: shop.products[0]?.id, quantity: 2, price: '8.99', ...change },
]
