import { expect, test } from 'vitest'
import type { Product } from '#contract/catalog.ts'
import { fillPath } from '#contract/fill-path.ts'
import { apiPaths } from '#contract/paths.ts'
import type { OrderDetail } from '#contract/staff/backoffice.ts'
import { auditCredit } from '#server/modules/credit/index.ts'
import { openOnce, openShop, type TestShop } from '#tests/support/open-shop.ts'
import { audit, getOrderState } from '#tests/support/provider-ledger.ts'
import { getSandbox } from '#tests/support/sandbox-faults.ts'
import { customerBrowser, staffBrowser } from '#tests/support/sign-in.ts'
import { capturedCents } from '#tests/support/subscriber.ts'

/** A subscription's first order with five bottles: $44.95 minus 15 % is $38.21. */
async function paidOrder({ credit }: { credit?: string } = {}) {
  const shop = await openShop()
  const ana = await customerBrowser(shop)
  const staff = await staffBrowser(shop)
  const [customer] = await shop.sql<{ id: string }>('select id from customers')
  if (credit) {
    const path = fillPath(apiPaths.adminCustomerCredit, { id: customer?.id ?? '' })
    await staff.call('POST', path, { amount: credit, reason: 'Sorry' })
  }
  const [product] = (await ana.call<Product[]>('GET', apiPaths.products)).body
  const lines = [[product, 5]] as [Product, number][]
  const isRecurring = !credit
  const { orderId } = await ana.buy(ana.submission({ lines, isRecurring }))
  await shop.deliverPending()
  const detail = () =>
    staff.call<OrderDetail>('GET', fillPath(apiPaths.adminOrder, { id: orderId }))
  const refund = async (body: object) => {
    const path = fillPath(apiPaths.adminOrderRefund, { id: orderId })
    const response = await staff.call<OrderDetail>('POST', path, { reason: 'Broken', ...body })
    return response
  }
  const settle = async () => {
    await shop.runJob('refund.send')
    await shop.deliverPending()
  }
  return { shop, ana, orderId, refund, settle, detail, label: product?.name ?? '' }
}

const refundEmails = async (shop: TestShop) =>
  (await shop.mailbox())
    .filter(({ subject }) => subject.startsWith('We refunded'))
    .map(({ text }) => text.replace(/\s+/g, ' '))
    .toReversed()

async function expectSound(shop: TestShop) {
  expect((await audit(shop)).findings).toEqual([])
  expect((await auditCredit(shop.deps.db)).findings).toEqual([])
}

test('rule 44: two bottles of five are refunded to the card, and the email names them', async () => {
  const { shop, refund, settle, detail, label } = await paidOrder()

  const { status, body } = await refund({ items: [{ line: 0, quantity: 2 }] })
  await settle()

  expect(status).toBe(200)
  // 3821 × 2 / 5 = 1528.4
  expect(body.refunds).toMatchObject([
    { amount: '15.28', destination: 'card', items: [{ label, quantity: 2 }] },
  ])
  expect(await capturedCents(shop)).toEqual([3821 - 1528])
  expect((await detail()).body.refundableItems).toEqual([
    { line: 0, label, amount: '38.21', quantity: 5, refundedQuantity: 2, refunded: '15.28' },
  ])
  const [email] = await refundEmails(shop)
  expect(email).toContain(
    `We refunded $15.28 of the $38.21 you paid for this order to the card you paid with: 2 × ${label}. Refunds take 5-7 business days.`,
  )
  await expectSound(shop)
})

test('rule 44: refunding all units one by one gives exactly the amount of the line', async () => {
  const { shop, orderId, refund, settle, label } = await paidOrder()
  const amounts: string[] = []
  for (let n = 0; n < 5; n++) {
    const { body } = await refund({ items: [{ line: 0, quantity: 1 }] })
    amounts.push(body.refunds[0]?.amount ?? '')
    shop.clock.advance(1000)
  }
  const sixth = await refund({ items: [{ line: 0, quantity: 1 }] })
  await settle()

  expect(amounts).toEqual(['7.64', '7.64', '7.64', '7.64', '7.65'])
  expect(sixth).toMatchObject({
    status: 409,
    body: { code: 'nothing_to_refund', message: `All of ${label} is refunded already.` },
  })
  expect(await capturedCents(shop)).toEqual([0])
  expect(await getOrderState(shop, orderId)).toBe('confirmed refunded')
  await expectSound(shop)
})

test('rule 44: a refund as credit goes to the account, and the card keeps its payment', async () => {
  const { shop, ana, refund, settle, detail, label } = await paidOrder()

  await refund({ items: [{ line: 0, quantity: 2 }], destination: 'credit' })
  await settle()

  expect(await capturedCents(shop)).toEqual([3821])
  const credit = await ana.call('GET', apiPaths.credit)
  expect(credit.body).toMatchObject({
    balance: '15.28',
    entries: [{ kind: 'refund', amount: '15.28' }],
  })
  const [email] = await refundEmails(shop)
  expect(email).toContain(`as account credit: 2 × ${label}. We’ll use it for your next delivery`)
  const { body } = await detail()
  expect(body).toMatchObject({ refunded: '15.28', refundable: '22.93', refundableToCard: '22.93' })
  // Credit and card together never exceed what was paid.
  expect((await refund({ amount: '22.94' })).status).toBe(409)
  expect((await refund({})).status).toBe(200)
  await settle()
  expect(await capturedCents(shop)).toEqual([1528])
  await expectSound(shop)
})

test('rule 44: two staff who refund the same item at once: one wins, the other gets a 409', async () => {
  const { shop, refund, settle } = await paidOrder()
  const body = { items: [{ line: 0, quantity: 2 }], expectedRefundable: '38.21' }

  const responses = await Promise.all([refund(body), refund(body), refund(body)])
  await settle()

  expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
  expect(responses.find(({ status }) => status === 409)?.body).toMatchObject({ code: 'stale' })
  expect(await capturedCents(shop)).toEqual([3821 - 1528])
})

test('rule 44: without the expected amount, parallel refunds still never exceed the units', async () => {
  const { shop, refund, settle } = await paidOrder()

  const responses = await Promise.all(
    Array.from({ length: 4 }, () => refund({ items: [{ line: 0, quantity: 2 }] })),
  )
  await settle()

  expect(responses.filter(({ status }) => status === 200)).toHaveLength(2)
  const [cents = 0] = await capturedCents(shop)
  expect(3821 - cents).toBe(Math.floor((3821 * 4) / 5))
  await expectSound(shop)
})

test('rule 44: of a mixed payment the card gets back at most its part, the rest is credit', async () => {
  const { shop, orderId, refund, settle, detail } = await paidOrder({ credit: '35.00' })
  // Five bottles cost $44.95: the card paid $9.95.
  expect(await capturedCents(shop)).toEqual([995])
  expect((await detail()).body).toMatchObject({ refundable: '44.95', refundableToCard: '9.95' })

  const tooMuch = await refund({ items: [{ line: 0, quantity: 2 }] })
  expect(tooMuch).toMatchObject({
    status: 409,
    body: { message: 'At most $9.95 can go back to the card. Refund it as account credit.' },
  })
  expect((await refund({ items: [{ line: 0, quantity: 2 }], destination: 'credit' })).status).toBe(
    200,
  )
  // The card's part is refunded, the credit's is not: the order is not refunded yet.
  expect((await refund({ amount: '9.95' })).status).toBe(200)
  await settle()
  expect(await capturedCents(shop)).toEqual([0])
  expect(await getOrderState(shop, orderId)).toBe('confirmed paid')
  expect((await refund({})).status).toBe(200)
  await settle()

  expect(await getOrderState(shop, orderId)).toBe('confirmed refunded')
  expect(await capturedCents(shop)).toEqual([0])
  const [account] = await shop.sql('select balance_cents from credit_accounts')
  expect(account).toEqual({ balance_cents: 3500 })
  expect((await detail()).body).toMatchObject({ refunded: '44.95', refundable: '0.00' })
  await expectSound(shop)
})

test('a covered order is refunded as credit when staff cancel it with a refund', async () => {
  const { shop, ana, orderId, settle } = await paidOrder({ credit: '50.00' })
  const staff = await staffBrowser(shop)
  expect(await getOrderState(shop, orderId)).toBe('confirmed covered')

  const cancel = { status: 'cancelled', refund: true }
  await staff.call('PATCH', fillPath(apiPaths.adminOrder, { id: orderId }), cancel)
  await shop.deliverPending()
  const cancelled = (await shop.mailbox()).find(({ subject }) => subject.endsWith('is cancelled'))
  await settle()

  expect(cancelled?.text.replace(/\s+/g, ' ')).toContain(
    'We’ll return $44.95 to your account credit.',
  )
  expect(await getOrderState(shop, orderId)).toBe('cancelled refunded')
  expect((await ana.call('GET', apiPaths.credit)).body).toMatchObject({ balance: '50.00' })
  await expectSound(shop)
})

const openForRejected = openOnce(() => paidOrder())

test.each([
  [{ items: [] }, 400],
  [{ items: [{ line: 0, quantity: 0 }] }, 400],
  [{ items: [{ line: 0, quantity: 1.5 }] }, 400],
  [{ items: [{ line: 1, quantity: 1 }] }, 400],
  [{ items: [{ line: -1, quantity: 1 }] }, 400],
  [{ items: [{ line: 0, quantity: 6 }] }, 409],
  [
    {
      items: [
        { line: 0, quantity: 1 },
        { line: 0, quantity: 1 },
      ],
    },
    400,
  ],
  [{ items: [{ line: 0, quantity: 1 }], amount: '5.00' }, 400],
  [{ destination: 'cash' }, 400],
])('a refund of %j is rejected with %i, and nothing is refunded', async (body, status) => {
  const { shop, refund, settle } = await openForRejected()

  expect((await refund(body)).status).toBe(status)
  await settle()

  expect(await shop.sql('select 1 from refunds')).toEqual([])
  expect(await capturedCents(shop)).toEqual([3821])
})

test('rule 44: of a disputed payment only what credit paid is refunded as credit', async () => {
  const { shop, refund, settle } = await paidOrder({ credit: '5.00' })
  const [payment] = await shop.sql<{ intent_id: string }>('select intent_id from payments')
  const asCredit = (amount: string) => refund({ amount, destination: 'credit' })

  await getSandbox(shop).openDispute(payment?.intent_id ?? '')
  await shop.deliverPending()
  const all = await asCredit('44.95')
  const own = await asCredit('5.00')
  const more = await asCredit('0.01')
  await getSandbox(shop).closeDispute(payment?.intent_id ?? '', true)
  await shop.deliverPending()
  const afterWin = await asCredit('1.00')
  await settle()

  expect(own.body).toMatchObject({ refundable: '39.95', refundableAsCredit: '0.00' })
  expect([all, own, more, afterWin].map(({ status }) => status)).toEqual([409, 200, 409, 200])
  expect(all.body).toMatchObject({
    code: 'nothing_to_refund',
    message: expect.stringContaining('the bank has the money'),
  })
  expect(await shop.sql('select balance_cents from credit_accounts')).toEqual([
    { balance_cents: 600 },
  ])
  await expectSound(shop)
})
