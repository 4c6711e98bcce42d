import { expect, test } from 'vitest'
import type { Credit } from '#contract/credit.ts'
import type { StaffDeposit } from '#contract/deposits.ts'
import { fillPath } from '#contract/fill-path.ts'
import { apiPaths } from '#contract/paths.ts'
import type { OrderDetail } from '#contract/staff/backoffice.ts'
import { openShop, type TestShop } from '#tests/support/open-shop.ts'
import { audit, getOrderState } from '#tests/support/provider-ledger.ts'
import { chargeTax, quoted } from '#tests/support/sales-tax.ts'
import { getSandbox } from '#tests/support/sandbox-faults.ts'
import { customerBrowser, staffBrowser } from '#tests/support/sign-in.ts'
import { capturedCents } from '#tests/support/subscriber.ts'

/**
 * Three bottles at $8.99 with a taxable deposit of $6.00 each, at 8.875 %: 26.97 + 18.00 + 3.99.
 * The tax is $2.39 on the water and $1.60 on the deposit.
 */
async function paidOrder({ hasTax = true } = {}) {
  const shop = await openShop()
  const staff = await staffBrowser(shop)
  if (hasTax) await chargeTax(staff, { rate: '8.875' })
  const deposit = { depositCents: 600, isDepositTaxable: hasTax }
  await staff.call('PATCH', apiPaths.adminSettings, deposit)
  const ana = await customerBrowser(shop)
  const [product] = shop.products
  const buy = async (quantity: number) => {
    const body = await quoted(ana, product ? { lines: [[product, quantity]] } : {})
    const { orderId } = await ana.buy(body)
    await shop.deliverPending()
    return orderId
  }
  const orderId = await buy(3)
  const [customer] = await shop.sql<{ id: string }>('select id from customers')
  const depositPath = fillPath(apiPaths.adminDeposit, { id: customer?.id ?? '' })
  const order = { id: orderId }
  return {
    shop,
    ana,
    staff,
    orderId,
    buy,
    detail: async () =>
      (await staff.call<OrderDetail>('GET', fillPath(apiPaths.adminOrder, order))).body,
    refund: (body: object) =>
      staff.call<OrderDetail>('POST', fillPath(apiPaths.adminOrderRefund, order), {
        reason: 'Damaged',
        ...body,
      }),
    settle: async () => {
      await shop.runJob('refund.send')
      await shop.deliverPending()
      shop.clock.advance(1000)
    },
    returnBottles: (bottles: number) => staff.call<StaffDeposit>('POST', depositPath, { bottles }),
    onDeposit: async () => {
      const { bottles, amount } = (await staff.call<StaffDeposit>('GET', depositPath)).body
      return { bottles, amount }
    },
    credit: async () => (await ana.call<Credit>('GET', apiPaths.credit)).body.balance,
  }
}

async function expectSound(shop: TestShop) {
  expect((await audit(shop)).findings).toEqual([])
}

test('rules 42, 44: water, tax and deposit are refunded bottle by bottle, the last one exactly', async () => {
  const { shop, orderId, refund, settle, detail, onDeposit } = await paidOrder()
  expect(await capturedCents(shop)).toEqual([4896])
  expect((await detail()).refundableItems).toMatchObject([
    { line: 0, amount: '29.36', quantity: 3 },
    { line: 1, label: 'Bottle deposit', amount: '19.60', quantity: 3 },
  ])

  const amounts: string[] = []
  const left: object[] = []
  for (let n = 0; n < 3; n++) {
    const items = [0, 1].map((line) => ({ line, quantity: 1 }))
    const { body } = await refund({ items })
    await settle()
    amounts.push(body.refunds[0]?.amount ?? '')
    left.push(await onDeposit())
  }

  // 2936 / 3 and 1960 / 3, each rounded down but for the last.
  expect(amounts).toEqual(['16.31', '16.32', '16.33'])
  expect(left).toEqual([
    { bottles: 2, amount: '12.00' },
    { bottles: 1, amount: '6.00' },
    { bottles: 0, amount: '0.00' },
  ])
  expect(await capturedCents(shop)).toEqual([0])
  expect(await getOrderState(shop, orderId)).toBe('confirmed refunded')
  await expectSound(shop)
})

test('rule 44: refunding the water alone keeps the deposit, which comes back with the bottles', async () => {
  const { shop, refund, settle, returnBottles, onDeposit, credit } = await paidOrder()

  await refund({ items: [{ line: 0, quantity: 3 }] })
  await settle()
  expect(await onDeposit()).toEqual({ bottles: 3, amount: '18.00' })
  expect((await returnBottles(3)).status).toBe(200)

  expect(await credit()).toBe('18.00')
  expect(await capturedCents(shop)).toEqual([1960])
  // Only the tax on the deposit is left.
  expect((await refund({})).body.refunds[0]?.amount).toBe('1.60')
  await settle()
  expect(await capturedCents(shop)).toEqual([1800])
  await expectSound(shop)
})

test('rule 42: a deposit that came back with the bottles is not refunded again', async () => {
  const { shop, orderId, refund, settle, detail, returnBottles, onDeposit, credit } =
    await paidOrder({
      hasTax: false,
    })
  await returnBottles(2)
  expect(await detail()).toMatchObject({ refundable: '32.97', refundableToCard: '32.97' })

  expect((await refund({ amount: '32.98' })).status).toBe(409)
  expect(await refund({ items: [{ line: 1, quantity: 2 }] })).toMatchObject({
    status: 409,
    body: { message: 'Only 1 of Bottle deposit can still be refunded.' },
  })
  expect((await refund({ expectedRefundable: '32.97' })).status).toBe(200)
  await settle()

  expect(await capturedCents(shop)).toEqual([1200])
  expect(await credit()).toBe('12.00')
  expect(await onDeposit()).toEqual({ bottles: 0, amount: '0.00' })
  expect(await detail()).toMatchObject({ refundable: '0.00' })
  expect(await getOrderState(shop, orderId)).toBe('confirmed paid')
  expect((await returnBottles(1)).status).toBe(400)
  await expectSound(shop)
})

test('rule 42: cancelling with a refund leaves out the deposit of returned bottles', async () => {
  const { shop, staff, orderId, settle, returnBottles } = await paidOrder({ hasTax: false })
  await returnBottles(3)
  const cancel = { status: 'cancelled', refund: true }
  await staff.call('PATCH', fillPath(apiPaths.adminOrder, { id: orderId }), cancel)
  await settle()

  expect(await capturedCents(shop)).toEqual([1800])
})

test('rule 42: returned bottles count against all orders, so another order is refunded whole', async () => {
  const { shop, buy, staff, settle, returnBottles, onDeposit } = await paidOrder({ hasTax: false })
  const second = await buy(5)
  expect(await onDeposit()).toEqual({ bottles: 5, amount: '30.00' })
  await returnBottles(3)
  const path = fillPath(apiPaths.adminOrderRefund, { id: second })
  await staff.call('POST', path, { reason: 'Not delivered' })
  await settle()

  expect((await capturedCents(shop)).toSorted()).toEqual([0, 4497])
  expect(await onDeposit()).toEqual({ bottles: 0, amount: '0.00' })
})

test('rule 42: a refund of an amount takes the goods first; what is left of the deposit is held', async () => {
  const { refund, settle, onDeposit, returnBottles, credit } = await paidOrder({ hasTax: false })
  await refund({ amount: '26.97' })
  await settle()
  expect(await onDeposit()).toEqual({ bottles: 3, amount: '18.00' })
  await refund({ amount: '10.00' })
  // A refund counts before it is sent.
  expect(await onDeposit()).toEqual({ bottles: 2, amount: '8.00' })
  await returnBottles(2)
  await settle()
  expect(await credit()).toBe('8.00')
  expect(await onDeposit()).toEqual({ bottles: 0, amount: '0.00' })
})

test('rule 42: of a refund and a return at the same moment, only one gives the deposit back', async () => {
  const { shop, refund, returnBottles, settle, credit } = await paidOrder({ hasTax: false })

  await Promise.all([refund({}), returnBottles(3), refund({ items: [{ line: 1, quantity: 3 }] })])
  await settle()

  const [left = 0] = await capturedCents(shop)
  const given = 4497 - left + Math.round(Number(await credit()) * 100)
  expect(given).toBeLessThanOrEqual(4497)
  await expectSound(shop)
})

test('rule 42: while the bank holds a disputed payment, its deposit is not refunded', async () => {
  const { shop, orderId, returnBottles, onDeposit } = await paidOrder()
  const [payment] = await shop.sql<{ intent_id: string }>(
    'select intent_id from payments where order_id = $1',
    [orderId],
  )
  await getSandbox(shop).openDispute(payment?.intent_id ?? '')
  await shop.deliverPending()
  expect(await onDeposit()).toEqual({ bottles: 0, amount: '0.00' })
  expect((await returnBottles(1)).status).toBe(400)

  await getSandbox(shop).closeDispute(payment?.intent_id ?? '', true)
  await shop.deliverPending()
  expect(await onDeposit()).toEqual({ bottles: 3, amount: '18.00' })
})
