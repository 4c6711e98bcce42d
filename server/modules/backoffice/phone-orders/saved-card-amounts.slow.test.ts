import { expect, test } from 'vitest'
import { fillPath } from '#contract/fill-path.ts'
import { centsToText } from '#contract/money.ts'
import { apiPaths } from '#contract/paths.ts'
import type { OrderDetail } from '#contract/staff/backoffice.ts'
import { auditCredit } from '#server/modules/credit/index.ts'
import { openShop, type TestShop } from '#tests/support/open-shop.ts'
import { auditFindings, giveCredit } from '#tests/support/orders/invoice-customer.ts'
import { placeByPhone } from '#tests/support/orders/phone-order.ts'
import { getOrderState } from '#tests/support/provider-ledger.ts'
import { chargeTax } from '#tests/support/sales-tax.ts'
import { staffBrowser } from '#tests/support/sign-in.ts'
import { capturedCents, subscribe } from '#tests/support/subscriber.ts'

const SUBTOTAL = 1798
/** Ana's first delivery, which saved her card before tax and deposit were switched on. */
const FIRST = 1528
/** Saved at checkout, declined on every later charge. */
const DECLINED_LATER = '4000000000000341'

type Setting = { taxCents: number; depositCents: number; card?: string }

async function openWithCard({ taxCents, depositCents, card }: Setting) {
  const shop = await openShop()
  await subscribe(shop, card ? { card } : {})
  shop.clock.advance(60_000)
  const staff = await staffBrowser(shop)
  if (taxCents) await chargeTax(staff, { rate: '8' })
  if (depositCents) await staff.call('PATCH', apiPaths.adminSettings, { depositCents: 600 })
  const [customer] = await shop.sql<{ id: string }>('select id from customers')
  const totalCents = SUBTOTAL + taxCents + depositCents
  const place = (change: object = {}) =>
    placeByPhone(staff, shop, {
      payment: 'saved_card',
      total: centsToText(totalCents),
      ...change,
    })
  return { shop, staff, customerId: customer?.id ?? '', totalCents, place }
}

const balance = async (shop: TestShop) =>
  (await shop.sql<{ cents: number }>('select balance_cents as cents from credit_accounts'))[0]
    ?.cents

async function expectSound(shop: TestShop) {
  expect(await auditFindings(shop)).toEqual([])
  expect((await auditCredit(shop.deps.db)).findings).toEqual([])
}

const settings = [
  { taxCents: 0, depositCents: 0 },
  { taxCents: 144, depositCents: 0 },
  { taxCents: 0, depositCents: 1200 },
  { taxCents: 144, depositCents: 1200 },
]
/** The credit used, and the rest for the card: never between 1 and 49 cents. */
const credits = [
  { name: 'none', given: () => 0, charged: (total: number) => total },
  { name: 'a part', given: () => 500, charged: (total: number) => total - 500 },
  { name: 'all but 20 cents', given: (total: number) => total - 20, charged: () => 50 },
  { name: 'more than enough', given: (total: number) => total + 100, charged: () => 0 },
]
const cases = settings.flatMap((setting) => credits.map((credit) => ({ ...setting, credit })))

test.each(cases)(
  'rules 40 to 44: a saved card with tax $taxCents, deposit $depositCents and credit $credit.name',
  async ({ taxCents, depositCents, credit }) => {
    const { shop, staff, customerId, totalCents, place } = await openWithCard({
      taxCents,
      depositCents,
    })
    const given = credit.given(totalCents)
    const charged = credit.charged(totalCents)
    if (given > 0) await giveCredit(staff, customerId, centsToText(given))

    const { status, body } = await place()
    await shop.deliverPending()

    const isCovered = charged === 0
    expect([status, body.charge]).toEqual([201, isCovered ? null : 'paid'])
    expect(await getOrderState(shop, body.orderId)).toBe(
      `confirmed ${isCovered ? 'covered' : 'paid'}`,
    )
    expect(await capturedCents(shop)).toEqual([FIRST, ...(isCovered ? [] : [charged])])
    const usedCents = totalCents - charged
    expect(await balance(shop)).toBe(given > 0 ? given - usedCents : undefined)
    await expectSound(shop)

    // One bottle comes back with its share of the tax; the deposit is another item.
    const refundPath = fillPath(apiPaths.adminOrderRefund, { id: body.orderId })
    const items = [{ line: 0, quantity: 1 }]
    const itemCents = 899 + taxCents / 2
    const destination = charged >= itemCents ? 'card' : 'credit'
    const refund = { items, destination, reason: 'One bottle leaked' }
    const refunded = await staff.call<OrderDetail>('POST', refundPath, refund)
    expect(refunded.status).toBe(200)
    await shop.runJob('refund.send')
    await shop.deliverPending()

    // The rest is refunded to its source.
    const path = fillPath(apiPaths.adminOrder, { id: body.orderId })
    await staff.call('PATCH', path, { status: 'cancelled', refund: true })
    await shop.runJob('refund.send')
    await shop.deliverPending()

    // The card never gets more than it paid, and the customer has the credit from before.
    const captured = (await capturedCents(shop)).slice(1)
    expect(captured).toEqual(isCovered ? [] : [0])
    expect(await balance(shop)).toBe(given > 0 ? given : undefined)
    await expectSound(shop)
  },
)

test('rules 42, 43: a declined card keeps the credit for its link, and an unpaid link gives it back', async () => {
  const setting = { taxCents: 144, depositCents: 1200, card: DECLINED_LATER }
  const { shop, staff, customerId, totalCents, place } = await openWithCard(setting)
  await giveCredit(staff, customerId, '5.00')

  const paid = await place({ deliveryDate: '2026-03-20' })
  const waiting = [await getOrderState(shop, paid.body.orderId), await balance(shop)]
  const customer = shop.buyer()
  const { clientSecret } = (await customer.pay(paid.body.orderId)).body
  await customer.confirm(clientSecret)
  await shop.deliverPending()
  // The deposit of the first order counts, so the second one carries none.
  await giveCredit(staff, customerId, '7.00')
  const next = { deliveryDate: '2026-03-20', total: centsToText(totalCents - 1200) }
  const unpaid = await place(next)
  const reserved = await balance(shop)
  shop.clock.advance(8 * 86_400_000)
  await shop.runJob('payment.expire')

  expect([paid.body.charge, unpaid.body.charge]).toEqual(['declined', 'declined'])
  expect(waiting).toEqual(['pending pending', 0])
  expect(await getOrderState(shop, paid.body.orderId)).toBe('confirmed paid')
  expect(await capturedCents(shop)).toEqual([FIRST, totalCents - 500])
  expect(reserved).toBe(0)
  expect(await getOrderState(shop, unpaid.body.orderId)).toBe('cancelled failed')
  expect(await balance(shop)).toBe(700)
  await expectSound(shop)
})

test('rule 41: a saved card of an exempt customer is charged without tax, until the last day', async () => {
  const { shop, staff, customerId, place } = await openWithCard({ taxCents: 144, depositCents: 0 })
  const exemption = fillPath(apiPaths.adminTaxExemption, { id: customerId })
  await staff.call('POST', exemption, { certificate: 'EX-1', expiresOn: '2026-03-05' })

  const taxed = await place({ deliveryDate: '2026-03-05' })
  const exempt = await place({ deliveryDate: '2026-03-05', total: '17.98' })
  const later = await place({ deliveryDate: '2026-03-06' })

  expect(taxed).toMatchObject({ status: 409, body: { code: 'price_changed' } })
  expect([exempt.body.charge, later.body.charge]).toEqual(['paid', 'paid'])
  expect((await capturedCents(shop)).toSorted()).toEqual([FIRST, 1798, 1942])
  await expectSound(shop)
})
