import { randomUUID } from 'node:crypto'
import { fillPath } from '#contract/fill-path.ts'
import { apiPaths } from '#contract/paths.ts'
import type { StaffCustomer } from '#contract/staff/staff.ts'
import type { Buyer } from '../buyer.ts'
import type { TestShop } from '../open-shop.ts'
import { audit } from '../provider-ledger.ts'
import { staffBrowser } from '../sign-in.ts'
import { placeByPhone } from './phone-order.ts'

/** A weekly phone order of $15.28 that is paid by invoice. */
export const onInvoice = {
  payment: 'invoice',
  isRecurring: true,
  recurringFrequency: 'weekly',
  total: '15.28',
}

export async function allowInvoices(staff: Buyer, id: string, invoiceNetDays: number | null) {
  const path = fillPath(apiPaths.adminCustomer, { id })
  return staff.call<StaffCustomer>('PATCH', path, { invoiceNetDays })
}

/** Adds Ana, who may pay by invoice. Returns her id. */
export async function addInvoiceCustomer(shop: TestShop, netDays = 30): Promise<string> {
  const id = randomUUID()
  await shop.sql(
    `insert into customers (id, email, name, invoice_net_days, created_at)
     values ($1, 'ana@example.com', 'Ana Ruiz', $2, $3)`,
    [id, netDays, shop.clock.now()],
  )
  return id
}

export const giveCredit = (staff: Buyer, customerId: string, amount: string) =>
  staff.call('POST', fillPath(apiPaths.adminCustomerCredit, { id: customerId }), {
    amount,
    reason: 'Sorry',
  })

export const acceptTerms = (shop: TestShop, id: string) =>
  shop.buyer().call<{ code?: string }>('POST', fillPath(apiPaths.orderTerms, { id }))

/** A subscription on invoice whose terms Ana has accepted; the first delivery is on 5 March. */
export async function subscribeOnInvoice(shop: TestShop, change: Record<string, unknown> = {}) {
  const staff = await staffBrowser(shop)
  const customerId = await addInvoiceCustomer(shop)
  const { body } = await placeByPhone(staff, shop, { ...onInvoice, ...change })
  await acceptTerms(shop, body.orderId)
  return { id: body.orderId, customerId, staff }
}

/** Amounts invoiced, received and owed, from the rows of the account. */
export const accountCents = async (shop: TestShop) =>
  (
    await shop.sql<{ cents: number }>(
      'select coalesce(sum(cents), 0)::int as cents from invoice_entries',
    )
  )[0]?.cents

export const auditFindings = async (shop: TestShop) => (await audit(shop)).findings
