import { expect, test } from 'vitest'
import { fillPath } from '#contract/fill-path.ts'
import { apiPaths } from '#contract/paths.ts'
import type { OrderDetail } from '#contract/staff/backoffice.ts'
import { openShop } from '#tests/support/open-shop.ts'
import {
  acceptTerms,
  addInvoiceCustomer,
  auditFindings,
  onInvoice,
} from '#tests/support/orders/invoice-customer.ts'
import { placeByPhone, tender } from '#tests/support/orders/phone-order.ts'
import { getOrderState } from '#tests/support/provider-ledger.ts'
import { staffBrowser } from '#tests/support/sign-in.ts'

test('rule 39: nothing is received for an invoice whose terms the customer has not accepted', async () => {
  const shop = await openShop()
  const staff = await staffBrowser(shop)
  await addInvoiceCustomer(shop)
  const { body } = await placeByPhone(staff, shop, onInvoice)
  const id = body.orderId
  const receive = () =>
    staff.call<OrderDetail & { code?: string }>(
      'POST',
      fillPath(apiPaths.adminOrderTenders, { id }),
      tender(1528),
    )

  const early = await receive()
  const waiting = await getOrderState(shop, id)
  const accepted = await acceptTerms(shop, id)
  const paid = await receive()

  expect(early).toMatchObject({ status: 409, body: { code: 'nothing_due' } })
  expect(waiting).toBe('pending pending')
  expect([accepted.status, paid.status]).toEqual([204, 200])
  expect(await getOrderState(shop, id)).toBe('confirmed paid')
  expect(await shop.sql('select status from subscriptions')).toEqual([{ status: 'active' }])
  expect(await auditFindings(shop)).toEqual([])
})
