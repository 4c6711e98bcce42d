import { expect, test } from 'vitest'
import { fillPath } from '#contract/fill-path.ts'
import { apiPaths } from '#contract/paths.ts'
import type { OrderDetail } from '#contract/staff/backoffice.ts'
import { openShop, type TestShop } from '#tests/support/open-shop.ts'
import { answer, markDelivered, report } from '#tests/support/orders/delivered-order.ts'
import { placeByPhone } from '#tests/support/orders/phone-order.ts'
import { audit, getOrderState } from '#tests/support/provider-ledger.ts'
import { quoted } from '#tests/support/sales-tax.ts'
import { customerBrowser, staffBrowser } from '#tests/support/sign-in.ts'
import { capturedCents, runEngine, subscribe } from '#tests/support/subscriber.ts'

/** Ana has an account with this much credit; two bottles cost $17.98, $15.28 with a subscription. */
async function shopWithCredit(amount: string, { depositCents = 0 } = {}) {
  const shop = await openShop()
  const staff = await staffBrowser(shop)
  if (depositCents > 0) await staff.call('PATCH', apiPaths.adminSettings, { depositCents })
  const ana = await customerBrowser(shop)
  const [customer] = await shop.sql<{ id: string }>('select id from customers')
  const customerPath = { id: customer?.id ?? '' }
  const credit = { amount, reason: 'Sorry' }
  await staff.call('POST', fillPath(apiPaths.adminCustomerCredit, customerPath), credit)
  return { shop, staff, ana, customerPath }
}

/** Erases Ana, lets every job run, and expects that nothing is left open and the books agree. */
async function eraseAndSettle(shop: TestShop, ana: Awaited<ReturnType<typeof customerBrowser>>) {
  const response = await ana.call('DELETE', apiPaths.personalData)
  expect(response).toMatchObject({ status: 200 })
  shop.clock.advance(60_000)
  await runEngine(shop)
  expect(await shop.sql('select kind, message from alerts')).toEqual([])
  expect(await shop.sql(`select * from refunds where status <> 'succeeded'`)).toEqual([])
  const balances = await shop.sql<{ balance_cents: number }>('select * from credit_accounts')
  expect(balances.map(({ balance_cents }) => balance_cents)).toEqual([0])
  expect((await audit(shop)).findings).toEqual([])
}

const ledger = async (shop: TestShop) =>
  (
    await shop.sql<{ entry: string }>(
      `select kind || ' ' || cents as entry from credit_entries order by id`,
    )
  ).map(({ entry }) => entry)

test('AU18: a subscription paid in part with credit: the card gets its part, the credit is forfeited', async () => {
  const { shop, ana } = await shopWithCredit('5.00')
  const { id } = await subscribe(shop, { browser: ana, credit: '5.00' })
  expect(await capturedCents(shop)).toEqual([1028])

  await eraseAndSettle(shop, ana)

  expect(await capturedCents(shop)).toEqual([0])
  expect(await getOrderState(shop, id)).toBe('cancelled refunded')
  expect(await ledger(shop)).toEqual(['goodwill 500', 'used -500', 'refund 500', 'forfeited -500'])
})

test('AU18: a one-time order paid in part with credit ends refunded', async () => {
  const { shop, ana } = await shopWithCredit('5.00')
  const { orderId } = await ana.buy()
  await shop.deliverPending()

  await eraseAndSettle(shop, ana)

  expect(await capturedCents(shop)).toEqual([0])
  expect(await getOrderState(shop, orderId)).toBe('cancelled refunded')
})

test('AU18: an order that credit covered ends refunded, and the credit is forfeited', async () => {
  const { shop, ana } = await shopWithCredit('20.00')
  await ana.startCheckout()
  const { orderId } = (await ana.place()).body
  await shop.deliverPending()
  expect(await getOrderState(shop, orderId)).toBe('confirmed covered')

  await eraseAndSettle(shop, ana)

  expect(await getOrderState(shop, orderId)).toBe('cancelled refunded')
  expect((await ledger(shop)).slice(-2)).toEqual(['refund 1798', 'forfeited -2000'])
})

test('AU18: a deposit that was returned as credit is not refunded once more', async () => {
  const { shop, staff, ana, customerPath } = await shopWithCredit('5.00', { depositCents: 600 })
  const { orderId } = await ana.buy(await quoted(ana, { credit: '5.00' }))
  await shop.deliverPending()
  // 17.98 and a deposit of 12.00, of which credit paid 5.00.
  expect(await capturedCents(shop)).toEqual([2498])
  await staff.call('POST', fillPath(apiPaths.adminDeposit, customerPath), { bottles: 1 })

  await eraseAndSettle(shop, ana)

  // All but the returned 6.00: the card gets 23.98 of its 24.98.
  expect(await capturedCents(shop)).toEqual([100])
  expect((await getOrderState(shop, orderId))?.split(' ')[0]).toBe('cancelled')
})

test('AU18: a renewal releases the credit that it reserved, and the erasure forfeits it', async () => {
  const { shop, staff, customerPath } = await shopWithCredit('0.50')
  await subscribe(shop)
  const credit = { amount: '4.50', reason: 'Sorry' }
  await staff.call('POST', fillPath(apiPaths.adminCustomerCredit, customerPath), credit)
  shop.clock.set('2026-03-10T15:00:00Z')
  await runEngine(shop)
  expect((await ledger(shop)).at(-1)).toBe('used -500')

  await eraseAndSettle(shop, await customerBrowser(shop))

  expect((await ledger(shop)).slice(-2)).toEqual(['released 500', 'forfeited -500'])
})

test('AU18: a refund as credit that is still on its way is carried out before the erasure', async () => {
  const { shop, staff, ana } = await shopWithCredit('5.00')
  const { orderId } = await ana.buy()
  await shop.deliverPending()
  const change = { ids: [orderId], status: 'cancelled', refund: true }
  await staff.call('PATCH', apiPaths.adminOrdersBulk, change)

  await eraseAndSettle(shop, ana)

  expect(await capturedCents(shop)).toEqual([0])
  expect(await getOrderState(shop, orderId)).toBe('cancelled refunded')
})

test('AU18: a case whose refund as credit is on its way is erased with its customer', async () => {
  const { shop, staff, ana } = await shopWithCredit('5.00')
  const { orderId } = await ana.buy()
  await shop.deliverPending()
  await markDelivered(staff, orderId)
  const { id } = (await report(ana, orderId)).body
  const refund = { items: [{ line: 0, quantity: 1 }], destination: 'credit' }
  expect((await answer(staff, id, { outcome: 'refund', refund })).status).toBe(200)

  await eraseAndSettle(shop, ana)

  expect(await shop.sql('select 1 from cases')).toEqual([])
  expect((await ledger(shop)).slice(-2)).toEqual(['refund 899', 'forfeited -899'])
})

test('AU18: an order on invoice that credit pays in part or in full is cancelled', async () => {
  const { shop, staff, ana, customerPath } = await shopWithCredit('20.00')
  await staff.call('PATCH', fillPath(apiPaths.adminCustomer, customerPath), { invoiceNetDays: 15 })
  const covered = (await placeByPhone(staff, shop, { payment: 'invoice' })).body.orderId
  const due = (await placeByPhone(staff, shop, { payment: 'invoice' })).body.orderId
  const before = await Promise.all([covered, due].map((id) => getOrderState(shop, id)))

  await eraseAndSettle(shop, ana)

  expect(before).toEqual(['confirmed covered', 'confirmed due'])
  expect(await getOrderState(shop, covered)).toBe('cancelled refunded')
  expect((await getOrderState(shop, due))?.split(' ')[0]).toBe('cancelled')
  expect((await ledger(shop)).at(-1)).toBe('forfeited -2000')
})

test('AU18: credit that an old unpaid order had reserved is forfeited when it is released', async () => {
  const { shop, ana } = await shopWithCredit('5.00')
  await ana.startCheckout()
  const { orderId } = (await ana.place(await quoted(ana, { credit: '5.00' }))).body
  // Jobs did not run, so the order was not cancelled after a day.
  shop.clock.set('2026-03-12T15:00:00Z')

  await eraseAndSettle(shop, await customerBrowser(shop))
  expect((await ledger(shop)).at(-1)).toBe('used -500')
  await shop.runJob('payment.expire')

  expect((await getOrderState(shop, orderId))?.split(' ')[0]).toBe('cancelled')
  expect((await ledger(shop)).slice(-2)).toEqual(['released 500', 'forfeited -500'])
  expect(await shop.sql('select balance_cents from credit_accounts')).toEqual([
    { balance_cents: 0 },
  ])
  expect((await audit(shop)).findings).toEqual([])
})

test('AU18: staff refund an erased order to the card alone', async () => {
  const { shop, staff, ana } = await shopWithCredit('5.00')
  const { orderId } = await ana.buy()
  await shop.deliverPending()
  const path = fillPath(apiPaths.adminOrder, { id: orderId })
  await staff.call('PATCH', path, { deliveryStatus: 'delivered' })
  await eraseAndSettle(shop, ana)
  const refund = (body: object) =>
    staff.call<OrderDetail & { message: string }>(
      'POST',
      fillPath(apiPaths.adminOrderRefund, { id: orderId }),
      { reason: 'Damaged', ...body },
    )

  const asCredit = await refund({ amount: '1.00', destination: 'credit' })
  const tooMuch = await refund({ amount: '13.00' })
  const { refundable } = (await staff.call<OrderDetail>('GET', path)).body
  const rest = await refund({})
  await shop.runJob('refund.send')

  expect([asCredit.status, tooMuch.status, rest.status]).toEqual([409, 409, 200])
  expect(asCredit.body.message).toBe(
    'The customer was deleted, so there is no account for the credit.',
  )
  expect(refundable).toBe('12.98')
  expect(await capturedCents(shop)).toEqual([0])
  expect(await shop.sql('select kind from alerts')).toEqual([])
  expect((await audit(shop)).findings).toEqual([])
})
