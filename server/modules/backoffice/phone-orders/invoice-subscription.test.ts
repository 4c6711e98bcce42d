import { expect, test } from 'vitest'
import type { CustomerOrder } from '#contract/customer.ts'
import { fillPath } from '#contract/fill-path.ts'
import { apiPaths } from '#contract/paths.ts'
import type { Subscription } from '#contract/subscriptions/subscriptions.ts'
import { auditCycles } from '#server/modules/renewals/index.ts'
import { openShop, type TestShop } from '#tests/support/open-shop.ts'
import {
  acceptTerms,
  accountCents,
  addInvoiceCustomer,
  allowInvoices,
  auditFindings,
  giveCredit,
  onInvoice,
  subscribeOnInvoice,
} from '#tests/support/orders/invoice-customer.ts'
import { placeByPhone, tender } from '#tests/support/orders/phone-order.ts'
import { getOrderState } from '#tests/support/provider-ledger.ts'
import { customerBrowser, staffBrowser } from '#tests/support/sign-in.ts'
import { capturedCents, emailsOfKind, getCycles, runOnDays } from '#tests/support/subscriber.ts'

const payments = (shop: TestShop) =>
  shop.sql<object>(
    `select kind, status, amount_cents as due, credit_cents as credit, due_on::text as due_on, net_days
     from payments order by created_at`,
  )

const mailText = async (shop: TestShop) => {
  await shop.runJob('email.send')
  return (await shop.mailbox()).map(({ text }) => text.replace(/\s+/g, ' ')).join('\n')
}

async function expectSound(shop: TestShop) {
  expect(await auditFindings(shop)).toEqual([])
  expect(await auditCycles(shop.deps.db, shop.deps)).toEqual([])
}

test('rule 39: a subscription on invoice starts when its terms are accepted, without a card', async () => {
  const shop = await openShop()
  const staff = await staffBrowser(shop)
  await addInvoiceCustomer(shop)

  const { status, body } = await placeByPhone(staff, shop, onInvoice)
  const waiting = await getOrderState(shop, body.orderId)
  const mail = await mailText(shop)
  const byCard = await shop.buyer().pay(body.orderId)
  const accepted = await acceptTerms(shop, body.orderId)
  const again = await acceptTerms(shop, body.orderId)

  expect({ status, ...body }).toMatchObject({ status: 201, needsTerms: true })
  expect(waiting).toBe('pending pending')
  expect(mail).toContain('an invoice of $15.28, which is due in 30 days')
  expect(byCard.status).toBe(409)
  expect([accepted.status, again.status]).toEqual([204, 204])
  expect(await payments(shop)).toEqual([
    { kind: 'tender', status: 'due', due: 1528, credit: 0, due_on: '2026-04-01', net_days: 30 },
  ])
  const [consent] = await shop.sql<{ text: string }>('select text from consents')
  expect(consent?.text).toContain("We won't charge a card.")
  expect(consent?.text).not.toContain('charge your card')
  const [subscription] = await shop.sql('select * from subscriptions')
  expect(subscription).toMatchObject({ pays_by: 'invoice', payment_method_ref: null })
  expect((await emailsOfKind(shop, 'order_confirmed')).length).toBe(1)
  await expectSound(shop)
})

test('rule 39: each cycle ends invoiced, without an intent, and tenders pay its order', async () => {
  const shop = await openShop()
  const { id } = await subscribeOnInvoice(shop)

  await runOnDays(shop, '2026-03-09', '2026-03-12', '2026-03-16', '2026-03-19')

  const cycles = await getCycles(shop, id)
  expect(cycles.slice(0, 2).map(({ status, due_at }) => [status, due_at])).toEqual([
    ['invoiced', null],
    ['invoiced', null],
  ])
  expect((await payments(shop)).slice(1, 3)).toEqual([
    { kind: 'tender', status: 'due', due: 1528, credit: 0, due_on: '2026-04-11', net_days: 30 },
    { kind: 'tender', status: 'due', due: 1528, credit: 0, due_on: '2026-04-18', net_days: 30 },
  ])
  expect(await shop.sql('select * from intents')).toEqual([])
  const mail = await mailText(shop)
  expect(mail).toContain('We’ll send you an invoice of $15.28 that morning, due in 30 days')
  expect(mail).toContain('Please pay $15.28 by Saturday, April 11, 2026 (net 30).')
  expect(mail).not.toContain('saved card')

  const orderId = cycles[0]?.order_id ?? ''
  const path = fillPath(apiPaths.adminOrderTenders, { id: orderId })
  const staff = await staffBrowser(shop)
  const paid = await staff.call('POST', path, tender(1528, { method: 'check' }))
  expect(paid.status).toBe(200)
  expect(await getOrderState(shop, orderId)).toBe('confirmed paid')
  expect((await getCycles(shop, id))[0]?.status).toBe('invoiced')
  expect(await capturedCents(shop)).toEqual([])
  await expectSound(shop)
})

test('rule 39: skip, pause and cancel work as for cards, and a cancelled delivery is not invoiced', async () => {
  const shop = await openShop()
  const { id } = await subscribeOnInvoice(shop)
  const ana = await customerBrowser(shop)
  const change = (body: object) =>
    ana.call('POST', fillPath(apiPaths.changeSubscription, { id }), body)

  await runOnDays(shop, '2026-03-09')
  expect((await change({ type: 'skip', cycle: 1 })).status).toBe(200)
  await runOnDays(shop, '2026-03-12', '2026-03-16')
  const view = (await ana.call<Subscription[]>('GET', apiPaths.subscriptions)).body[0]
  await ana.call('PATCH', fillPath(apiPaths.cancelOrder, { id }))
  await runOnDays(shop, '2026-03-19', '2026-03-26')

  expect(view).toMatchObject({ paysBy: 'invoice', usesDefaultCard: false, next: { cycle: 2 } })
  expect((await getCycles(shop, id)).map(({ status }) => status)).toEqual(['skipped', 'void'])
  const due = await shop.sql(
    `select 1 from payments p join orders o on o.id = p.order_id
     where p.status = 'due' and o.status <> 'cancelled' and o.parent_order_id is not null`,
  )
  expect(due).toEqual([])
  await expectSound(shop)
})

test('rules 17, 39: cancelling after the cut-off leaves the first invoice due, and no delivery follows', async () => {
  const shop = await openShop()
  const { id, staff } = await subscribeOnInvoice(shop)
  const ana = await customerBrowser(shop)
  const order = { id }
  const cancel = () => ana.call('PATCH', fillPath(apiPaths.cancelOrder, order))
  await staff.call('PATCH', fillPath(apiPaths.adminOrder, order), { deliveryStatus: 'delivered' })
  const stop = { orderId: id, scheduledDate: '2026-03-06' }
  await staff.call('POST', apiPaths.adminSchedules, stop)
  const before = (await ana.call<CustomerOrder>('GET', fillPath(apiPaths.customerOrder, order)))
    .body

  const cancelledAt = shop.clock.now().toISOString()
  const replies = [await cancel(), await cancel()]
  await runOnDays(shop, '2026-03-09', '2026-03-12', '2026-03-19')

  expect(before.cancelEffect).toBe('still_delivered')
  expect(replies.map(({ status }) => status)).toEqual([200, 200])
  const view = (await ana.call<Subscription[]>('GET', apiPaths.subscriptions)).body[0]
  expect(view).toMatchObject({ status: 'cancelled', next: null, cancelledAt })
  expect(await getOrderState(shop, id)).toBe('confirmed due')
  expect(await accountCents(shop)).toBe(1528)
  expect(await shop.sql('select status from schedules')).toEqual([{ status: 'pending' }])
  expect(await emailsOfKind(shop, 'subscription_cancelled')).toHaveLength(1)
  expect(await getCycles(shop, id)).toEqual([])
  const path = fillPath(apiPaths.adminOrderTenders, order)
  const received = await (await staffBrowser(shop)).call('POST', path, tender(1528))
  expect(received.status).toBe(200)
  await expectSound(shop)
})

test('rules 17, 39: cancelling before the cut-off cancels the first order, and nothing is due', async () => {
  const shop = await openShop()
  const { id } = await subscribeOnInvoice(shop)
  const ana = await customerBrowser(shop)

  await ana.call('PATCH', fillPath(apiPaths.cancelOrder, { id }))
  await runOnDays(shop, '2026-03-05', '2026-03-12')

  expect(await getOrderState(shop, id)).toBe('cancelled due')
  expect(await accountCents(shop)).toBe(0)
  await expectSound(shop)
})

test('rule 39: without terms the next delivery asks for a card, and with terms again it is invoiced', async () => {
  const shop = await openShop()
  const { id, customerId } = await subscribeOnInvoice(shop)
  await runOnDays(shop, '2026-03-09')
  await allowInvoices(await staffBrowser(shop), customerId, null)

  await runOnDays(shop, '2026-03-12')
  const [onHold] = await getCycles(shop, id)
  const mail = await mailText(shop)
  const payable = await shop.buyer().pay(onHold?.order_id ?? '')
  const staff = await staffBrowser(shop)
  await allowInvoices(staff, customerId, 15)
  await staff.call('PATCH', fillPath(apiPaths.adminSubscription, { id }), {
    type: 'retry',
    cycle: 1,
  })
  await runOnDays(shop, '2026-03-13')

  expect(onHold).toMatchObject({ status: 'unpaid' })
  expect(mail).toContain('You have no saved card to charge $15.28')
  expect(payable.status).toBe(200)
  expect((await getCycles(shop, id))[0]?.status).toBe('invoiced')
  expect((await payments(shop))[1]).toMatchObject({ status: 'due', due_on: '2026-03-28' })
  expect(await capturedCents(shop)).toEqual([])
  await expectSound(shop)
})

test('rule 43: credit pays first on invoice, and a covered cycle needs no invoice', async () => {
  const shop = await openShop()
  const { id, staff, customerId } = await subscribeOnInvoice(shop)
  await giveCredit(staff, customerId, '20.00')

  await runOnDays(shop, '2026-03-09', '2026-03-12', '2026-03-16', '2026-03-19')

  expect((await getCycles(shop, id)).slice(0, 2).map(({ status }) => status)).toEqual([
    'paid',
    'invoiced',
  ])
  expect((await payments(shop)).slice(1, 3)).toMatchObject([
    { status: 'covered', due: 0, credit: 1528 },
    { status: 'due', due: 1056, credit: 472 },
  ])
  await expectSound(shop)
})

test('rule 38: terms that are not accepted end at the cut-off, and cannot be accepted later', async () => {
  const shop = await openShop()
  const staff = await staffBrowser(shop)
  const customerId = await addInvoiceCustomer(shop)
  await giveCredit(staff, customerId, '5.00')
  const { body } = await placeByPhone(staff, shop, onInvoice)

  shop.clock.set('2026-03-04T13:00:00Z')
  const late = await acceptTerms(shop, body.orderId)
  await shop.runJob('payment.expire')

  expect(late).toMatchObject({ status: 409, body: { code: 'not_payable' } })
  expect(await getOrderState(shop, body.orderId)).toBe('cancelled failed')
  const [account] = await shop.sql('select balance_cents from credit_accounts')
  expect(account).toEqual({ balance_cents: 500 })
  expect(await shop.sql('select * from subscriptions')).toEqual([])
  await expectSound(shop)
})

test('rule 39: terms cannot be accepted for another order or without terms of the customer', async () => {
  const shop = await openShop()
  const staff = await staffBrowser(shop)
  const customerId = await addInvoiceCustomer(shop)
  const once = await placeByPhone(staff, shop, { payment: 'link' })
  const { body } = await placeByPhone(staff, shop, onInvoice)
  await allowInvoices(staff, customerId, null)

  const rejected = [
    (await acceptTerms(shop, once.body.orderId)).body.code,
    (await acceptTerms(shop, body.orderId)).body.code,
  ]

  expect(rejected).toEqual(['not_payable', 'no_invoice_terms'])
  expect(await getOrderState(shop, body.orderId)).toBe('pending pending')
})
