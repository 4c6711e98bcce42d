import { expect, test } from 'vitest'
import type { Credit } from '#contract/credit.ts'
import { fillPath } from '#contract/fill-path.ts'
import { apiPaths } from '#contract/paths.ts'
import type { OrderDetail } from '#contract/staff/backoffice.ts'
import { openShop } from '#tests/support/open-shop.ts'
import { answer, markDelivered, report } from '#tests/support/orders/delivered-order.ts'
import {
  addInvoiceCustomer,
  auditFindings,
  giveCredit,
} from '#tests/support/orders/invoice-customer.ts'
import { placeByPhone, tender } from '#tests/support/orders/phone-order.ts'
import { customerBrowser, staffBrowser } from '#tests/support/sign-in.ts'

type Reply = OrderDetail & { code: string; message: string }

/** Ana's invoice of $17.98, paid with a check. */
async function paidByCheck() {
  const shop = await openShop()
  const staff = await staffBrowser(shop)
  await addInvoiceCustomer(shop)
  const { orderId: id } = (await placeByPhone(staff, shop, { payment: 'invoice' })).body
  const check = tender(1_798, { method: 'check', reference: '1042' })
  await staff.call('POST', fillPath(apiPaths.adminOrderTenders, { id }), check)
  const path = fillPath(apiPaths.adminOrder, { id })
  return {
    shop,
    staff,
    id,
    refund: async (body: object, isSent = true) => {
      const refundPath = fillPath(apiPaths.adminOrderRefund, { id })
      const asCredit = { destination: 'credit', reason: 'Never came', ...body }
      expect((await staff.call('POST', refundPath, asCredit)).status).toBe(200)
      if (isSent) await shop.runJob('refund.send')
    },
    bounce: () =>
      staff.call<Reply>('POST', fillPath(apiPaths.adminTenderReverse, { id, tenderId: check.id }), {
        reason: 'Check bounced',
      }),
    setStatus: (status: string) => staff.call('PATCH', path, { status }),
    detail: async () => (await staff.call<Reply>('GET', path)).body,
    credit: async () =>
      (await (await customerBrowser(shop)).call<Credit>('GET', apiPaths.credit)).body.balance,
    needsAttention: async () =>
      (await staff.call<object[]>('GET', `${apiPaths.adminOrders}?attention=failedRefund`)).body,
  }
}

/** Uses all credit there is for another order. */
async function spendCredit({ shop, staff }: Awaited<ReturnType<typeof paidByCheck>>) {
  const { status } = await placeByPhone(staff, shop, { payment: 'invoice' })
  expect(status).toBe(201)
}

test('rule 44: a check that bounces takes back the credit that was refunded for it', async () => {
  const order = await paidByCheck()
  await order.refund({ amount: '8.99' })
  expect(await order.credit()).toBe('8.99')

  const { status, body } = await order.bounce()

  expect(status).toBe(200)
  expect(body).toMatchObject({ due: '17.98', refunded: '0.00', order: { paymentStatus: 'due' } })
  expect(body.refunds).toMatchObject([
    { status: 'failed', problem: 'The refunded payment was reversed.' },
  ])
  expect(await order.credit()).toBe('0.00')
  // Nothing can be refunded of an unpaid order, so there is nothing to do.
  expect(await order.needsAttention()).toEqual([])
  expect(await auditFindings(order.shop)).toEqual([])
  await order.setStatus('cancelled')
  expect(await order.credit()).toBe('0.00')
  expect(await auditFindings(order.shop)).toEqual([])
})

test('rule 44: the refund is possible again once the order is paid again', async () => {
  const order = await paidByCheck()
  await order.refund({ items: [{ line: 0, quantity: 1 }] })
  await order.bounce()
  const path = fillPath(apiPaths.adminOrderTenders, { id: order.id })
  await order.staff.call('POST', path, tender(1_798))

  expect(await order.detail()).toMatchObject({ refundable: '17.98' })
  await order.refund({ items: [{ line: 0, quantity: 2 }] })

  expect(await order.credit()).toBe('17.98')
  expect(await order.detail()).toMatchObject({ order: { paymentStatus: 'refunded' } })
  expect(await auditFindings(order.shop)).toEqual([])
})

test('a refund as credit that was not carried out yet gives nothing after the check bounced', async () => {
  const order = await paidByCheck()
  await order.refund({}, false)

  await order.bounce()
  await order.shop.runJob('refund.send')

  expect(await order.credit()).toBe('0.00')
  expect(await order.detail()).toMatchObject({ due: '17.98', refunded: '0.00' })
  expect(await auditFindings(order.shop)).toEqual([])
})

test('rule 66: the case that such a refund answered is open again', async () => {
  const order = await paidByCheck()
  await markDelivered(order.staff, order.id)
  const { id } = (await report(await customerBrowser(order.shop), order.id)).body
  const refund = { items: [{ line: 0, quantity: 1 }], destination: 'credit' }
  await answer(order.staff, id, { outcome: 'refund', refund })
  await order.shop.runJob('refund.send')

  await order.bounce()

  expect(await order.shop.sql('select state, problem from cases')).toEqual([
    { state: 'open', problem: 'The refunded payment was reversed.' },
  ])
  expect(await auditFindings(order.shop)).toEqual([])
})

test('credit that was spent stays spent, and the order is due for it', async () => {
  const order = await paidByCheck()
  await order.refund({})
  await spendCredit(order)

  expect((await order.bounce()).body).toMatchObject({ due: '17.98' })

  expect(await order.detail()).toMatchObject({ refunds: [{ status: 'succeeded' }] })
  expect(await auditFindings(order.shop)).toEqual([])
})

test('a cancelled order loses the credit of its bounced check, unless it was spent', async () => {
  const unspent = await paidByCheck()
  await unspent.refund({})
  await unspent.setStatus('cancelled')
  expect((await unspent.bounce()).status).toBe(200)
  expect(await unspent.credit()).toBe('0.00')
  expect(await auditFindings(unspent.shop)).toEqual([])

  const spent = await paidByCheck()
  await spent.refund({})
  await spent.setStatus('cancelled')
  await spendCredit(spent)
  const rejected = await spent.bounce()
  expect(rejected).toMatchObject({ status: 409, body: { code: 'already_refunded' } })
  expect(rejected.body.message).toContain('Set the order back to confirmed first')
  await spent.setStatus('confirmed')
  expect((await spent.bounce()).body).toMatchObject({ due: '17.98' })
  expect(await auditFindings(spent.shop)).toEqual([])
})

test('credit that comes later is taken back when the unpaid order is cancelled', async () => {
  const order = await paidByCheck()
  await order.refund({})
  await spendCredit(order)
  await order.bounce()
  const [customer] = await order.shop.sql<{ id: string }>('select id from customers')
  await giveCredit(order.staff, customer?.id ?? '', '20.00')

  await order.setStatus('cancelled')

  expect(await order.credit()).toBe('2.02')
  expect(await auditFindings(order.shop)).toEqual([])
})
