import { expect, test } from 'vitest'
import { DECLINED_CARD, intentIdFrom, SECURE_CARD } from '#tests/support/buyer.ts'
import { openShop } from '#tests/support/open-shop.ts'

test('a paid checkout confirms the order, charges the exact total and sends one email', async () => {
  const shop = await openShop()
  const ana = shop.buyer()

  const { orderId, paid } = await ana.buy()
  await shop.deliverPending()

  expect(paid.body.status).toBe('succeeded')
  const { body: order } = await ana.order(orderId)
  expect(order).toMatchObject({
    status: 'confirmed',
    deliveryStatus: 'scheduled',
    paymentStatus: 'paid',
    subtotal: '17.98',
    total: '17.98',
    deliveryDate: '2026-03-05',
    customerName: 'Ana Ruiz',
  })
  const emails = await shop.mailbox()
  expect(emails.map(({ recipient, subject }) => [recipient, subject])).toEqual([
    ['ana@example.com', `Order ${orderId.slice(0, 8)} is confirmed`],
  ])
  expect(emails[0]?.text).toContain('$17.98')
  expect(emails[0]?.html).toContain(`http://shop.test/order-confirmation?orderId=${orderId}`)
})

test('a recurring order is charged 15% less, rounded half up, and its card is saved', async () => {
  const shop = await openShop()
  const ana = shop.buyer()

  const { orderId } = await ana.buy(ana.submission({ isRecurring: true }))
  await shop.deliverPending()

  const { body: order } = await ana.order(orderId)
  expect(order).toMatchObject({
    subtotal: '17.98',
    discount: '2.70',
    total: '15.28',
    recurringFrequency: 'monthly',
    paymentStatus: 'paid',
  })
  const [payment] = await shop.sql<{ payment_method_ref: string }>('select * from payments')
  expect(payment?.payment_method_ref).toMatch(/^pm_/)
})

test('an unpaid checkout returns the same intent again', async () => {
  const shop = await openShop()
  const ana = shop.buyer()

  const first = await ana.startCheckout()
  const second = await ana.startCheckout(99)

  expect(second.body.clientSecret).toBe(first.body.clientSecret)
})

test('a corrected delivery address updates the same unpaid order', async () => {
  const shop = await openShop()
  const ana = shop.buyer()
  await ana.startCheckout()
  const first = await ana.place()

  const second = await ana.place(ana.submission({ deliveryAddress: '99 Other Road' }))

  expect(second.body).toEqual({ orderId: first.body.orderId })
  expect((await ana.order(first.body.orderId)).body.deliveryAddress).toBe('99 Other Road')
  expect(await shop.sql('select id from orders')).toHaveLength(1)
})

test('a corrected email address gets a new intent for the same order and cancels the old one', async () => {
  const shop = await openShop()
  const ana = shop.buyer()
  const { clientSecret: oldSecret } = (await ana.startCheckout()).body
  const { orderId } = (await ana.place()).body

  const corrected = await ana.place(ana.submission({ customerEmail: 'ana.ruiz@example.com' }))
  const paid = await ana.confirm(corrected.body.clientSecret ?? '')
  await shop.deliverPending()

  expect(corrected.body.orderId).toBe(orderId)
  expect(intentIdFrom(corrected.body.clientSecret ?? '')).not.toBe(intentIdFrom(oldSecret))
  expect(paid.body.status).toBe('succeeded')
  expect((await ana.confirm(oldSecret)).body.status).toBe('canceled')
  expect((await ana.order(orderId)).body.paymentStatus).toBe('paid')
})

test('a declined card leaves the order unpaid, and another card pays it', async () => {
  const shop = await openShop()
  const ana = shop.buyer()

  const declined = await ana.buy(ana.submission(), DECLINED_CARD)
  expect(declined.paid.body.error?.message).toBe('Your card was declined.')
  expect((await ana.order(declined.orderId)).body).toMatchObject({
    status: 'pending',
    paymentStatus: 'pending',
  })

  const resubmitted = await ana.place()
  await ana.confirm(declined.clientSecret)
  await shop.deliverPending()
  expect(resubmitted.body.orderId).toBe(declined.orderId)
  expect((await ana.order(declined.orderId)).body.paymentStatus).toBe('paid')
})

test('3-D Secure: the order is paid after Complete and stays unpaid after Fail', async () => {
  const shop = await openShop()
  const ana = shop.buyer()

  const failed = await ana.buy(ana.submission(), SECURE_CARD)
  expect(failed.paid.body.needsAuthentication).toBe(true)
  await ana.authenticate(failed.clientSecret, 'fail')
  expect((await ana.order(failed.orderId)).body.paymentStatus).toBe('pending')

  await ana.confirm(failed.clientSecret, SECURE_CARD)
  await ana.authenticate(failed.clientSecret, 'complete')
  await shop.deliverPending()
  expect((await ana.order(failed.orderId)).body.paymentStatus).toBe('paid')
})

test('the next intent after a paid order starts a new checkout', async () => {
  const shop = await openShop()
  const ana = shop.buyer()
  const first = await ana.buy()

  const second = await ana.buy(ana.submission({ lines: [[shop.products[1] as never, 1]] }))
  await shop.deliverPending()

  expect(second.orderId).not.toBe(first.orderId)
  expect((await ana.order(second.orderId)).body).toMatchObject({
    paymentStatus: 'paid',
    total: '6.99',
  })
})

test('an order without the checkout cookie is pending, and can be paid at /pay', async () => {
  const shop = await openShop()
  const ana = shop.buyer()

  const placed = await ana.place()
  expect(placed.status).toBe(201)
  expect(Object.keys(placed.body)).toEqual(['orderId'])

  const { body } = await ana.pay(placed.body.orderId)
  expect(body.total).toBe('17.98')
  expect((await ana.pay(placed.body.orderId)).body.clientSecret).toBe(body.clientSecret)
  await ana.confirm(body.clientSecret)
  await shop.deliverPending()
  expect((await ana.order(placed.body.orderId)).body.paymentStatus).toBe('paid')
  expect((await ana.pay(placed.body.orderId)).body.code).toBe('not_payable')
})
