import { expect, test } from 'vitest'
import { fillPath } from '#contract/fill-path.ts'
import { apiPaths } from '#contract/paths.ts'
import { openShop } from '#tests/support/open-shop.ts'
import { addInvoiceCustomer, auditFindings } from '#tests/support/orders/invoice-customer.ts'
import { placeByPhone, tender } from '#tests/support/orders/phone-order.ts'
import { staffBrowser } from '#tests/support/sign-in.ts'

/** Ana's invoice of $17.98. */
async function invoicedOrder() {
  const shop = await openShop()
  const staff = await staffBrowser(shop)
  await addInvoiceCustomer(shop)
  const { orderId: id } = (await placeByPhone(staff, shop, { payment: 'invoice' })).body
  return {
    shop,
    receive: (cents: number) =>
      staff.call('POST', fillPath(apiPaths.adminOrderTenders, { id }), tender(cents)),
    refund: async (body: object) => {
      const path = fillPath(apiPaths.adminOrderRefund, { id })
      const { status } = await staff.call('POST', path, { reason: 'Never came', ...body })
      await shop.runJob('refund.send')
      return status
    },
    payment: async () => (await shop.sql<{ status: string }>('select status from payments'))[0],
  }
}

const half = { amount: '8.99' }
const inCash = { ...half, destination: 'tender', method: 'cash' }
const asCredit = { ...half, destination: 'credit' }

test.each([
  ['in cash, then as credit', [inCash, asCredit]],
  ['as credit, then in cash', [asCredit, inCash]],
  ['as credit alone', [asCredit, asCredit]],
])('rule 44: an invoice that is refunded %s is refunded when nothing is left', async (_, steps) => {
  const { shop, receive, refund, payment } = await invoicedOrder()
  await receive(1_798)
  const states = []
  for (const step of steps) states.push([await refund(step), (await payment())?.status])

  expect(states).toEqual([
    [200, 'paid'],
    [200, 'refunded'],
  ])
  expect(await refund({ amount: '0.01', destination: 'credit' })).toBe(409)
  expect(await auditFindings(shop)).toEqual([])
})
