import { expect, test } from 'vitest'
import { fillPath } from '#contract/fill-path.ts'
import { apiPaths } from '#contract/paths.ts'
import type { CustomerDetail } from '#contract/staff/backoffice.ts'
import type { StaffCustomer } from '#contract/staff/staff.ts'
import type { Buyer } from '#tests/support/buyer.ts'
import { openShop, type TestShop } from '#tests/support/open-shop.ts'
import { phoneOrder, placeByPhone } from '#tests/support/orders/phone-order.ts'
import { audit, getOrderState } from '#tests/support/provider-ledger.ts'
import { getFaults } from '#tests/support/sandbox-faults.ts'
import { staffBrowser } from '#tests/support/sign-in.ts'
import { capturedCents, emailsOfKind, subscribe } from '#tests/support/subscriber.ts'

const savedCard = { payment: 'saved_card' }
/** Saved at checkout, declined on every later charge. */
const DECLINED_LATER = '4000000000000341'

const hasSavedCard = async (staff: Buyer) => {
  const { body } = await staff.call<StaffCustomer[]>('GET', apiPaths.adminCustomers)
  const path = fillPath(apiPaths.adminCustomer, { id: body[0]?.id ?? '' })
  return (await staff.call<CustomerDetail>('GET', path)).body.hasSavedCard
}

async function openWithSubscriber(card?: string) {
  const shop = await openShop()
  const { id } = await subscribe(shop, card ? { card } : {})
  return { shop, staff: await staffBrowser(shop), subscriptionId: id }
}

const attempts = (shop: TestShop, orderId: string) =>
  shop.sql('select outcome, code from charge_attempts where order_id = $1', [orderId])

test('rule 38: a saved card is charged off-session, once, and who did it is recorded', async () => {
  const { shop, staff } = await openWithSubscriber()
  expect(await hasSavedCard(staff)).toBe(true)
  const body = phoneOrder(shop, { ...savedCard, deliveryDate: '2026-03-02' })
  const send = () =>
    staff.call<{ orderId: string; charge: string }>('POST', apiPaths.adminOrders, body)

  const replies = await Promise.all([send(), send()])
  const again = await send()
  await shop.deliverPending()

  const { orderId } = again.body
  expect(new Set(replies.map((reply) => reply.body.orderId))).toEqual(new Set([orderId]))
  expect(await getOrderState(shop, orderId)).toEqual('confirmed paid')
  expect((await capturedCents(shop)).toSorted()).toEqual([1528, 1798])
  expect(await attempts(shop, orderId)).toEqual([{ outcome: 'paid', code: null }])
  expect((await audit(shop)).findings).toEqual([])
  const entries = await shop.sql(
    "select staff_email, after from audit_entries where action = 'order.placed'",
  )
  expect(entries).toMatchObject([
    { staff_email: 'staff@example.com', after: { payment: 'saved_card' } },
  ])
})

test('without a card whose owner agreed nothing is placed', async () => {
  const { shop, staff, subscriptionId } = await openWithSubscriber()
  await shop.sql('delete from consents')
  const withoutConsent = await placeByPhone(staff, shop, savedCard)
  await shop.sql("update subscriptions set status = 'cancelled' where id = $1", [subscriptionId])
  const cancelled = await placeByPhone(staff, shop, savedCard)
  const guest = await placeByPhone(staff, shop, { ...savedCard, customerEmail: 'new@example.com' })

  for (const reply of [withoutConsent, cancelled, guest])
    expect(reply).toMatchObject({ status: 409, body: { code: 'no_saved_card' } })
  expect(await hasSavedCard(staff)).toBe(false)
  expect(await shop.sql("select 1 from orders where channel = 'phone'")).toEqual([])
  expect(await capturedCents(shop)).toEqual([1528])
})

test('a declined card leaves the order with an emailed pay link, which pays the same intent', async () => {
  const { shop, staff } = await openWithSubscriber(DECLINED_LATER)

  const { body } = await placeByPhone(staff, shop, savedCard)
  await shop.deliverPending()
  const waiting = await getOrderState(shop, body.orderId)
  const customer = shop.buyer()
  const { clientSecret } = (await customer.pay(body.orderId)).body
  await customer.confirm(clientSecret)
  await shop.deliverPending()

  expect(body).toMatchObject({ charge: 'declined', paymentStatus: 'pending' })
  expect(body.payUrl).toContain('/pay/')
  expect(waiting).toEqual('pending pending')
  expect(await emailsOfKind(shop, 'payment_link')).toHaveLength(1)
  expect(await attempts(shop, body.orderId)).toMatchObject([{ outcome: 'soft' }])
  expect(await shop.sql('select 1 from intents where order_id = $1', [body.orderId])).toHaveLength(
    1,
  )
  expect(await getOrderState(shop, body.orderId)).toEqual('confirmed paid')
  expect((await audit(shop)).findings).toEqual([])
})

test('a declined order past its cut-off is cancelled, because no link can be paid in time', async () => {
  const { shop, staff } = await openWithSubscriber(DECLINED_LATER)

  const { body } = await placeByPhone(staff, shop, { ...savedCard, deliveryDate: '2026-03-02' })

  expect(body).toMatchObject({ charge: 'declined', payUrl: null })
  expect(await getOrderState(shop, body.orderId)).toEqual('cancelled failed')
  expect(await emailsOfKind(shop, 'payment_link')).toEqual([])
})

test('I4: an unknown answer is no failure; reconciliation finds the one charge', async () => {
  const { shop, staff } = await openWithSubscriber()
  const faults = getFaults(shop)
  faults.next('POST payment_intents/:id/confirm', 'drop-response')
  // A webhook would settle the order before reconciliation.
  faults.nextWebhook('*', 'lose', 9)

  const { body } = await placeByPhone(staff, shop, savedCard)
  const unknown = await getOrderState(shop, body.orderId)
  shop.clock.advance(5 * 60_000)
  await shop.runJob('payment.reconcile')

  expect(body).toMatchObject({ charge: 'unknown' })
  expect(unknown).toEqual('pending pending')
  expect(await getOrderState(shop, body.orderId)).toEqual('confirmed paid')
  expect((await capturedCents(shop)).toSorted()).toEqual([1528, 1798])
  expect((await audit(shop)).findings).toEqual([])
})

test('I4: a charge that never reached the provider ends with an emailed pay link', async () => {
  const { shop, staff } = await openWithSubscriber()
  getFaults(shop).next('POST payment_intents/:id/confirm', 'drop-request')
  const body = phoneOrder(shop, { ...savedCard, deliveryDate: '2026-03-10' })
  const send = () =>
    staff.call<{ orderId: string; charge: string }>('POST', apiPaths.adminOrders, body)

  const first = await send()
  const again = await send()
  await shop.runJob('email.send')
  const sentAtOnce = await payLinks(shop)
  shop.clock.advance(31 * 60_000)
  await shop.runJob('payment.reconcile')
  await shop.runJob('email.send')

  expect([first.body.charge, again.body.charge]).toEqual(['unknown', 'unknown'])
  expect(sentAtOnce).toEqual([])
  expect(await payLinks(shop)).toHaveLength(1)
  const customer = shop.buyer()
  await customer.confirm((await customer.pay(first.body.orderId)).body.clientSecret)
  await shop.deliverPending()
  expect(await getOrderState(shop, first.body.orderId)).toEqual('confirmed paid')
  expect((await audit(shop)).findings).toEqual([])
})

test('a charge that is found later sends no pay link, and a repeated request names the decline', async () => {
  const found = await openWithSubscriber()
  getFaults(found.shop).next('POST payment_intents/:id/confirm', 'drop-response')
  await placeByPhone(found.staff, found.shop, savedCard)
  found.shop.clock.advance(31 * 60_000)
  await found.shop.runJob('payment.reconcile')
  await found.shop.runJob('email.send')
  expect(await payLinks(found.shop)).toEqual([])

  const declined = await openWithSubscriber(DECLINED_LATER)
  const body = phoneOrder(declined.shop, savedCard)
  for (const _ of [1, 2]) {
    const reply = await declined.staff.call('POST', apiPaths.adminOrders, body)
    expect(reply.body).toMatchObject({ charge: 'declined' })
  }
  declined.shop.clock.advance(31 * 60_000)
  await declined.shop.runJob('email.send')
  expect(await payLinks(declined.shop)).toHaveLength(1)
})

const payLinks = async (shop: TestShop) =>
  (await shop.mailbox()).filter(({ subject }) => subject.startsWith('Pay for order'))
