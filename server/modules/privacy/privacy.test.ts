import { expect, test } from 'vitest'
import { fillPath } from '#contract/fill-path.ts'
import { apiPaths } from '#contract/paths.ts'
import { openShop } from '#tests/support/open-shop.ts'
import { customerBrowser, staffBrowser } from '#tests/support/sign-in.ts'

test('a customer exports all data stored about them', async () => {
  const shop = await openShop()
  const { orderId } = await shop.buyer().buy()
  await shop.deliverPending()
  const ana = await customerBrowser(shop)

  const { body, headers } = await ana.call('GET', apiPaths.personalData)

  expect(headers.get('content-disposition')).toContain('attachment')
  expect(body).toMatchObject({
    profile: { email: 'ana@example.com', name: 'Ana Ruiz', phone: '845-555-0100' },
    orders: [{ id: orderId, deliveryAddress: '12 Main Street', payment: { status: 'paid' } }],
    emails: [{ kind: 'order_confirmed' }],
    sessions: [{}],
  })
})

test('erasure leaves amounts and numbers, but no personal data', async () => {
  const shop = await openShop()
  const guest = shop.buyer()
  const { orderId } = await guest.buy(guest.submission({ isRecurring: true }))
  await shop.deliverPending()
  const ana = await customerBrowser(shop)

  const response = await ana.call('DELETE', apiPaths.personalData)

  expect(response.status).toBe(200)
  expect((await ana.call('GET', apiPaths.me)).status).toBe(401)
  const [order] = await shop.sql('select * from orders where id = $1', [orderId])
  expect(order).toMatchObject({
    status: 'cancelled',
    invoice_number: 1,
    total_cents: 1528,
    customer_id: null,
    customer_name: null,
    customer_email: null,
    customer_phone: null,
    delivery_address: null,
  })
  const tables = [
    'customers',
    'orders',
    'order_items',
    'payments',
    'login_requests',
    'sessions',
    'emails',
    'checkouts',
    'provider_customers',
  ]
  for (const table of tables) {
    const rows = JSON.stringify(await shop.sql(`select * from ${table}`))
    expect(rows).not.toMatch(/ana@example|Ana Ruiz|845-555-0100|12 Main Street/)
  }
})

test('a customer changes name and phone, and a guest order does not overwrite them', async () => {
  const shop = await openShop()
  await shop.buyer().place()
  const ana = await customerBrowser(shop)

  await ana.call('PATCH', apiPaths.profile, {
    name: 'Ana R.',
    role: 'admin',
    email: 'x@example.com',
  })
  await shop.buyer().place()

  expect((await ana.call('GET', apiPaths.profile)).body).toMatchObject({
    email: 'ana@example.com',
    name: 'Ana R.',
    phone: '845-555-0100',
  })
})

test('erasure removes personal data from audit entries and keeps the entries', async () => {
  const shop = await openShop()
  const { orderId } = await shop.buyer().buy()
  await shop.deliverPending()
  const other = shop.buyer()
  await other.buy(other.submission({ customerEmail: 'bo@example.com', customerName: 'Bo Lind' }))
  const staff = await staffBrowser(shop)
  const ana = await customerBrowser(shop)
  const customers = await shop.sql<{ id: string; email: string }>('select * from customers')
  for (const { id, email } of customers) {
    const name = `Corrected ${email}`
    await staff.call('PATCH', fillPath(apiPaths.adminCustomer, { id }), { name, phone: '1' })
  }
  const form = { orderId, scheduledDate: '2026-03-05', notes: 'Ana Ruiz has a dog' }
  const plan = async () =>
    (await staff.call<{ id: string }>('POST', apiPaths.adminSchedules, form)).body
  await plan()
  const { id: deleted } = await plan()
  await staff.call('PATCH', fillPath(apiPaths.adminSchedule, { id: deleted }), {
    notes: 'Ana Ruiz has two dogs',
  })
  await staff.call('DELETE', fillPath(apiPaths.adminSchedule, { id: deleted }))
  await staff.call('POST', fillPath(apiPaths.adminOrderRefund, { id: orderId }), {
    amount: '1.00',
    reason: 'Ana Ruiz was not at home',
  })
  const audit = () =>
    shop.sql<{ action: string; personal: unknown }>('select * from audit_entries order by id')
  const before = await audit()
  expect(JSON.stringify(before).match(/Ana Ruiz|Corrected ana@/g)).toHaveLength(8)

  await ana.call('DELETE', apiPaths.personalData)

  const after = await audit()
  // The delivery is off, so its stop leaves the plan.
  const actions = [...before.map(({ action }) => action), 'schedule.updated']
  expect(after.map(({ action }) => action)).toEqual(actions)
  expect(JSON.stringify(after)).not.toMatch(/Ana Ruiz|ana@example/)
  expect(JSON.stringify(after)).toContain('Corrected bo@example.com')
  // The erasure refunds the rest of the payment.
  for (const [table, count] of Object.entries({ schedules: 1, refunds: 2 })) {
    const rows = await shop.sql(`select * from ${table}`)
    expect(rows).toHaveLength(count)
    expect(JSON.stringify(rows)).not.toContain('Ana Ruiz')
  }
})
