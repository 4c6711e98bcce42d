import { expect, test } from 'vitest'
import { fillPath } from '#contract/fill-path.ts'
import { apiPaths } from '#contract/paths.ts'
import { openShop, type TestShop } from '#tests/support/open-shop.ts'
import { markDelivered, report } from '#tests/support/orders/delivered-order.ts'
import { giveCredit, subscribeOnInvoice } from '#tests/support/orders/invoice-customer.ts'
import { placeByPhone, tender } from '#tests/support/orders/phone-order.ts'
import { customerBrowser, staffBrowser } from '#tests/support/sign-in.ts'
import { runEngine } from '#tests/support/subscriber.ts'
import { applyFile, importFile } from '#tests/support/subscription-import.ts'

/**
 * Every table that refers to a customer, by name or through an order, subscription, case or stop. A
 * new one fails the test below until it is decided what the customer's export contains of it,
 * and what an erasure does to it. `in` names the key of the export.
 */
const exported: Record<string, { in: string; erasure: string }> = {
  bottle_movements: { in: 'bottleMovements', erasure: 'reasons removed, bottles lost' },
  case_photos: { in: 'cases', erasure: 'deleted' },
  cases: { in: 'cases', erasure: 'deleted' },
  consents: { in: 'subscriptions', erasure: 'IP address removed' },
  credit_accounts: { in: 'credit', erasure: 'balance forfeited' },
  credit_entries: { in: 'credit', erasure: 'reasons removed' },
  customers: { in: 'profile', erasure: 'deleted' },
  delivery_points: { in: 'deliveryPoints', erasure: 'deleted' },
  deposit_openings: { in: 'importedBottles', erasure: 'customer removed' },
  deposit_returns: { in: 'returnedBottles', erasure: 'customer removed' },
  deposit_counts: { in: 'bottleMovements', erasure: 'no personal data' },
  driver_events: { in: 'visits', erasure: 'notes, photos and places removed' },
  disputes: { in: 'disputes', erasure: 'no personal data; an open one blocks the erasure' },
  emails: { in: 'emails', erasure: 'no address; without a recipient they are discarded' },
  imported_subscriptions: { in: 'importedSubscriptions', erasure: 'deleted' },
  invoice_entries: { in: 'invoiceAccount', erasure: 'amounts stay: statements never change' },
  known_devices: { in: 'devices', erasure: 'deleted' },
  login_requests: { in: 'loginRequests', erasure: 'deleted' },
  near_email_customers: { in: 'emailsWhenTruckIsNear', erasure: 'deleted' },
  order_items: { in: 'orders', erasure: 'no personal data' },
  orders: { in: 'orders', erasure: 'name, address and contact removed' },
  payments: { in: 'orders', erasure: 'no personal data' },
  point_fixes: { in: 'deliveryPoints', erasure: 'deleted' },
  price_questions: { in: 'priceIncreases', erasure: 'IP address removed' },
  provider_customers: { in: 'cardCustomers', erasure: 'deleted, also at the provider' },
  receipts: { in: 'receipts', erasure: 'no personal data; photos and notes are of driver_events' },
  refunds: { in: 'refunds', erasure: 'reasons removed' },
  schedules: { in: 'stops', erasure: 'notes removed' },
  sessions: { in: 'sessions', erasure: 'deleted' },
  subscriptions: { in: 'subscriptions', erasure: 'name, address and cards removed' },
  tax_exemptions: { in: 'taxExemption', erasure: 'deleted' },
  tenders: { in: 'tenders', erasure: 'references removed' },
}

/** Not exported, with the reason. None of them has personal data after an erasure. */
const internal: Record<string, string> = {
  audit_entries: 'what staff did; personal values are removed by an erasure',
  bottle_settlements: 'whether bottles that were not left are refunded; the refund is exported',
  charge_attempts: 'states of a charge',
  checkouts: 'hash of a browser and its order',
  cycles: 'states of deliveries, whose orders are exported',
  day_change_cycles: 'which dates an undo restores',
  day_change_moves: 'which dates an undo restores',
  deferred_order_effects: 'work that waits for the undo window',
  driver_reviews: 'what staff check about a visit; an erasure removes its text',
  fraud_warnings: 'reports of the card networks',
  intents: 'ids at the provider',
  loaded_stops: 'which stops a phone has seen',
  mismatches: 'faults of payments',
  near_email_choices: 'whether an email was asked for; the email is exported',
  one_time_items: 'part of the next delivery, whose order is exported',
  payment_transitions: 'states of payments',
  planned_deliveries: 'dates computed from a subscription, which is exported',
  plans_to_update: 'subscriptions whose dates are computed again',
  phone_orders: 'which request placed an order',
  told_windows: 'the time in an email that is exported',
  subscription_items: 'products of the next deliveries, whose orders are exported',
}

/** These have an email address or a subject of their own: the shop's, its staff's or an alert's. */
const shopTables = ['alerts', 'shop_settings', 'staff', 'staff_links', 'balance_transactions']

const REFERENCES = [
  'customer_id',
  'customer_email',
  'order_id',
  'subscription_id',
  'case_id',
  'schedule_id',
  'subject_id',
  'email',
]

test('AU18: every table that refers to a customer is exported and erased, or has a reason not to', async () => {
  const shop = await openShop()
  const rows = await shop.sql<{ name: string }>(
    `select distinct c.table_name as name from information_schema.columns c
     where c.table_schema = 'public' and (c.column_name = any($1) or exists (
       select from pg_constraint k
       where k.contype = 'f' and k.conrelid = format('%I.%I', c.table_schema, c.table_name)::regclass
         and k.confrelid in ('customers'::regclass, 'orders'::regclass, 'subscriptions'::regclass)))
     order by 1`,
    [REFERENCES],
  )

  const known = [...Object.keys(exported), ...Object.keys(internal)].filter(
    // The key of these is the customer itself.
    (name) => name !== 'customers',
  )
  const found = rows.map(({ name }) => name).filter((name) => !shopTables.includes(name))
  expect(found.filter((name) => name !== 'customers')).toEqual(known.toSorted())
})

/** Ana is on invoice, has credit, a case, a stop with notes and an imported line. */
async function shopWithData() {
  const shop = await openShop()
  const { id, customerId, staff } = await subscribeOnInvoice(shop)
  await giveCredit(staff, customerId, '5.00')
  const { body: placed } = await placeByPhone(staff, shop)
  const tenderPath = fillPath(apiPaths.adminOrderTenders, { id: placed.orderId })
  await staff.call('POST', tenderPath, tender(1298, { reference: 'Check of Ana Ruiz' }))
  const invoicePath = fillPath(apiPaths.adminOrderTenders, { id })
  await staff.call('POST', invoicePath, tender(1528, { reference: 'Ana Ruiz 845-555-0100' }))
  const stop = { orderId: id, scheduledDate: '2026-03-05', notes: 'Ana Ruiz has a dog' }
  await staff.call('POST', apiPaths.adminSchedules, stop)
  await markDelivered(staff, id)
  await markDelivered(staff, placed.orderId)
  await applyFile(staff, importFile({ Email: 'ana@example.com', Name: 'Ana Ruiz' }))
  const ana = await customerBrowser(shop)
  await report(ana, id, { text: 'Ana Ruiz got a leaking bottle' })
  await runEngine(shop)
  return { shop, ana, customerId }
}

test('AU18: the export has the invoices, stops, devices and emails of the account', async () => {
  const { shop, ana } = await shopWithData()

  const { body } = await ana.call<Record<string, unknown[]>>('GET', apiPaths.personalData)

  for (const { in: key } of Object.values(exported)) expect(body).toHaveProperty(key)
  expect(body.invoiceAccount).toMatchObject([
    { kind: 'invoiced', cents: 1528 },
    { kind: 'received', cents: -1528 },
  ])
  expect(body.stops).toMatchObject([{ date: '2026-03-05', notes: 'Ana Ruiz has a dog' }])
  expect(body.devices).toHaveLength(1)
  expect(body.importedBottles).toHaveLength(1)
  expect(body.emails).toContainEqual(expect.objectContaining({ kind: 'credit_added' }))
  expect(await staffSecrets(shop, body)).toEqual([])
})

/** Hashes of tokens that the export contains; no customer needs them. */
async function staffSecrets(shop: TestShop, body: unknown): Promise<string[]> {
  const rows = await shop.sql<{ hash: string }>(
    `select token_hash as hash from sessions union select token_hash from known_devices`,
  )
  const text = JSON.stringify(body)
  return rows.map(({ hash }) => hash).filter((hash) => text.includes(hash))
}

test('AU18: after an erasure no table of the shop names the customer', async () => {
  const { shop, ana, customerId } = await shopWithData()
  shop.clock.advance(4 * 86_400_000)
  await shop.runJob('delivery.createOrders')
  const browser = await customerBrowser(shop)
  expect(await namedIn(shop)).toEqual(expect.arrayContaining(['cases', 'customers', 'orders']))

  const { status } = await browser.call('DELETE', apiPaths.personalData)

  expect(status).toBe(200)
  expect(await namedIn(shop)).toEqual([])
  expect((await ana.call('GET', apiPaths.me)).status).toBe(401)
  const staff = await staffBrowser(shop)
  const path = fillPath(apiPaths.adminCustomer, { id: customerId })
  expect((await staff.call('GET', path)).status).toBe(404)
})

/** Tables that contain Ana's name, email address, phone or street. The mailbox is not the shop's. */
async function namedIn(shop: TestShop): Promise<string[]> {
  const tables = await shop.sql<{ name: string }>(
    `select table_name as name from information_schema.tables
     where table_schema = 'public' and table_type = 'BASE TABLE' and table_name <> 'mailbox'
     order by 1`,
  )
  const named: string[] = []
  for (const { name } of tables) {
    const text = JSON.stringify(await shop.sql(`select * from "${name}"`))
    if (/ana@example|Ana Ruiz|845-555-01|12 Main Street|4 Mill Road/i.test(text)) named.push(name)
  }
  return named
}
