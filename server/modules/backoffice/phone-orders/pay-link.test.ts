import { expect, test } from 'vitest'
import { fillPath } from '#contract/fill-path.ts'
import { apiPaths } from '#contract/paths.ts'
import { DECLINED_CARD } from '#tests/support/buyer.ts'
import { openShop } from '#tests/support/open-shop.ts'
import { placeByPhone } from '#tests/support/orders/phone-order.ts'
import { audit, getOrderState } from '#tests/support/provider-ledger.ts'
import { staffBrowser } from '#tests/support/sign-in.ts'
import { emailsOfKind } from '#tests/support/subscriber.ts'

const link = { payment: 'link' }
const recurring = { ...link, isRecurring: true, recurringFrequency: 'weekly', total: '15.28' }

async function openWithStaff() {
  const shop = await openShop()
  return { shop, staff: await staffBrowser(shop) }
}

test('rule 38: a pay link is emailed and shown, and paying it confirms the order', async () => {
  const { shop, staff } = await openWithStaff()

  const { body } = await placeByPhone(staff, shop, { ...link, deliveryDate: '2026-04-10' })
  await shop.runJob('email.send')
  const [email] = await shop.sql<{ subject: string; text: string }>('select * from mailbox')
  const before = await getOrderState(shop, body.orderId)
  const customer = shop.buyer()
  const { clientSecret } = (await customer.pay(body.orderId)).body
  await customer.confirm(clientSecret)
  await shop.deliverPending()

  expect(body).toMatchObject({ paymentStatus: 'pending', charge: null })
  expect(body.payUrl).toMatch(new RegExp(`/pay/${body.orderId}$`))
  expect(email?.subject).toContain('Pay for order')
  expect(email?.text).toContain(body.payUrl ?? 'no link')
  expect(email?.text).toContain('Mon, Mar 9')
  expect(before).toEqual('pending pending')
  expect(await getOrderState(shop, body.orderId)).toEqual('confirmed paid')
  expect((await audit(shop)).findings).toEqual([])
})

test('rule 38: an unpaid link waits seven days, opened or not', async () => {
  const { shop, staff } = await openWithStaff()
  const far = { ...link, deliveryDate: '2026-04-10' }
  const untouched = (await placeByPhone(staff, shop, far)).body.orderId
  const opened = (await placeByPhone(staff, shop, far)).body.orderId
  await shop.buyer().pay(opened)
  const states = async () => [
    await getOrderState(shop, untouched),
    await getOrderState(shop, opened),
  ]

  shop.clock.advance(7 * 86_400_000 - 60_000)
  await shop.runJob('payment.expire')
  const waiting = await states()
  shop.clock.advance(60_000)
  await shop.runJob('payment.expire')

  expect(waiting).toEqual(['pending pending', 'pending pending'])
  expect(await states()).toEqual(['cancelled failed', 'cancelled failed'])
})

test("rule 39: an unpaid link ends at its delivery's cut-off at the latest", async () => {
  const { shop, staff } = await openWithStaff()
  const { orderId } = (await placeByPhone(staff, shop, { ...link, deliveryDate: '2026-03-04' }))
    .body
  const [row] = await shop.sql<{ expires_at: Date }>('select expires_at from payments')

  shop.clock.set(new Date((row?.expires_at.getTime() ?? 0) - 1000).toISOString())
  await shop.runJob('payment.expire')
  const before = await getOrderState(shop, orderId)
  shop.clock.advance(1000)
  await shop.runJob('payment.expire')

  expect(before).toEqual('pending pending')
  expect(await getOrderState(shop, orderId)).toEqual('cancelled failed')
})

test('rule 39: a link that has ended opens no payment, also before the job has cancelled its order', async () => {
  const { shop, staff } = await openWithStaff()
  const { orderId } = (await placeByPhone(staff, shop, { ...link, deliveryDate: '2026-03-04' }))
    .body
  const [row] = await shop.sql<{ expires_at: Date }>('select expires_at from payments')

  shop.clock.set(row?.expires_at.toISOString() ?? '')
  const { status, body } = await shop.buyer().pay(orderId)

  expect([status, body]).toMatchObject([409, { code: 'not_payable' }])
  expect(await shop.sql('select id from intents')).toEqual([])
})

test('a link that would end at once is rejected with the way out', async () => {
  const { shop, staff } = await openWithStaff()

  const today = await placeByPhone(staff, shop, { ...link, deliveryDate: '2026-03-02' })

  expect(today.status).toBe(400)
  expect(today.body.message).toContain("It's too late for a pay link")
  expect(await shop.sql('select 1 from orders')).toEqual([])
})

test('an order of the shop still expires after a day', async () => {
  const { shop } = await openWithStaff()
  const { orderId } = (await shop.buyer().place()).body

  shop.clock.advance(86_400_000 + 1000)
  await shop.runJob('payment.expire')

  expect(await getOrderState(shop, orderId)).toEqual('cancelled failed')
})

test('C10: three declines on the pay page end a phone order, too', async () => {
  const { shop, staff } = await openWithStaff()
  const { orderId } = (await placeByPhone(staff, shop, link)).body
  const customer = shop.buyer()

  for (let round = 0; round < 3; round++) {
    const { clientSecret } = (await customer.pay(orderId)).body
    await customer.confirm(clientSecret, DECLINED_CARD)
    await shop.deliverPending()
  }
  await shop.runJob('payment.cancelDeclined')

  expect(await getOrderState(shop, orderId)).toEqual('cancelled failed')
})

test('rule 39: a recurring phone order becomes active when the customer accepts terms and pays', async () => {
  const { shop, staff } = await openWithStaff()
  const { orderId } = (await placeByPhone(staff, shop, recurring)).body
  const consents = () => shop.sql('select text, ip, total_cents from consents')
  const subscriptions = () => shop.sql('select status, payment_method_ref from subscriptions')

  // Staff confirm the order manually: without consent there is no subscription.
  const path = fillPath(apiPaths.adminOrder, { id: orderId })
  await staff.call('PATCH', path, { status: 'confirmed' })
  const early = [await consents(), await subscriptions()]
  const customer = shop.buyer()
  const { clientSecret } = (await customer.pay(orderId)).body
  await customer.confirm(clientSecret)
  await shop.deliverPending()

  expect(early).toEqual([[], []])
  expect(await consents()).toMatchObject([
    { text: expect.stringContaining("we'll charge your card every week"), total_cents: 1528 },
  ])
  expect(await subscriptions()).toEqual([
    { status: 'active', payment_method_ref: expect.stringMatching(/^pm_/) },
  ])
  expect(await emailsOfKind(shop, 'payment_link')).toHaveLength(1)
})
