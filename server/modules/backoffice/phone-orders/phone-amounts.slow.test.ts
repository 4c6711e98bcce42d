import { expect, test } from 'vitest'
import type { Quote } from '#contract/checkout.ts'
import { fillPath } from '#contract/fill-path.ts'
import { centsToText } from '#contract/money.ts'
import { apiPaths } from '#contract/paths.ts'
import type { OrderDetail } from '#contract/staff/backoffice.ts'
import { auditCredit } from '#server/modules/credit/index.ts'
import { openShop } from '#tests/support/open-shop.ts'
import {
  addInvoiceCustomer,
  auditFindings,
  giveCredit,
  subscribeOnInvoice,
} from '#tests/support/orders/invoice-customer.ts'
import { phoneOrder, placeByPhone, tender } from '#tests/support/orders/phone-order.ts'
import { chargeTax } from '#tests/support/sales-tax.ts'
import { staffBrowser } from '#tests/support/sign-in.ts'
import { runOnDays } from '#tests/support/subscriber.ts'

const SUBTOTAL = 1798
const settings = [
  { taxCents: 0, depositCents: 0 },
  { taxCents: 144, depositCents: 0 },
  { taxCents: 0, depositCents: 1200 },
  { taxCents: 144, depositCents: 1200 },
]
const cases = settings.flatMap((setting) =>
  (['link', 'on_delivery', 'invoice'] as const).map((payment) => ({ ...setting, payment })),
)

test.each(cases)(
  'rules 40 to 43: $payment with tax $taxCents and deposit $depositCents adds up, with and without credit',
  async ({ payment, taxCents, depositCents }) => {
    const shop = await openShop()
    const staff = await staffBrowser(shop)
    if (taxCents) await chargeTax(staff, { rate: '8' })
    if (depositCents) await staff.call('PATCH', apiPaths.adminSettings, { depositCents: 600 })
    const customerId = await addInvoiceCustomer(shop)
    const totalCents = SUBTOTAL + taxCents + depositCents
    const total = centsToText(totalCents)
    const placed = []
    // Credit pays in part, then for all of it, and then there is none. Each order is cancelled.
    for (const [given, usedCents] of [
      ['5.00', 500],
      ['50.00', totalCents],
    ] as const) {
      await giveCredit(staff, customerId, given)
      const form = phoneOrder(shop, { payment, total })
      const { items, isRecurring, deliveryDate, deliveryState, deliveryZip, customerEmail } = form
      const quote = await staff.call<Quote & { due?: string }>('POST', apiPaths.adminOrderQuote, {
        ...{ items, isRecurring, deliveryDate, deliveryState, deliveryZip, customerEmail, payment },
      })
      expect(quote.body).toMatchObject({ total, due: centsToText(totalCents - usedCents) })
      const { body } = await placeByPhone(staff, shop, { payment, total })
      placed.push(body.orderId)
      const [row] = await shop.sql<{ amount_cents: number; credit_cents: number; status: string }>(
        'select amount_cents, credit_cents, status from payments where order_id = $1',
        [body.orderId],
      )
      const unpaid = payment === 'link' ? 'pending' : 'due'
      const status = usedCents === totalCents ? 'covered' : unpaid
      expect(row).toEqual({ amount_cents: totalCents - usedCents, credit_cents: usedCents, status })
      const path = fillPath(apiPaths.adminOrder, { id: body.orderId })
      const isPaid = status === 'covered'
      await staff.call('PATCH', path, { status: 'cancelled', ...(isPaid && { refund: true }) })
      await shop.runJob('refund.send')
    }
    const [account] = await shop.sql('select balance_cents from credit_accounts')
    expect(account).toEqual({ balance_cents: 5_500 })
    expect(await auditFindings(shop)).toEqual([])
    expect((await auditCredit(shop.deps.db)).findings).toEqual([])
  },
)

test('rule 42: a deposit that is due by invoice is not invoiced again with the next delivery', async () => {
  const shop = await openShop()
  const owner = await staffBrowser(shop)
  await owner.call('PATCH', apiPaths.adminSettings, { depositCents: 600 })
  await subscribeOnInvoice(shop, { total: '27.28' })

  await runOnDays(shop, '2026-03-09', '2026-03-12', '2026-03-16', '2026-03-19')

  const rows = await shop.sql<{ amount_cents: number }>(
    `select amount_cents from payments where status = 'due' order by created_at`,
  )
  expect(rows.map((row) => row.amount_cents)).toEqual([2728, 1528, 1528])
})

test('rule 44: tenders are paid back as negative tenders, by item, and never more than received', async () => {
  const shop = await openShop()
  const staff = await staffBrowser(shop)
  const { body } = await placeByPhone(staff, shop, { payment: 'on_delivery' })
  const id = body.orderId
  const refund = (input: object) =>
    staff.call<OrderDetail & { code?: string }>(
      'POST',
      fillPath(apiPaths.adminOrderRefund, { id }),
      {
        destination: 'tender',
        method: 'cash',
        reason: 'One bottle leaked',
        ...input,
      },
    )
  const early = await refund({ amount: '1.00' })
  const path = fillPath(apiPaths.adminOrderTenders, { id })
  await staff.call('POST', path, tender(SUBTOTAL, { method: 'check' }))

  const one = await refund({ items: [{ line: 0, quantity: 1 }] })
  const tooMuch = await refund({ amount: '9.00' })
  const noMethod = await refund({ amount: '1.00', method: undefined })
  const received = one.body.tenders.find(({ amount }) => !amount.startsWith('-'))
  const reversePath = fillPath(apiPaths.adminTenderReverse, { id, tenderId: received?.id ?? '' })
  const reversed = await staff.call('POST', reversePath, { reason: 'Bounced' })
  const rest = await refund({ amount: '8.99' })
  await shop.runJob('email.send')

  expect([early.status, tooMuch.status, noMethod.status, reversed.status]).toEqual([
    409, 409, 400, 409,
  ])
  expect(one.body).toMatchObject({ refundable: '8.99', refundableAsTender: '8.99' })
  expect(one.body.order.paymentStatus).toBe('paid')
  expect(rest.body.order.paymentStatus).toBe('refunded')
  const paidBack = rest.body.tenders.map(({ amount, method }) => `${amount} ${method}`).sort()
  expect(paidBack).toEqual(['-8.99 cash', '-8.99 cash', '17.98 check'])
  const text = (await shop.mailbox()).map((mail) => mail.text.replace(/\s+/g, ' ')).join('\n')
  expect(text).toContain('We refunded $8.99 of the $17.98 you paid for this order in cash: 1 × ')
  expect(await auditFindings(shop)).toEqual([])
})
