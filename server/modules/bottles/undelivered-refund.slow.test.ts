import { expect, test } from 'vitest'
import type { Credit } from '#contract/credit.ts'
import { fillPath } from '#contract/fill-path.ts'
import { apiPaths } from '#contract/paths.ts'
import type { UndeliveredRefund } from '#contract/payments/undelivered-refund.ts'
import {
  addSubscription,
  listRefunds,
  shopWithOrder,
} from '#tests/support/bottles/closed-delivery.ts'
import type { Buyer } from '#tests/support/buyer.ts'
import { audit, listProviderCharges } from '#tests/support/provider-ledger.ts'
import { chargeTax } from '#tests/support/sales-tax.ts'
import { getFaults, getSandbox } from '#tests/support/sandbox-faults.ts'
import { customerBrowser } from '#tests/support/sign-in.ts'
import { emailsOfKind } from '#tests/support/subscriber.ts'

type Reply = { givenBack: UndeliveredRefund | null; code?: string; message?: string }

/** Ana has a subscription, paid for four bottles and got two of them. */
async function shortDelivery(settings: object = {}, left = 2) {
  const opened = await shopWithOrder(settings)
  const { shop, ana, staff, orderId, close } = opened
  await addSubscription(shop, opened)
  const params = { id: orderId }
  const own = fillPath(apiPaths.customerOrderUndeliveredRefund, params)
  const forStaff = fillPath(apiPaths.adminOrderUndeliveredRefund, params)
  const ask = (buyer: Buyer = ana) => buyer.call<Reply>('POST', own, { destination: 'card' })
  const balance = async () => (await ana.call<Credit>('GET', apiPaths.credit)).body.balance
  const read = async () => (await ana.call<Reply>('GET', own)).body.givenBack
  const send = async () => {
    shop.clock.advance(1_000)
    await shop.runJob('refund.send')
    await shop.deliverPending()
  }
  await opened.visit(orderId, { full: left })
  shop.clock.advance(1_000)
  await close(orderId, left)
  shop.clock.advance(1_000)
  return { ...opened, own, forStaff, ask, balance, read, send, staff }
}

test('rule 59: credit for missing bottles goes to the card at the customer’s request', async () => {
  const { shop, ask, balance, read, send } = await shortDelivery()
  expect(await read()).toEqual({
    amount: '17.98',
    asCredit: '17.98',
    items: [{ label: expect.any(String), quantity: 2 }],
    destination: 'credit',
    status: 'succeeded',
    canGoToCard: true,
    reason: null,
  })
  expect(await balance()).toBe('17.98')

  const asked = await ask()
  expect(asked.body.givenBack).toMatchObject({
    amount: '17.98',
    asCredit: '0.00',
    destination: 'card',
    canGoToCard: false,
  })
  expect(await balance()).toBe('0.00')
  await send()
  // Asking again changes nothing.
  expect((await ask()).status).toBe(200)
  await send()
  expect(await listRefunds(shop)).toEqual([
    { amount_cents: 1798, destination: 'card', status: 'succeeded' },
  ])
  expect(await listProviderCharges(shop)).toMatchObject([{ refunded: 1798 }])
  // One email about the credit, and one about the card.
  expect(await emailsOfKind(shop, 'order_refunded')).toHaveLength(2)
  expect((await audit(shop)).findings).toEqual([])
})

test('rule 59: an undelivered bottle is refunded once, however often the button is tapped', async () => {
  const { shop, ask, balance, send } = await shortDelivery()
  const replies = await Promise.all(Array.from({ length: 5 }, () => ask()))
  expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
  await send()
  expect(await listRefunds(shop)).toMatchObject([{ amount_cents: 1798, status: 'succeeded' }])
  expect(await balance()).toBe('0.00')
  expect((await audit(shop)).findings).toEqual([])
})

test('rule 59: the share of tax and deposit goes to the card with the bottle', async () => {
  const { shop, staff, ana, buy, visit, close } = await shopWithOrder({ depositCents: 600 })
  await chargeTax(staff, { rate: '8' })
  const orderId = await buy(8)
  const [customer] = await shop.sql<{ id: string }>('select id from customers')
  await addSubscription(shop, { orderId, customerId: customer?.id ?? '' })
  await visit(orderId, { full: 7 })
  await close(orderId, 7)
  const path = fillPath(apiPaths.customerOrderUndeliveredRefund, { id: orderId })
  const { body } = await ana.call<Reply>('POST', path, { destination: 'card' })
  // $8.99, an eighth of the tax of $5.75, and the deposit of one bottle.
  expect(body.givenBack).toMatchObject({ amount: '15.70', destination: 'card' })
  await shop.runJob('refund.send')
  await shop.deliverPending()
  expect((await audit(shop)).findings).toEqual([])
})

test('rule 59: credit that pays for another order stays spent', async () => {
  const { shop, ask, read, buy, balance } = await shortDelivery()
  await buy(1)
  expect(await balance()).not.toBe('17.98')
  const before = await balance()
  const { status, body } = await ask()
  expect([status, body.code]).toEqual([409, 'credit_used'])
  expect(await read()).toMatchObject({ canGoToCard: false, reason: body.message })
  expect(await listRefunds(shop)).toMatchObject([{ destination: 'credit', status: 'succeeded' }])
  expect(await balance()).toBe(before)
})

test('rule 59: a request before the credit was added sends the refund only to the card', async () => {
  const { shop, ask, orderId, balance, send } = await shortDelivery()
  // As if the job had not run yet.
  await shop.sql("update refunds set status = 'requested' where order_id = $1", [orderId])
  await shop.sql('update payments set credit_refunded_cents = 0')
  const added = await balance()
  expect((await ask()).status).toBe(200)
  await send()
  expect(await listRefunds(shop)).toMatchObject([{ destination: 'card', status: 'succeeded' }])
  expect(await balance()).toBe(added)
})

test('rule 59: if the bank does not accept the refund, it becomes credit again', async () => {
  const { shop, ask, balance, read, send } = await shortDelivery()
  await ask()
  await send()
  const [intent] = await shop.sql<{ intent_id: string }>('select intent_id from payments')
  await getSandbox(shop).failRefund(intent?.intent_id ?? '')
  await shop.deliverPending()
  await send()
  expect(await balance()).toBe('17.98')
  expect(await listRefunds(shop)).toEqual([
    { amount_cents: 1798, destination: 'card', status: 'failed' },
    { amount_cents: 1798, destination: 'credit', status: 'succeeded' },
  ])
  // The bank has declined it once.
  expect(await read()).toMatchObject({
    destination: 'credit',
    canGoToCard: false,
    reason: "The bank didn't accept the refund, so it stays account credit.",
  })
  expect((await ask()).status).toBe(200)
  expect(await balance()).toBe('17.98')
})

test('rule 59: a refund that the provider rejects waits for staff, without credit', async () => {
  const { shop, ask, balance, send } = await shortDelivery()
  const error = {
    code: 'charge_disputed',
    message: 'disputed',
    type: 'invalid_request_error',
  } as const
  getFaults(shop).next('POST refunds', { status: 400, error })
  await ask()
  await send()
  expect(await listRefunds(shop)).toMatchObject([{ destination: 'card', status: 'failed' }])
  expect(await balance()).toBe('0.00')
  expect(await shop.sql("select kind from alerts where kind = 'refund_failed'")).toHaveLength(1)
})

test('rule 59: only the customer of the order and staff can ask, and staff are in the log', async () => {
  const { shop, ask, staff, own, forStaff, send } = await shortDelivery()
  expect((await ask(shop.buyer())).status).toBe(401)
  const ben = await customerBrowser(shop, 'ben@example.com')
  expect((await ask(ben)).status).toBe(404)
  expect((await ben.call('GET', own)).status).toBe(404)
  const bad = await staff.call<Reply>('POST', forStaff, { destination: 'tender' })
  expect(bad.status).toBe(400)
  const { body } = await staff.call<Reply>('POST', forStaff, { destination: 'card' })
  expect(body.givenBack).toMatchObject({ destination: 'card' })
  await send()
  expect(
    await shop.sql(
      "select after->>'destination' as to from audit_entries where action = 'order.refunded'",
    ),
  ).toEqual([{ to: 'card' }])
})

test('rule 59: nothing is refunded of a full delivery, and without a subscription the refund goes to the card', async () => {
  const { ask, read } = await shortDelivery({}, 4)
  expect(await read()).toBe(null)
  expect((await ask()).body.code).toBe('not_given_back')

  const { ana, orderId, close } = await shopWithOrder({})
  await close(orderId, 3)
  const path = fillPath(apiPaths.customerOrderUndeliveredRefund, { id: orderId })
  const { body } = await ana.call<Reply>('GET', path)
  expect(body.givenBack).toMatchObject({ destination: 'card', canGoToCard: false, reason: null })
  const { body: rejected } = await ana.call<Reply>('POST', path, { destination: 'card' })
  expect(rejected.code).toBe('not_given_back')
})
