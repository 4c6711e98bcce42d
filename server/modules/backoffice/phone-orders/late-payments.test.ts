import { expect, test } from 'vitest'
import { fillPath } from '#contract/fill-path.ts'
import { apiPaths } from '#contract/paths.ts'
import type { Buyer } from '#tests/support/buyer.ts'
import { openShop, type TestShop } from '#tests/support/open-shop.ts'
import { giveCredit } from '#tests/support/orders/invoice-customer.ts'
import { placeByPhone } from '#tests/support/orders/phone-order.ts'
import { audit, getOrderState } from '#tests/support/provider-ledger.ts'
import { staffBrowser } from '#tests/support/sign-in.ts'
import { capturedCents } from '#tests/support/subscriber.ts'

/** A pay link for a delivery on 5 March, whose cut-off is at 13:00 UTC on 4 March. */
async function openLink(change: Record<string, unknown> = {}) {
  const shop = await openShop()
  const staff = await staffBrowser(shop)
  const link = { payment: 'link', deliveryDate: '2026-03-05' }
  const { orderId } = (await placeByPhone(staff, shop, { ...link, ...change })).body
  await shop.runJob('email.send')
  return { shop, staff, orderId, customer: shop.buyer() }
}

const CUTOFF = '2026-03-04T13:00:00.000Z'

async function settle(shop: TestShop) {
  await shop.deliverPending()
  await shop.runJob('refund.send')
  await shop.deliverPending()
}

const texts = async (shop: TestShop) =>
  (await shop.mailbox()).map(({ subject, text }) => `${subject} ${text.replace(/\s+/g, ' ')}`)

test('rule 39: a page that was open before the cut-off pays nothing after it', async () => {
  const { shop, orderId, customer } = await openLink()
  const { clientSecret } = (await customer.pay(orderId)).body
  shop.clock.set('2026-03-04T13:05:00Z')

  const again = await customer.pay(orderId)
  await customer.confirm(clientSecret)
  await settle(shop)

  expect(again.status).toBe(409)
  expect(again.body).toMatchObject({
    code: 'not_payable',
    message: "The time to pay for this order has passed. Your card wasn't charged.",
  })
  expect(await getOrderState(shop, orderId)).toBe('cancelled refunded')
  expect(await capturedCents(shop)).toEqual([0])
  const emails = await texts(shop)
  expect(emails.filter((text) => text.includes('is confirmed'))).toEqual([])
  expect(emails.find((text) => text.includes('We refunded $17.98'))).toContain(
    'because you paid after the deadline',
  )
  expect((await audit(shop)).findings).toEqual([])
})

test('rule 39: who paid in time keeps the order, however late the webhook arrives', async () => {
  const { shop, orderId, customer } = await openLink()
  const { clientSecret } = (await customer.pay(orderId)).body
  shop.clock.set(CUTOFF)
  await customer.confirm(clientSecret)
  shop.clock.set('2026-03-04T13:10:00Z')

  await shop.runJob('payment.expire')
  await settle(shop)

  expect(await getOrderState(shop, orderId)).toBe('confirmed paid')
  expect(await capturedCents(shop)).toEqual([1798])
})

test('rule 39: a late payment releases the credit that its order reserved', async () => {
  const { shop, staff, orderId: first } = await openLink()
  await staff.call('PATCH', fillPath(apiPaths.adminOrder, { id: first }), { status: 'cancelled' })
  const [customer] = await shop.sql<{ id: string }>('select id from customers')
  await giveCredit(staff, customer?.id ?? '', '5.00')
  const link = { payment: 'link', deliveryDate: '2026-03-05' }
  const { orderId } = (await placeByPhone(staff, shop, link)).body
  const buyer = shop.buyer()
  const { clientSecret } = (await buyer.pay(orderId)).body
  shop.clock.set('2026-03-04T13:00:01Z')

  await buyer.confirm(clientSecret)
  await settle(shop)

  expect(await capturedCents(shop)).toEqual([0])
  expect(await shop.sql('select balance_cents from credit_accounts')).toEqual([
    { balance_cents: 500 },
  ])
  expect((await getOrderState(shop, orderId))?.split(' ')[0]).toBe('cancelled')
  expect((await audit(shop)).findings).toEqual([])
})

test('an order that staff have confirmed keeps a late payment', async () => {
  const { shop, orderId, staff, customer } = await openLink()
  await staff.call('PATCH', fillPath(apiPaths.adminOrder, { id: orderId }), { status: 'confirmed' })
  const { clientSecret } = (await customer.pay(orderId)).body
  shop.clock.set('2026-03-04T13:05:00Z')

  await customer.confirm(clientSecret)
  await settle(shop)

  expect(await getOrderState(shop, orderId)).toBe('confirmed paid')
  expect(await capturedCents(shop)).toEqual([1798])
})

const setCutoff = (staff: Buyer, change: { from: string; cutoffHours: number }) =>
  staff.call('POST', apiPaths.adminSettingsCalendar, {
    timeZone: 'America/New_York',
    dayStartHour: 8,
    chargeHour: 6,
    reminderDays: 5,
    ...change,
  })

test('rule 39: a link that a new cut-off ends earlier is emailed with its new end', async () => {
  const { shop, staff, orderId } = await openLink({ deliveryDate: '2026-03-08' })
  const [first] = await texts(shop)

  const { status } = await setCutoff(staff, { from: '2026-03-06', cutoffHours: 48 })
  await shop.runJob('email.send')
  const [second] = (await texts(shop)).filter((text) => text !== first)

  expect(status).toBe(200)
  expect(first).toContain('Sat, Mar 7')
  expect(second).toContain('Pay for order')
  expect(second).toContain('Fri, Mar 6')
  expect(await getOrderState(shop, orderId)).toBe('pending pending')
})

test('rule 39: a link that a new cut-off ends at once emails the customer that the order is cancelled', async () => {
  const { shop, staff, orderId } = await openLink({ deliveryDate: '2026-03-04' })

  await setCutoff(staff, { from: '2026-03-03', cutoffHours: 72 })
  await shop.runJob('payment.expire')
  shop.clock.advance(11 * 60_000)
  await shop.runJob('email.send')

  expect(await getOrderState(shop, orderId)).toBe('cancelled failed')
  const emails = await texts(shop)
  expect(emails.filter((text) => text.includes('is cancelled'))).toHaveLength(1)
})
