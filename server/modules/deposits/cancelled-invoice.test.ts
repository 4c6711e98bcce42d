import { expect, test } from 'vitest'
import type { StaffDeposit } from '#contract/deposits.ts'
import { fillPath } from '#contract/fill-path.ts'
import { apiPaths } from '#contract/paths.ts'
import { openShop } from '#tests/support/open-shop.ts'
import { addInvoiceCustomer, auditFindings } from '#tests/support/orders/invoice-customer.ts'
import { placeByPhone, tender } from '#tests/support/orders/phone-order.ts'
import { staffBrowser } from '#tests/support/sign-in.ts'

/** Ana's unpaid invoice of $17.98 and a deposit of $12.00 for two bottles, which came back. */
async function returnedUnpaid() {
  const shop = await openShop()
  const staff = await staffBrowser(shop)
  await staff.call('PATCH', apiPaths.adminSettings, { depositCents: 600 })
  const customerId = await addInvoiceCustomer(shop)
  const invoice = () => placeByPhone(staff, shop, { payment: 'invoice', total: '29.98' })
  const { orderId } = (await invoice()).body
  const path = fillPath(apiPaths.adminDeposit, { id: customerId })
  const returnBottles = (bottles: number) => staff.call<StaffDeposit>('POST', path, { bottles })
  expect((await returnBottles(2)).body).toMatchObject({ bottles: 0 })
  const cancel = (change: object = {}) =>
    staff.call('PATCH', fillPath(apiPaths.adminOrder, { id: orderId }), {
      status: 'cancelled',
      ...change,
    })
  const deposit = async () => (await staff.call<StaffDeposit>('GET', path)).body
  const balance = async () =>
    (await shop.sql<{ cents: number }>('select balance_cents as cents from credit_accounts'))[0]
  return { shop, staff, orderId, invoice, returnBottles, cancel, deposit, balance }
}

test('rule 42: an unpaid invoice that is cancelled takes back the deposit given for its bottles', async () => {
  const { shop, cancel, deposit, balance } = await returnedUnpaid()
  expect(await balance()).toEqual({ cents: 1_200 })
  shop.clock.advance(1000)

  await cancel()

  expect(await balance()).toEqual({ cents: 0 })
  expect(await deposit()).toMatchObject({
    bottles: 0,
    amount: '0.00',
    movements: [
      { kind: 'cancelled', bottles: 2, amount: '12.00', staffEmail: null },
      { kind: 'returned', bottles: 2, amount: '12.00' },
    ],
  })
  expect(await auditFindings(shop)).toEqual([])
})

test('rule 42: the next order carries the deposit again, and its bottles are paid back', async () => {
  const { shop, staff, cancel, invoice, returnBottles, balance } = await returnedUnpaid()
  await cancel()

  const { orderId: id } = (await invoice()).body
  await staff.call('POST', fillPath(apiPaths.adminOrderTenders, { id }), tender(2_998))

  expect((await returnBottles(2)).body).toMatchObject({ bottles: 0, amount: '0.00' })
  expect(await balance()).toEqual({ cents: 1_200 })
  expect(await auditFindings(shop)).toEqual([])
})

test('rule 42: only the unspent part of a deposit is taken back', async () => {
  const { shop, cancel, deposit, balance } = await returnedUnpaid()
  await shop.sql('update credit_accounts set balance_cents = 500')
  await shop.sql(
    `insert into credit_entries (customer_id, kind, cents, created_at)
     select customer_id, 'goodwill', -700, updated_at from credit_accounts`,
  )
  shop.clock.advance(1000)

  await cancel()

  expect(await balance()).toEqual({ cents: 0 })
  expect((await deposit()).movements[0]).toMatchObject({ kind: 'cancelled', amount: '5.00' })
  expect(await auditFindings(shop)).toEqual([])
})

test('rule 42: a paid invoice keeps its return, and a bulk cancel waits for its undo', async () => {
  const { shop, staff, orderId, balance } = await returnedUnpaid()
  const bulk = { ids: [orderId], status: 'cancelled' }
  const undo = await staff.call<{ undo: object[] }>('PATCH', apiPaths.adminOrdersBulk, bulk)
  expect(undo.status).toBe(200)
  expect(await balance()).toEqual({ cents: 1_200 })
  shop.clock.advance(3_600_000)
  await shop.runJob('order.runDeferredEffects')
  expect(await balance()).toEqual({ cents: 0 })

  const paid = await returnedUnpaid()
  const path = fillPath(apiPaths.adminOrderTenders, { id: paid.orderId })
  await paid.staff.call('POST', path, tender(2_998))
  await paid.cancel()
  expect(await paid.balance()).toEqual({ cents: 1_200 })
  expect(await auditFindings(paid.shop)).toEqual([])
})
