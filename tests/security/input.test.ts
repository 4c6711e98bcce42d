import { describe, expect, test } from 'vitest'
import { openShop, type TestShop } from '#tests/support/open-shop.ts'

const ORDERS = '/api/orders'

const counts = async (shop: TestShop) => {
  const [row] = await shop.sql(
    'select (select count(*) from orders) as orders, (select count(*) from products) as products',
  )
  return row
}

describe('request bodies are validated field by field', () => {
  test('each field of the checkout form has its own message', async () => {
    const shop = await openShop()
    const ana = shop.buyer()
    const wrong: Record<string, [unknown[], string]> = {
      customerName: [['A', ''], 'Name must be at least 2 characters'],
      customerEmail: [['ana', 'a@b', '@', ''], 'Please enter a valid email'],
      customerPhone: [['123456789'], 'Please enter a valid phone number'],
      deliveryAddress: [['1 Ma'], 'Please enter a valid address'],
      deliveryCity: [['K'], 'Please enter a city'],
      deliveryState: [['N', 'NYC'], 'Please select a state'],
      deliveryZip: [['1240'], 'Please enter a valid ZIP code'],
      deliveryDate: [
        ['', '2026-02-30', '2026-03-02', '2020-01-01', 'tomorrow', '05/03/2026'],
        'Please select a delivery date',
      ],
    }

    for (const [field, [values, message]] of Object.entries(wrong)) {
      for (const value of values) {
        const { status, body } = await ana.place(ana.submission({ [field]: value }))
        expect([field, value, status, body.fields]).toEqual([
          field,
          value,
          400,
          { [field]: message },
        ])
        expect(body.message).toBe(message)
      }
    }
    expect(await counts(shop)).toEqual({ orders: 0, products: 6 })
  })

  test('missing fields have the message Required, all in one response', async () => {
    const shop = await openShop()
    const ana = shop.buyer()

    const { status, body } = await ana.place({})

    expect(status).toBe(400)
    const names = Object.keys(ana.submission()).toSorted()
    expect(Object.keys(body.fields ?? {}).toSorted()).toEqual(names)
    expect(new Set(Object.values(body.fields ?? {}))).toEqual(new Set(['Required']))
    const { customerPhone: _, ...rest } = ana.submission()
    expect((await ana.place(rest)).body.fields).toEqual({ customerPhone: 'Required' })
  })

  test('tomorrow in the shop’s zone is the earliest date, and the frequency is optional', async () => {
    const shop = await openShop({ now: '2026-03-03T04:30:00Z' })
    const ana = shop.buyer()
    // 23:30 on March 2 in New York.
    expect((await ana.place(ana.submission({ deliveryDate: '2026-03-02' }))).status).toBe(400)
    expect((await ana.place(ana.submission({ deliveryDate: '2026-03-03' }))).status).toBe(201)
    const recurring = ana.submission({ isRecurring: true })
    expect((await ana.place({ ...recurring, recurringFrequency: 'daily' })).status).toBe(400)
    expect((await ana.place(recurring)).status).toBe(201)
  })

  test('forty bottles are accepted; a billion bottles or too many lines are rejected', async () => {
    const shop = await openShop()
    const ana = shop.buyer()
    const line = { productId: shop.products[0]?.id, quantity: 1, price: '8.99' }

    expect(
      (await ana.place(ana.submission({ lines: [[shop.products[0] as never, 40]] }))).status,
    ).toBe(201)
    const rejected = [
      [{ ...line, quantity: 1e9 }],
      [],
      Array(51).fill(line),
      {},
      'x',
      [null],
      [[line]],
    ]
    for (const items of rejected) {
      expect((await ana.place(ana.submission({ items }))).status).toBe(400)
    }
    const expensive = ana.submission({
      lines: [...shop.products, ...shop.products].map((product) => [product, 999]),
    })
    const { status, body } = await ana.place(expensive)
    expect([status, body.message]).toEqual([400, 'Please call us for an order of this size'])
  })

  test('wrong types, NUL and lone surrogates are rejected, never with a 500', async () => {
    const shop = await openShop()
    const ana = shop.buyer()

    for (const value of [1, true, null, [], {}, ['x'], 'An\0a', 'A\ud800na', 'x'.repeat(5000)]) {
      for (const field of ['customerName', 'deliveryAddress', 'customerEmail', 'deliveryDate']) {
        const { status } = await ana.place(ana.submission({ [field]: value }))
        expect([field, value, status]).toEqual([field, value, 400])
      }
    }
    for (const isRecurring of ['true', 1, null]) {
      expect((await ana.place({ ...ana.submission(), isRecurring })).status).toBe(400)
    }
  })

  test('null, arrays, empty and malformed bodies are rejected with 400 and a message', async () => {
    const shop = await openShop()
    const ana = shop.buyer()
    const json = { 'content-type': 'application/json' }

    for (const path of [ORDERS, '/api/create-payment-intent']) {
      for (const body of ['null', '[]', '""', '1', '', '{', '{"a":1}}', 'undefined', '\0']) {
        const response = await ana.call('POST', path, body, json)
        expect([path, body, response.status]).toEqual([path, body, 400])
        expect(response.body.message).toBeTruthy()
      }
      expect((await ana.call('POST', path, undefined)).status).toBe(400)
      const asForm = { 'content-type': 'application/x-www-form-urlencoded' }
      expect((await ana.call('POST', path, 'amount=9', asForm)).status).toBe(415)
      expect(
        (await ana.call('POST', path, 'amount=9', { 'content-type': 'text/plain' })).status,
      ).toBe(400)
    }
  })
})

describe('X3, X4, X6', () => {
  test('X3: fields that clients may not set are ignored or rejected, and none is stored', async () => {
    const shop = await openShop()
    const eve = shop.buyer()
    const extra = {
      id: shop.products[0]?.id,
      status: 'confirmed',
      paymentStatus: 'paid',
      version: 9,
    }
    const more = { role: 'admin', totalCents: 1, total_cents: 1, customerId: shop.products[0]?.id }

    const { body } = await eve.place({ ...eve.submission(), ...extra, ...more, parentOrderId: 'x' })

    expect((await eve.order(body.orderId)).body).toMatchObject({
      id: body.orderId,
      status: 'pending',
      paymentStatus: 'pending',
      total: '17.98',
      version: 1,
      parentOrderId: null,
    })
    expect(body.orderId).not.toBe(extra.id)
    const [customer] = await shop.sql('select * from customers')
    expect(Object.values(customer ?? {})).not.toContain('admin')
  })

  test('X3: __proto__ and constructor do not pollute prototypes', async () => {
    const shop = await openShop()
    const eve = shop.buyer()
    const submission = JSON.stringify(eve.submission()).slice(1)

    for (const poison of [
      '"__proto__":{"isAvailable":1}',
      '"constructor":{"prototype":{"isAvailable":1}}',
    ]) {
      const { status } = await eve.place(`{${poison},${submission}`)
      expect([poison, status]).toEqual([poison, 400])
    }
    expect(({} as Record<string, unknown>).isAvailable).toBeUndefined()
  })

  test('X4: free text is stored unchanged and escaped in emails and pages', async () => {
    const shop = await openShop()
    const eve = shop.buyer()
    const customerName = `  <script>alert("x")</script> O'Ñeill 🫙 مرحبا\t`
    const deliveryAddress = `"><img src=x onerror=alert(1)> & {{7*7}} \${7*7} %s`

    const { orderId } = await eve.buy(eve.submission({ customerName, deliveryAddress }))
    await shop.deliverPending()

    const { body } = await eve.order(orderId)
    expect([body.customerName, body.deliveryAddress]).toEqual([customerName, deliveryAddress])
    const [email] = await shop.mailbox()
    expect(email?.html).not.toMatch(/<script|<img src=x/)
    expect(email?.html).toContain('&lt;script&gt;')
    expect(email?.subject).not.toContain('\n')
  })

  test('X6: SQL in ids and texts is not executed', async () => {
    const shop = await openShop()
    const eve = shop.buyer()
    const sql = `'); drop table orders; --`

    const { body } = await eve.place(eve.submission({ customerName: sql, deliveryCity: sql }))
    expect((await eve.order(body.orderId)).body).toMatchObject({
      customerName: sql,
      deliveryCity: sql,
    })
    const items = [{ productId: `${shop.products[0]?.id}' or '1'='1`, quantity: 2, price: '8.99' }]
    expect((await eve.place(eve.submission({ items }))).status).toBe(400)
    for (const id of [sql, `${body.orderId}'--`, 'a'.repeat(3000), '%00', `${body.orderId}%00`]) {
      const raw = id.startsWith('%') || id.endsWith('%00') ? id : encodeURIComponent(id)
      for (const path of [`${ORDERS}/${raw}`, `${ORDERS}/${raw}/events`]) {
        const { status } = await eve.call('GET', path)
        expect([path.slice(0, 80), status]).toEqual([path.slice(0, 80), 404])
      }
      const paying = await eve.call('POST', `${ORDERS}/${raw}/payment-intent`)
      expect([raw.slice(0, 80), paying.status, paying.body]).toMatchObject([
        raw.slice(0, 80),
        404,
        {},
      ])
      const typed = { clientSecret: 'x', card: { number: '4', expMonth: 1, expYear: 1, cvc: '1' } }
      const confirm = `/api/sandbox/payment-intents/${raw}/confirm`
      expect((await eve.call('POST', confirm, typed)).status).toBeLessThan(500)
    }
    expect(await counts(shop)).toEqual({ orders: 1, products: 6 })
  })
})
