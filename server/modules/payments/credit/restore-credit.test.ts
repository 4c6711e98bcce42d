import { expect, test } from 'vitest'
import { fillPath } from '#contract/fill-path.ts'
import { apiPaths } from '#contract/paths.ts'
import { auditCredit } from '#server/modules/credit/index.ts'
import { openShop } from '#tests/support/open-shop.ts'
import {
  accountCents,
  addInvoiceCustomer,
  auditFindings,
  giveCredit,
} from '#tests/support/orders/invoice-customer.ts'
import { placeByPhone, tender } from '#tests/support/orders/phone-order.ts'
import { staffBrowser } from '#tests/support/sign-in.ts'

/** An invoice of $17.98, $5.00 of it paid with credit and $10.00 with a check, and then cancelled. */
async function cancelledInvoice() {
  const shop = await openShop()
  const staff = await staffBrowser(shop)
  const customerId = await addInvoiceCustomer(shop)
  await giveCredit(staff, customerId, '5.00')
  const { body } = await placeByPhone(staff, shop, { payment: 'invoice' })
  const id = body.orderId
  await staff.call('POST', fillPath(apiPaths.adminOrderTenders, { id }), tender(1000))
  const setStatus = (status: string) =>
    staff.call('PATCH', fillPath(apiPaths.adminOrder, { id }), { status })
  await setStatus('cancelled')
  const payment = async () =>
    (
      await shop.sql(
        `select status, amount_cents as due, credit_cents as credit from payments where order_id = $1`,
        [id],
      )
    )[0]
  const give = (amount: string) => giveCredit(staff, customerId, amount)
  return { shop, give, reopen: () => setStatus('confirmed'), payment }
}

const findings = async (shop: Awaited<ReturnType<typeof openShop>>) => [
  ...(await auditFindings(shop)),
  ...(await auditCredit(shop.deps.db)).findings,
]

test('rules 39, 43: a restored order uses no more credit than is due after its tenders', async () => {
  const { shop, give, reopen, payment } = await cancelledInvoice()
  await give('20.00')

  expect((await reopen()).status).toBe(200)

  // $10.00 was received, so credit pays the other $7.98 and the order is paid.
  expect(await payment()).toEqual({ status: 'paid', due: 1000, credit: 798 })
  expect(await accountCents(shop)).toBe(0)
  expect(await findings(shop)).toEqual([])
})

test('rules 39, 43: a restored order gets its credit back and is due for the rest', async () => {
  const { shop, reopen, payment } = await cancelledInvoice()

  expect((await reopen()).status).toBe(200)

  expect(await payment()).toEqual({ status: 'due', due: 1298, credit: 500 })
  expect(await accountCents(shop)).toBe(298)
  expect(await findings(shop)).toEqual([])
})
