import { expect, test } from 'vitest'
import type { Credit } from '#contract/credit.ts'
import { fillPath } from '#contract/fill-path.ts'
import { apiPaths } from '#contract/paths.ts'
import type { UndeliveredRefund } from '#contract/payments/undelivered-refund.ts'
import { shopWithOrder } from '#tests/support/bottles/closed-delivery.ts'
import type { Buyer } from '#tests/support/buyer.ts'
import type { TestShop } from '#tests/support/open-shop.ts'
import { audit, listProviderCharges } from '#tests/support/provider-ledger.ts'

const refund = (staff: Buyer, id: string, amount: string) =>
  staff.call('POST', fillPath(apiPaths.adminOrderRefund, { id }), {
    amount,
    reason: 'A late delivery',
    destination: 'card',
  })

/** Ana's next order of four bottles ($35.96) is paid with this much credit, and by card. */
async function orderPaidWithCredit(amount: string, settings: object = {}) {
  const opened = await shopWithOrder(settings)
  const { shop, staff, customerId, orderId, buy, close } = opened
  await close(orderId, 4)
  const credit = { amount, kind: 'goodwill', reason: 'Sorry' }
  await staff.call('POST', fillPath(apiPaths.adminCustomerCredit, { id: customerId }), credit)
  const mixed = await buy(4)
  shop.clock.advance(1_000)
  return { ...opened, mixed }
}

async function afterRefunds(shop: TestShop, ana: Buyer) {
  await shop.deliverPending()
  const { balance } = (await ana.call<Credit>('GET', apiPaths.credit)).body
  const refunds = await shop.sql(
    'select amount_cents, destination, status from refunds order by created_at, destination',
  )
  return { balance, refunds, findings: (await audit(shop)).findings }
}

test('rule 59: after a refund of an amount, what is left of the payment is refunded', async () => {
  const { shop, staff, ana, orderId, close } = await shopWithOrder({})
  await refund(staff, orderId, '5.00')
  shop.clock.advance(1_000)
  await close(orderId, 0)

  expect((await afterRefunds(shop, ana)).refunds).toEqual([
    { amount_cents: 500, destination: 'card', status: 'succeeded' },
    { amount_cents: 3096, destination: 'card', status: 'succeeded' },
  ])
  expect(await listProviderCharges(shop)).toMatchObject([{ amount: 3596, refunded: 3596 }])
  expect((await audit(shop)).findings).toEqual([])
})

test('rule 59: with deposit, an amount that was refunded before is not refunded again', async () => {
  const { shop, staff, ana, orderId, visit, close } = await shopWithOrder({ depositCents: 600 })
  await refund(staff, orderId, '50.00')
  shop.clock.advance(1_000)
  await visit(orderId, { full: 1 })
  await close(orderId, 1)

  // $59.96 was paid; three bottles with their deposit are $44.97, and $9.96 is left.
  const { refunds, findings } = await afterRefunds(shop, ana)
  expect(refunds).toMatchObject([{ amount_cents: 5000 }, { amount_cents: 996 }])
  expect(findings).toEqual([])
})

test('rule 59: refunds go to card and credit as they paid', async () => {
  const { shop, ana, mixed, close } = await orderPaidWithCredit('10.00')
  await close(mixed, 0)
  await close(mixed, 0)

  expect(await afterRefunds(shop, ana)).toEqual({
    balance: '10.00',
    refunds: [
      { amount_cents: 2596, destination: 'card', status: 'succeeded' },
      { amount_cents: 1000, destination: 'credit', status: 'succeeded' },
    ],
    findings: [],
  })
  const path = fillPath(apiPaths.customerOrderUndeliveredRefund, { id: mixed })
  const { body } = await ana.call<{ givenBack: UndeliveredRefund }>('GET', path)
  // Both parts, though a bottle may have been paid with both.
  expect(body.givenBack).toMatchObject({
    amount: '35.96',
    asCredit: '10.00',
    items: [{ quantity: 4 }],
    destination: 'card',
    canGoToCard: false,
  })
  await shop.runJob('email.send')
  const texts = (await shop.mailbox()).map(({ text }) => text.replace(/\s+/g, ' '))
  const about = texts.filter((text) => text.includes('for what we didn’t deliver'))
  expect(about).toHaveLength(2)
  // One of them counts the bottles; what credit paid can't go to a card.
  expect(about.filter((text) => text.includes('deliver: 4 × ')).length).toBe(1)
  expect(about.filter((text) => /deliver: 0 × |rather have it on your card/.test(text))).toEqual([])
})

test('rule 59: a bottle that the card paid for in part is refunded in both ways, with its deposit', async () => {
  const { shop, ana, mixed, visit, close } = await orderPaidWithCredit('30.00', {})
  await visit(mixed, { full: 3 })
  await close(mixed, 3)
  // The card paid $5.96 of the order.
  expect(await afterRefunds(shop, ana)).toEqual({
    balance: '3.03',
    refunds: [
      { amount_cents: 596, destination: 'card', status: 'succeeded' },
      { amount_cents: 303, destination: 'credit', status: 'succeeded' },
    ],
    findings: [],
  })
})
