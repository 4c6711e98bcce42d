import { expect, test } from 'vitest'
import { fillPath } from '#contract/fill-path.ts'
import type { Order } from '#contract/orders.ts'
import { apiPaths } from '#contract/paths.ts'
import type { CustomerDetail, OrderDetail } from '#contract/staff/backoffice.ts'
import type { AuditEntry, StaffCustomer } from '#contract/staff/staff.ts'
import type { Buyer } from '#tests/support/buyer.ts'
import { openShop, type TestShop } from '#tests/support/open-shop.ts'
import { phoneOrder, placeByPhone } from '#tests/support/orders/phone-order.ts'
import { getOrderState } from '#tests/support/provider-ledger.ts'
import { customerBrowser, STAFF, staffBrowser } from '#tests/support/sign-in.ts'

const detail = async (staff: Buyer, id: string) =>
  (await staff.call<OrderDetail>('GET', fillPath(apiPaths.adminOrder, { id }))).body

const mailText = async (shop: TestShop) => {
  await shop.runJob('email.send')
  const rows = await shop.sql<{ subject: string; text: string }>(
    'select subject, text from mailbox order by received_at, id',
  )
  return rows.map(({ subject, text }) => `${subject}\n${text.replace(/\s+/g, ' ')}`).join('\n')
}

async function allowInvoices(staff: Buyer, email: string, invoiceNetDays: number | null) {
  const { body } = await staff.call<StaffCustomer[]>('GET', `${apiPaths.adminCustomers}?q=${email}`)
  const path = fillPath(apiPaths.adminCustomer, { id: body[0]?.id ?? '' })
  return staff.call<StaffCustomer>('PATCH', path, { invoiceNetDays })
}

test('rule 38: an order on delivery is confirmed and due, for today, with its author', async () => {
  const shop = await openShop()
  const staff = await staffBrowser(shop)

  const placed = await placeByPhone(staff, shop, { deliveryDate: '2026-03-02' })

  expect(placed).toMatchObject({
    status: 201,
    body: { paymentStatus: 'due', payUrl: null, charge: null },
  })
  const { order, invoiceNumber, due, history } = await detail(staff, placed.body.orderId)
  expect(order).toMatchObject({
    channel: 'phone',
    status: 'confirmed',
    paymentStatus: 'due',
    paymentTerms: 'on_delivery',
    total: '17.98',
    customer: { email: 'ana@example.com' },
  })
  expect([invoiceNumber, due]).toEqual(['INV-000001', '17.98'])
  expect(history).toMatchObject([{ action: 'order.placed', staffEmail: STAFF.email }])
  const text = await mailText(shop)
  expect(text).toContain('Please pay $17.98 in cash or by check on delivery.')
  expect(text).not.toContain('We received your payment')
})

test('a due order counts as deliverable: it waits for a truck and is not cancelled', async () => {
  const shop = await openShop()
  const staff = await staffBrowser(shop)
  const { orderId } = (await placeByPhone(staff, shop)).body

  const listed = await staff.call<Order[]>('GET', `${apiPaths.adminOrders}?attention=unscheduled`)
  shop.clock.advance(2 * 86_400_000)
  await shop.runJob('payment.expire')

  expect(listed.body.map(({ id }) => id)).toEqual([orderId])
  expect(await getOrderState(shop, orderId)).toEqual('confirmed due')
  const pay = await shop.buyer().pay(orderId)
  expect(pay).toMatchObject({ status: 409, body: { code: 'not_payable' } })
})

test('C5: double clicks and parallel requests place one order; another content is rejected', async () => {
  const shop = await openShop()
  const staff = await staffBrowser(shop)
  const body = phoneOrder(shop)
  const send = (change = {}) =>
    staff.call<{ orderId: string; code: string }>('POST', apiPaths.adminOrders, {
      ...body,
      ...change,
    })

  const replies = await Promise.all([send(), send(), send(), send()])
  const changed = await send({ deliveryAddress: '99 Other Street' })

  expect(replies.map(({ status }) => status)).toEqual([201, 201, 201, 201])
  expect(new Set(replies.map((reply) => reply.body.orderId)).size).toBe(1)
  expect(changed).toMatchObject({ status: 409, body: { code: 'already_placed' } })
  const [rows] = await shop.sql(
    `select (select count(*) from orders)::int as orders, (select count(*) from payments)::int as payments,
       (select count(*) from customers)::int as customers, (select last_number from invoice_counter) as invoices`,
  )
  expect(rows).toEqual({ orders: 1, payments: 1, customers: 1, invoices: 1 })
})

test('C8: the total must be the one that staff saw, and the form is validated like the shop', async () => {
  const shop = await openShop()
  const staff = await staffBrowser(shop)
  const [product] = shop.products
  const soldOut = shop.products[1]
  await shop.sql('update products set is_sold_out = true where id = $1', [soldOut?.id])

  const quote = await staff.call<{ total: string; code?: string }>(
    'POST',
    apiPaths.adminOrderQuote,
    phoneOrder(shop, { items: [{ productId: product?.id, quantity: 3 }], isRecurring: true }),
  )
  const wrongTotal = await placeByPhone(staff, shop, { total: '17.97' })
  const unavailable = await placeByPhone(staff, shop, {
    items: [{ productId: soldOut?.id, quantity: 1 }],
  })
  const invalid = await placeByPhone(staff, shop, {
    customerEmail: 'nobody',
    customerPhone: '1',
    deliveryZip: '1',
    items: [],
  })
  const yesterday = await placeByPhone(staff, shop, { deliveryDate: '2026-03-01' })
  const recurring = await placeByPhone(staff, shop, { isRecurring: true, total: '15.28' })

  expect(quote.body).toMatchObject({ subtotal: '26.97', total: '22.92' })
  expect(wrongTotal).toMatchObject({ status: 409, body: { code: 'price_changed' } })
  expect(unavailable).toMatchObject({ status: 409, body: { code: 'product_sold_out' } })
  expect(Object.keys(invalid.body.fields ?? {}).sort()).toEqual([
    'customerEmail',
    'customerPhone',
    'deliveryZip',
    'items',
  ])
  expect(yesterday.body.fields).toEqual({ deliveryDate: 'Please select a delivery date' })
  expect(recurring.body.fields).toHaveProperty('payment')
  expect(await shop.sql('select 1 from orders')).toEqual([])
  expect(await shop.sql('select 1 from customers')).toEqual([])
})

test('rule 38: only customers with permission pay by invoice', async () => {
  const shop = await openShop()
  const manager = await staffBrowser(shop, 'manager')
  const dispatcher = await staffBrowser(shop, 'dispatcher')
  await shop.buyer().place()
  const invoice = { payment: 'invoice' }

  const before = await placeByPhone(dispatcher, shop, invoice)
  const byDispatcher = await allowInvoices(dispatcher, 'ana@example.com', 15)
  const byManager = await allowInvoices(manager, 'ana@example.com', 15)
  const placed = await placeByPhone(dispatcher, shop, invoice)
  const odd = await allowInvoices(manager, 'ana@example.com', 365)
  await allowInvoices(manager, 'ana@example.com', null)
  const after = await placeByPhone(dispatcher, shop, invoice)

  expect(before).toMatchObject({ status: 409, body: { code: 'no_invoice_terms' } })
  expect(byDispatcher.status).toBe(403)
  expect(byManager.body).toMatchObject({ invoiceNetDays: 15 })
  expect(placed).toMatchObject({ status: 201, body: { paymentStatus: 'due' } })
  expect(odd.status).toBe(400)
  expect(after.status).toBe(409)
  const { order, netDays } = await detail(manager, placed.body.orderId)
  expect(order).toMatchObject({ paymentTerms: 'invoice', paymentDueOn: '2026-03-17' })
  expect(netDays).toBe(15)
  expect(await mailText(shop)).toContain('Please pay $17.98 by Tuesday, March 17, 2026 (net 15).')
  const { body: audit } = await manager.call<AuditEntry[]>(
    'GET',
    `${apiPaths.adminAudit}?subjectId=${byManager.body.id}`,
  )
  expect(audit.at(-1)).toMatchObject({
    action: 'customer.updated',
    staffEmail: 'manager@example.com',
    after: { invoiceNetDays: 15 },
  })
})

test('viewers place no orders, and dispatchers charge no saved card', async () => {
  const shop = await openShop()
  const viewer = await staffBrowser(shop, 'viewer')
  const dispatcher = await staffBrowser(shop, 'dispatcher')

  expect((await placeByPhone(viewer, shop)).status).toBe(403)
  expect((await placeByPhone(dispatcher, shop, { payment: 'saved_card' })).status).toBe(403)
  expect((await placeByPhone(dispatcher, shop)).status).toBe(201)
})

test('the customer panel offers past addresses, and a known customer is not overwritten', async () => {
  const shop = await openShop()
  const staff = await staffBrowser(shop)
  await customerBrowser(shop)
  const { body: before } = await staff.call<StaffCustomer[]>('GET', apiPaths.adminCustomers)

  await placeByPhone(staff, shop, {
    customerName: 'Someone Else',
    customerEmail: 'ANA@example.com',
  })

  const path = fillPath(apiPaths.adminCustomer, { id: before[0]?.id ?? '' })
  const { body } = await staff.call<CustomerDetail>('GET', path)
  expect(body.customer).toEqual(before[0])
  expect(body.orders).toMatchObject([{ deliveryAddress: '12 Main Street', channel: 'phone' }])
  expect(body.hasSavedCard).toBe(false)
})

test('erasure: a due order before its cut-off is cancelled; a delivered unpaid one blocks', async () => {
  const shop = await openShop()
  const staff = await staffBrowser(shop)
  const { orderId } = (await placeByPhone(staff, shop)).body
  const ana = await customerBrowser(shop)
  const preview = () =>
    ana.call<{ blockedBy: object[]; cancels: object[] }>('GET', apiPaths.erasurePreview)

  const early = await preview()
  await staff.call('PATCH', fillPath(apiPaths.adminOrder, { id: orderId }), {
    deliveryStatus: 'delivered',
    status: 'completed',
  })
  const delivered = await preview()
  const rejected = await ana.call('DELETE', apiPaths.personalData)

  expect(early.body).toMatchObject({ blockedBy: [], cancels: [{ orderId, refund: '0.00' }] })
  expect(delivered.body).toMatchObject({ blockedBy: [{ orderId, reason: 'unpaid' }] })
  expect(rejected.body.message).toContain('isn’t paid yet')
})
