import { expect, test } from 'vitest'
import type { Invoice } from '#contract/customer.ts'
import { fillPath } from '#contract/fill-path.ts'
import type { Order } from '#contract/orders.ts'
import { apiPaths } from '#contract/paths.ts'
import type { OrderDetail } from '#contract/staff/backoffice.ts'
import type { AuditEntry } from '#contract/staff/staff.ts'
import type { Buyer } from '#tests/support/buyer.ts'
import { openShop, type TestShop } from '#tests/support/open-shop.ts'
import { placeByPhone, tender } from '#tests/support/orders/phone-order.ts'
import { audit } from '#tests/support/provider-ledger.ts'
import { customerBrowser, staffBrowser } from '#tests/support/sign-in.ts'

const TOTAL = 1798

type Reply = OrderDetail & { code: string; message: string }

async function openWithDueOrder() {
  const shop = await openShop()
  const staff = await staffBrowser(shop)
  const { orderId } = (await placeByPhone(staff, shop)).body
  return { shop, staff, orderId }
}

const record = (staff: Buyer, id: string, body: object) =>
  staff.call<Reply>('POST', fillPath(apiPaths.adminOrderTenders, { id }), body)

const reverse = (staff: Buyer, id: string, tenderId: string) =>
  staff.call<Reply>('POST', fillPath(apiPaths.adminTenderReverse, { id, tenderId }), {
    reason: 'typed twice',
  })

const getPaymentRow = async (shop: TestShop, orderId: string) => {
  const [row] = await shop.sql('select status, paid_at from payments where order_id = $1', [
    orderId,
  ])
  return row
}

test('rule 39: an order is paid once its tenders cover the total, and never for more', async () => {
  const { shop, staff, orderId } = await openWithDueOrder()

  const part = await record(staff, orderId, tender(1000))
  const tooMuch = await record(staff, orderId, tender(799))
  shop.clock.advance(1000)
  const rest = await record(staff, orderId, tender(798, { method: 'check', reference: '1042' }))
  const more = await record(staff, orderId, tender(1))

  expect(part.body).toMatchObject({ due: '7.98', order: { paymentStatus: 'due' } })
  expect(tooMuch).toMatchObject({
    status: 409,
    body: { code: 'more_than_due', message: 'This is more than the $7.98 still due.' },
  })
  expect(rest.body).toMatchObject({ due: '0.00', order: { paymentStatus: 'paid' } })
  expect(more).toMatchObject({ status: 409, body: { code: 'nothing_due' } })
  expect(rest.body.tenders.map(({ amount }) => amount)).toEqual(['10.00', '7.98'])
  // They never touch the states of the card: no transition, no intent, nothing at the provider.
  expect(await shop.sql('select 1 from payment_transitions')).toEqual([])
  expect(await shop.sql('select 1 from intents')).toEqual([])
  expect((await audit(shop)).findings).toEqual([])
})

test('rule 39: of parallel entries only as many are recorded as the total covers', async () => {
  const { shop, staff, orderId } = await openWithDueOrder()

  const replies = await Promise.all(
    Array.from({ length: 6 }, () => record(staff, orderId, tender(899))),
  )

  expect(replies.map(({ status }) => status).sort()).toEqual([200, 200, 409, 409, 409, 409])
  expect(await shop.sql('select sum(amount_cents)::int as cents from tenders')).toEqual([
    { cents: TOTAL },
  ])
  expect(await getPaymentRow(shop, orderId)).toMatchObject({ status: 'paid' })
})

test('a repeated entry with the same id is recorded once; another content is rejected', async () => {
  const { shop, staff, orderId } = await openWithDueOrder()
  const entry = tender(500)

  const replies = [await record(staff, orderId, entry), await record(staff, orderId, entry)]
  const other = await record(staff, orderId, { ...entry, amount: '6.00' })

  expect(replies.map(({ status, body }) => [status, body.due])).toEqual([
    [200, '12.98'],
    [200, '12.98'],
  ])
  expect(other).toMatchObject({ status: 409, body: { code: 'stale' } })
  expect(await shop.sql('select count(*)::int as n from tenders')).toEqual([{ n: 1 }])
})

test('a mistaken tender is reversed by a negative row, once, and the order is due again', async () => {
  const { shop, staff, orderId } = await openWithDueOrder()
  const entry = tender(TOTAL)
  await record(staff, orderId, entry)
  const revenue = () =>
    shop.sql("select sum(cents)::int as cents from rollups where name = 'orders'")
  expect(await revenue()).toEqual([{ cents: TOTAL }])

  const reversed = await reverse(staff, orderId, entry.id)
  const again = await reverse(staff, orderId, entry.id)
  const reversal = reversed.body.tenders.find(({ reversesId }) => reversesId !== null)
  const secondReversal = await reverse(staff, orderId, reversal?.id ?? '')

  expect(reversed.body).toMatchObject({ due: '17.98', order: { paymentStatus: 'due' } })
  expect(reversal).toMatchObject({
    amount: '-17.98',
    reversesId: entry.id,
    reference: 'typed twice',
  })
  expect(again).toMatchObject({ status: 409, body: { code: 'already_reversed' } })
  expect(secondReversal.status).toBe(404)
  expect(await getPaymentRow(shop, orderId)).toEqual({ status: 'due', paid_at: null })
  expect(await revenue()).toEqual([{ cents: 0 }])
  expect((await audit(shop)).findings).toEqual([])
  const { body } = await staff.call<AuditEntry[]>(
    'GET',
    `${apiPaths.adminAudit}?subjectId=${orderId}`,
  )
  expect(body.map(({ action }) => action)).toEqual([
    'order.payment_reversed',
    'order.payment_received',
    'order.placed',
  ])
})

test('rule 44: a cancelled order pays back what was received once, as credit or by a reversal', async () => {
  const { shop, staff, orderId } = await openWithDueOrder()
  const cash = tender(TOTAL)
  await record(staff, orderId, cash)
  const refund = { destination: 'credit', reason: 'Never delivered' }
  await staff.call('POST', fillPath(apiPaths.adminOrderRefund, { id: orderId }), refund)
  const path = fillPath(apiPaths.adminOrder, { id: orderId })
  await staff.call('PATCH', path, { status: 'cancelled' })

  expect((await reverse(staff, orderId, cash.id)).status).toBe(200)
  await shop.runJob('refund.send')

  expect(await getPaymentRow(shop, orderId)).toMatchObject({ status: 'due' })
  expect(await shop.sql('select sum(amount_cents)::int as cents from tenders')).toEqual([
    { cents: 0 },
  ])
  expect(await shop.sql('select 1 from credit_entries')).toEqual([])
  expect((await audit(shop)).findings).toEqual([])
})

test('rule 35: dispatchers record tenders, and only managers reverse them', async () => {
  const { shop, orderId } = await openWithDueOrder()
  const dispatcher = await staffBrowser(shop, 'dispatcher')
  const manager = await staffBrowser(shop, 'manager')
  const viewer = await staffBrowser(shop, 'viewer')
  const entry = tender(500)

  expect((await record(viewer, orderId, tender(500))).status).toBe(403)
  expect((await record(dispatcher, orderId, entry)).status).toBe(200)
  expect((await reverse(dispatcher, orderId, entry.id)).status).toBe(403)
  expect((await reverse(manager, orderId, entry.id)).status).toBe(200)
})

test('orders paid by card, cancelled orders and bad entries take no tender', async () => {
  const { shop, staff, orderId } = await openWithDueOrder()
  const paid = await shop.buyer().buy()
  const path = fillPath(apiPaths.adminOrder, { id: orderId })

  const byCard = await record(staff, paid.orderId, tender(100))
  const zero = await record(staff, orderId, tender(0))
  const negative = await record(staff, orderId, { ...tender(0), amount: '-1.00' })
  const tomorrow = await record(staff, orderId, tender(100, { receivedOn: '2026-03-03' }))
  const longAgo = await record(staff, orderId, tender(100, { receivedOn: '2016-03-02' }))
  await staff.call('PATCH', path, { status: 'cancelled' })
  const cancelled = await record(staff, orderId, tender(100))

  expect(byCard).toMatchObject({ status: 409, body: { code: 'nothing_due' } })
  for (const { status } of [zero, negative, tomorrow, longAgo]) expect(status).toBe(400)
  expect(cancelled).toMatchObject({ status: 409, body: { code: 'nothing_due' } })
  expect(await shop.sql('select 1 from tenders')).toEqual([])
})

test('npm run audit counts tenders apart and reports a state that they do not explain', async () => {
  const { shop, staff, orderId } = await openWithDueOrder()
  await shop.buyer().buy()
  await shop.deliverPending()
  await record(staff, orderId, tender(TOTAL))

  expect(await audit(shop)).toMatchObject({
    findings: [],
    ordersPaid: 1,
    receivedCents: TOTAL,
    ledgerCents: TOTAL,
    tenders: { ordersPaid: 1, ordersDue: 0, receivedCents: TOTAL },
  })
  await shop.sql('update tenders set amount_cents = 1 where order_id = $1', [orderId])
  expect((await audit(shop)).findings).toEqual([
    { rule: 'rule 39', id: orderId, what: 'paid here, due by its tenders' },
  ])
})

test('the invoice, the export and the personal data name terms and tenders', async () => {
  const { shop, staff, orderId } = await openWithDueOrder()
  await record(staff, orderId, tender(TOTAL, { method: 'check', reference: '1042' }))
  const ana = await customerBrowser(shop)

  const { body: invoice } = await ana.call<Invoice>('GET', fillPath(apiPaths.invoice, { orderId }))
  const { body: data } = await ana.call<{ tenders: object[] }>('GET', apiPaths.personalData)
  const { body: file } = await staff.call<string>('GET', apiPaths.adminOrdersCsv)
  const { body: orders } = await staff.call<Order[]>('GET', apiPaths.adminOrders)

  expect(invoice).toMatchObject({
    isProForma: false,
    paymentStatus: 'paid',
    paymentTerms: 'on_delivery',
    tenders: [{ method: 'check', amount: '17.98', receivedOn: '2026-03-02', reference: '1042' }],
  })
  expect(data.tenders).toMatchObject([{ method: 'check', reference: '1042' }])
  expect(file).toContain('phone,on_delivery')
  expect(orders[0]).toMatchObject({ channel: 'phone', paymentTerms: 'on_delivery' })
})
