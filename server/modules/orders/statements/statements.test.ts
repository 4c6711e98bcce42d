import { expect, test } from 'vitest'
import { fillPath } from '#contract/fill-path.ts'
import { apiPaths } from '#contract/paths.ts'
import type { Statement } from '#contract/payments/statements.ts'
import { openShop, type TestShop } from '#tests/support/open-shop.ts'
import {
  addInvoiceCustomer,
  auditFindings,
  subscribeOnInvoice,
} from '#tests/support/orders/invoice-customer.ts'
import { placeByPhone, tender } from '#tests/support/orders/phone-order.ts'
import { customerBrowser, staffBrowser } from '#tests/support/sign-in.ts'
import { emailsOfKind, runOnDays } from '#tests/support/subscriber.ts'

const readStatement = async (shop: TestShop, id: string, month?: string) => {
  const path = fillPath(apiPaths.adminStatement, { id })
  const staff = await staffBrowser(shop)
  return (await staff.call<Statement>('GET', month ? `${path}?month=${month}` : path)).body
}

const receive = async (shop: TestShop, id: string, cents: number) => {
  const staff = await staffBrowser(shop)
  const path = fillPath(apiPaths.adminOrderTenders, { id })
  const receivedOn = shop.clock.now().toISOString().slice(0, 10)
  return staff.call('POST', path, tender(cents, { method: 'check', receivedOn }))
}

test('rule 39: the monthly statement lists invoices, payments and what is overdue', async () => {
  const shop = await openShop()
  const { id, customerId } = await subscribeOnInvoice(shop)
  await runOnDays(shop, '2026-03-09', '2026-03-12')
  await receive(shop, id, 1_000)
  shop.clock.set('2026-04-01T09:59:00Z')
  await shop.runJob('invoice.queueStatements')
  const early = await emailsOfKind(shop, 'invoice_statement')
  shop.clock.set('2026-04-01T10:00:00Z')
  await shop.runJob('invoice.queueStatements')
  await shop.runJob('invoice.queueStatements')
  shop.clock.set('2026-04-02T12:00:00Z')
  await shop.runJob('invoice.queueStatements')
  await shop.runJob('email.send')

  expect(early).toEqual([])
  const statement = await readStatement(shop, customerId, '2026-03')
  expect(statement).toMatchObject({
    opening: '0.00',
    invoiced: '30.56',
    received: '-10.00',
    cancelled: '0.00',
    closing: '20.56',
    overdue: '0.00',
  })
  expect(
    statement.lines.map(({ kind, date, amount, dueOn }) => [kind, date, amount, dueOn]),
  ).toEqual([
    ['invoiced', '2026-03-02', '15.28', '2026-04-01'],
    ['invoiced', '2026-03-12', '15.28', '2026-04-11'],
    ['received', '2026-03-12', '-10.00', null],
  ])
  const emails = (await shop.mailbox()).filter(({ subject }) => /statement/.test(subject))
  expect(emails.map(({ subject }) => subject)).toEqual(['Your statement for March 2026: $20.56'])
  const text = emails[0]?.text.replace(/\s+/g, ' ') ?? ''
  expect(text).toContain('Payment for invoice INV-000001')
  expect(text).toContain('-$10.00')

  const april = await readStatement(shop, customerId)
  expect(april).toMatchObject({ month: '2026-04', opening: '20.56', overdue: '5.28' })
  expect(april.openInvoices.map(({ amount, isOverdue }) => [amount, isOverdue])).toEqual([
    ['5.28', true],
    ['15.28', false],
  ])
  const ana = await customerBrowser(shop)
  const own = await ana.call<Statement>('GET', `${apiPaths.statement}?month=2026-03`)
  expect(own.body).toEqual(statement)
  expect(await auditFindings(shop)).toEqual([])
})

test('rule 39: overdue invoices need attention until they are paid', async () => {
  const shop = await openShop()
  const { id } = await subscribeOnInvoice(shop)
  const overdue = async () => {
    const staff = await staffBrowser(shop)
    const path = `${apiPaths.adminOrders}?attention=overdueInvoice`
    const listed = (await staff.call<{ id: string }[]>('GET', path)).body.map((order) => order.id)
    const insights = await staff.call<{ needsAttention: { overdueInvoices: number } }>(
      'GET',
      apiPaths.adminInsights,
    )
    return [listed, insights.body.needsAttention.overdueInvoices]
  }

  shop.clock.set('2026-04-01T12:00:00Z')
  const onDueDate = await overdue()
  shop.clock.set('2026-04-02T12:00:00Z')
  const after = await overdue()
  await receive(shop, id, 1_528)

  expect(onDueDate).toEqual([[], 0])
  expect(after).toEqual([[id], 1])
  expect(await overdue()).toEqual([[], 0])
})

test('rule 39: cancelling, restoring and reversing keep the account in step', async () => {
  const shop = await openShop()
  const customerId = await addInvoiceCustomer(shop)
  const staff = await staffBrowser(shop)
  const { body } = await placeByPhone(staff, shop, { payment: 'invoice' })
  const path = fillPath(apiPaths.adminOrder, { id: body.orderId })
  const closing = async () => (await readStatement(shop, customerId)).closing

  const steps = [await closing()]
  await receive(shop, body.orderId, 500)
  steps.push(await closing())
  await staff.call('PATCH', path, { status: 'cancelled' })
  steps.push(await closing())
  await staff.call('PATCH', path, { status: 'confirmed' })
  steps.push(await closing())
  const [row] = await shop.sql<{ id: string }>('select id from tenders')
  await staff.call(
    'POST',
    fillPath(apiPaths.adminTenderReverse, { id: body.orderId, tenderId: row?.id ?? '' }),
    { reason: 'Bounced check' },
  )
  steps.push(await closing())

  expect(steps).toEqual(['17.98', '12.98', '0.00', '12.98', '17.98'])
  expect(await auditFindings(shop)).toEqual([])
  await expect(shop.sql('update invoice_entries set cents = 0')).rejects.toThrow(
    'cannot be changed',
  )
})

test('customers without invoices get no statement, and an unknown month is rejected', async () => {
  const shop = await openShop()
  const staff = await staffBrowser(shop)
  const { body } = await placeByPhone(staff, shop, { payment: 'on_delivery' })
  const [customer] = await shop.sql<{ id: string }>('select id from customers')
  shop.clock.set('2026-04-03T12:00:00Z')
  await shop.runJob('invoice.queueStatements')

  expect(body.paymentStatus).toBe('due')
  expect(await emailsOfKind(shop, 'invoice_statement')).toEqual([])
  expect(await readStatement(shop, customer?.id ?? '')).toMatchObject({
    months: [],
    closing: '0.00',
  })
  const later = await staffBrowser(shop)
  const path = fillPath(apiPaths.adminStatement, { id: customer?.id ?? '' })
  for (const month of ['2026-05', '2026-13', '9999-12', 'x'])
    expect((await later.call('GET', `${path}?month=${month}`)).status).toBe(400)
})
