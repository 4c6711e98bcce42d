import { expect, test } from 'vitest'
import { fillPath } from '#contract/fill-path.ts'
import { apiPaths } from '#contract/paths.ts'
import type { StaffSubscription } from '#contract/subscriptions/staff-subscriptions.ts'
import type { Subscription } from '#contract/subscriptions/subscriptions.ts'
import { openShop } from '#tests/support/open-shop.ts'
import { sellOut } from '#tests/support/product-changes.ts'
import { audit } from '#tests/support/provider-ledger.ts'
import { addRate, chargeTax, quote, quoted } from '#tests/support/sales-tax.ts'
import { customerBrowser, staffBrowser } from '#tests/support/sign-in.ts'
import { capturedCents, runOnDays } from '#tests/support/subscriber.ts'

/**
 * Ana subscribes to two bottles of each of two products: $31.96 minus 15 % is $27.17, tax of 8 % is
 * $2.17 and the deposit of four bottles is $24.00.
 */
async function taxedSubscription({ credit }: { credit?: string } = {}) {
  const shop = await openShop()
  const staff = await staffBrowser(shop)
  await chargeTax(staff, { rate: '8' })
  await staff.call('PATCH', apiPaths.adminSettings, { depositCents: 600 })
  const ana = await customerBrowser(shop)
  const [customer] = await shop.sql<{ id: string }>('select id from customers')
  const customerId = customer?.id ?? ''
  const give = (amount: string) =>
    staff.call('POST', fillPath(apiPaths.adminCustomerCredit, { id: customerId }), {
      amount,
      reason: 'Sorry',
    })
  if (credit) await give(credit)
  const [first, second] = shop.products
  if (!first || !second) throw new Error('the shop has no products')
  const order = { isRecurring: true, recurringFrequency: 'weekly' as const }
  const lines: [typeof first, number][] = [
    [first, 2],
    [second, 2],
  ]
  const submission = await quoted(ana, { ...order, lines })
  const { orderId: id } = await ana.buy(submission)
  await shop.deliverPending()
  const change = (body: object) =>
    ana.call<Subscription>('POST', fillPath(apiPaths.changeSubscription, { id }), body)
  const renewal = async () => {
    const [row] = await shop.sql<{ id: string }>(
      'select id from orders where parent_order_id is not null order by delivery_date desc',
    )
    return (await ana.order(row?.id ?? '')).body
  }
  return {
    shop,
    staff,
    ana,
    id,
    customerId,
    submission,
    give,
    change,
    renewal,
    products: [first, second] as const,
  }
}

test('rules 41-43: credit, quote, tax and deposit in one checkout agree to the cent', async () => {
  const { shop, ana, id, submission } = await taxedSubscription({ credit: '50.00' })

  expect(submission.total).toBe('53.34')
  expect((await quote(ana, submission)).body).toMatchObject({ subtotal: '31.96', discount: '4.79' })
  const { body } = await ana.order(id)
  expect(body).toMatchObject({
    total: '53.34',
    credit: '50.00',
    due: '3.34',
    tax: '2.17',
    deposit: '24.00',
  })
  expect(await capturedCents(shop)).toEqual([334])
  expect((await audit(shop)).findings).toEqual([])
})

test('rules 41-43: a renewal with tax, more bottles and credit charges the rest', async () => {
  const { shop, ana, give, change, renewal, products } = await taxedSubscription()
  await give('5.00')
  // A fifth bottle: $34.81 after the discount, $2.78 of tax, one more deposit.
  await change({ type: 'extra', cycle: 1, items: [{ productId: products[0].id, quantity: 1 }] })
  await runOnDays(shop, '2026-03-09')

  expect(await renewal()).toMatchObject({
    subtotal: '40.95',
    discount: '6.14',
    tax: '2.78',
    deposit: '6.00',
    total: '43.59',
    credit: '5.00',
    due: '38.59',
  })
  await runOnDays(shop, '2026-03-12')
  expect(await capturedCents(shop)).toEqual([5334, 3859])
  expect((await ana.call('GET', apiPaths.deposit)).body).toMatchObject({
    bottles: 5,
    amount: '30.00',
  })
  // Four bottles again: nothing more on deposit, and nothing comes back.
  await runOnDays(shop, '2026-03-16', '2026-03-19')
  expect(await renewal()).toMatchObject({ total: '29.34', tax: '2.17' })
  expect(await renewal()).not.toHaveProperty('deposit')
  expect(await capturedCents(shop)).toEqual([5334, 3859, 2934])
  expect((await audit(shop)).findings).toEqual([])
})

test('rules 31, 41: without its sold-out item a delivery carries the tax of the rest', async () => {
  const { shop, renewal, products } = await taxedSubscription()
  await sellOut(shop, products[1].id)
  await runOnDays(shop, '2026-03-09', '2026-03-12')

  expect(await renewal()).toMatchObject({ subtotal: '17.98', tax: '1.22', total: '16.50' })
  expect(await capturedCents(shop)).toEqual([5334, 1650])
  expect((await audit(shop)).findings).toEqual([])
})

test('rule 41: a delivery that the customer moves is priced again at the rate of its new date', async () => {
  const { shop, staff, give, change, renewal } = await taxedSubscription()
  await addRate(staff, { rate: '10', validFrom: '2026-03-14' })
  await give('29.34')
  await runOnDays(shop, '2026-03-09')
  // Credit covers it exactly, until the move makes it more expensive: at least 50 cents are charged.
  expect(await renewal()).toMatchObject({ total: '29.34', credit: '29.34', due: '0.00' })
  expect((await change({ type: 'move', cycle: 1, date: '2026-03-14' })).status).toBe(200)

  expect(await renewal()).toMatchObject({
    tax: '2.72',
    total: '29.89',
    credit: '29.34',
    due: '0.55',
  })
  await runOnDays(shop, '2026-03-14')
  expect(await capturedCents(shop)).toEqual([5334, 55])
  expect((await audit(shop)).findings).toEqual([])
})

test('rule 41: open deliveries follow the ZIP code, and an exemption until its last day', async () => {
  const { shop, staff, customerId, change, renewal } = await taxedSubscription()
  await addRate(staff, { scope: 'zip', values: '10001', rate: '8.875' })
  const exemption = fillPath(apiPaths.adminTaxExemption, { id: customerId })
  await staff.call('POST', exemption, { certificate: 'EX-1', expiresOn: '2026-03-12' })
  await runOnDays(shop, '2026-03-09')
  expect(await renewal()).toMatchObject({ total: '27.17' })

  await change({ type: 'move', cycle: 1, date: '2026-03-13' })
  expect(await renewal()).toMatchObject({ tax: '2.17', total: '29.34' })
  const buyer = { customerName: 'Ana Ruiz', customerPhone: '845-555-0100' }
  const address = { ...buyer, deliveryAddress: '5 West 31st Street', deliveryCity: 'New York' }
  const moved = { ...address, deliveryState: 'NY', deliveryZip: '10001' }
  expect((await change({ type: 'change', address: moved })).status).toBe(200)
  expect(await renewal()).toMatchObject({ tax: '2.41', total: '29.58' })
  await change({ type: 'move', cycle: 1, date: '2026-03-11' })
  expect(await renewal()).toMatchObject({ total: '27.17' })
})

test('rule 41: the staff list shows a subscription with the tax of its next date, or exempt', async () => {
  const { staff, ana, customerId } = await taxedSubscription()
  const totals = async () => {
    const list = await staff.call<StaffSubscription[]>('GET', apiPaths.adminSubscriptions)
    const own = await ana.call<Subscription[]>('GET', apiPaths.subscriptions)
    return [list.body[0]?.total, own.body[0]?.total]
  }
  expect(await totals()).toEqual(['29.34', '29.34'])
  const exemption = fillPath(apiPaths.adminTaxExemption, { id: customerId })
  await staff.call('POST', exemption, { certificate: 'EX-1', expiresOn: '2026-03-12' })
  expect(await totals()).toEqual(['27.17', '27.17'])
})

test('the orders export has tax, deposit and credit as columns after the earlier ones', async () => {
  const { staff } = await taxedSubscription({ credit: '50.00' })
  const { body } = await staff.call<string>('GET', apiPaths.adminOrdersCsv)
  const [names = '', row = ''] = body.replace(/^\ufeff/, '').split('\r\n')

  expect(names.split(',').slice(0, 8).join()).toBe(
    'Order ID,Customer,Total,Status,Delivery Status,Delivery Date,Created,Payment Status',
  )
  expect(names).toMatch(/Account Credit,Amount Due,.*Sales Tax,Bottle Deposit$/)
  expect(row).toMatch(/,2\.17,24\.00$/)
  expect(row).toContain(',50.00,3.34,')
})
