import type Stripe from 'stripe'
import { afterEach, beforeEach, expect, test } from 'vitest'
import {
  type CardSandbox,
  cardInput,
  openCardSandbox,
  testCard,
} from '#tests/support/card-sandbox.ts'

let open: CardSandbox
beforeEach(async () => {
  open = await openCardSandbox({ now: '2026-03-04T12:00:00Z' })
})
afterEach(() => open.close())

const DAY_MS = 86_400_000
const at = (iso: string) => Date.parse(iso) / 1000

async function pay(amount = 1_000, card = testCard.good) {
  const intent = await open.stripe.paymentIntents.create({ amount, currency: 'usd' })
  await open.sandbox.browser
    .confirmPayment({
      intentId: intent.id,
      clientSecret: intent.client_secret ?? '',
      card: cardInput(card),
    })
    .catch(() => undefined)
  return intent.id
}

async function listAll(params: Stripe.BalanceTransactionListParams = {}) {
  const all: Stripe.BalanceTransaction[] = []
  for await (const one of open.stripe.balanceTransactions.list(params)) all.push(one)
  return all
}

const summarize = (list: Stripe.BalanceTransaction[]) =>
  list.map(({ reporting_category, amount, fee, net }) => [reporting_category, amount, fee, net])

test('a payment has one transaction with the fee of 2.9 % and 30 cents, available after two days', async () => {
  const intentId = await pay(1_050)
  await pay(2_000, testCard.declined)
  const [charge] = (await open.stripe.charges.list({ payment_intent: intentId })).data

  const [transaction, ...others] = await listAll()

  expect(others).toEqual([])
  expect(transaction).toEqual({
    id: charge?.balance_transaction,
    object: 'balance_transaction',
    amount: 1_050,
    available_on: at('2026-03-06T00:00:00Z'),
    balance_type: 'payments',
    created: at('2026-03-04T12:00:00Z'),
    currency: 'usd',
    description: charge?.description,
    exchange_rate: null,
    // 30.45 cents are rounded.
    fee: 60,
    fee_details: [
      {
        amount: 60,
        application: null,
        currency: 'usd',
        description: 'Stripe processing fees',
        type: 'stripe_fee',
      },
    ],
    net: 990,
    reporting_category: 'charge',
    source: charge?.id,
    status: 'pending',
    type: 'charge',
  })
  open.clock.advance(2 * DAY_MS)
  const id = transaction?.id ?? ''
  const later = await open.stripe.balanceTransactions.retrieve(id, { expand: ['source'] })
  expect(later).toMatchObject({ status: 'available', source: { id: charge?.id } })
})

test('refunds, disputes and their returns are transactions of their own', async () => {
  const [first, second] = [await pay(), await pay(2_000)]
  open.clock.advance(1000)
  await open.stripe.refunds.create({ payment_intent: first, amount: 400 })
  open.clock.advance(1000)
  await open.sandbox.failRefund(first)
  open.clock.advance(1000)
  await open.sandbox.openDispute(second)
  open.clock.advance(1000)
  await open.sandbox.closeDispute(second, true)

  expect(summarize(await listAll()).slice(0, 4)).toEqual([
    ['dispute_reversal', 2_000, 0, 2_000],
    ['dispute', -2_000, 1_500, -3_500],
    ['refund_failure', 400, 0, 400],
    ['refund', -400, 0, -400],
  ])
  const { available, pending } = await open.stripe.balance.retrieve()
  expect(available[0]?.amount).toBe(-1_500)
  expect(pending[0]?.amount).toBe(1_000 - 59 + 2_000 - 88)
})

test('the available balance is paid out every day, and the payout lists its transactions', async () => {
  await pay(1_000)
  open.clock.advance(DAY_MS)
  const late = await pay(5_000)
  open.clock.advance(DAY_MS)
  const [first] = (await open.stripe.payouts.list()).data
  expect(first).toMatchObject({
    object: 'payout',
    amount: 941,
    automatic: true,
    created: at('2026-03-06T00:00:00Z'),
    arrival_date: at('2026-03-07T00:00:00Z'),
    status: 'in_transit',
    reconciliation_status: 'completed',
  })
  // The next payout is less by the refund.
  await open.stripe.refunds.create({ payment_intent: late, amount: 500 })
  open.clock.advance(DAY_MS)

  const [second, ...others] = (await open.stripe.payouts.list()).data

  expect(others).toMatchObject([{ id: first?.id, status: 'paid' }])
  expect(second?.amount).toBe(5_000 - 175 - 500)
  expect(summarize(await listAll({ payout: second?.id ?? '' }))).toEqual([
    ['payout', -4_325, 0, -4_325],
    ['refund', -500, 0, -500],
    ['charge', 5_000, 175, 4_825],
  ])
  const { available, pending } = await open.stripe.balance.retrieve()
  expect([available[0]?.amount, pending[0]?.amount]).toEqual([0, 0])
})

test('a negative balance is not paid out, but taken from the next payout', async () => {
  const intentId = await pay(1_000)
  open.clock.advance(2 * DAY_MS)
  expect((await open.stripe.payouts.list()).data).toHaveLength(1)
  await open.stripe.refunds.create({ payment_intent: intentId })
  open.clock.advance(5 * DAY_MS)
  expect((await open.stripe.payouts.list()).data).toHaveLength(1)

  await pay(2_000)
  open.clock.advance(2 * DAY_MS)

  const [payout] = (await open.stripe.payouts.list()).data
  expect(payout?.amount).toBe(2_000 - 88 - 1_000)
})

test('a payout that the bank returns is paid out again', async () => {
  await pay(1_000)
  open.clock.advance(2 * DAY_MS)
  const [payout] = (await open.stripe.payouts.list()).data
  await open.sandbox.failPayout(payout?.id ?? '')
  open.clock.advance(DAY_MS)

  const [again, failed] = (await open.stripe.payouts.list()).data

  expect(failed).toMatchObject({ id: payout?.id, status: 'failed', failure_code: 'account_closed' })
  expect(again?.amount).toBe(941)
  expect(summarize(await listAll({ payout: again?.id ?? '' }))).toEqual([
    ['payout', -941, 0, -941],
    ['payout_reversal', 941, 0, 941],
  ])
})

test('lists are paged, and unknown parameters are rejected', async () => {
  for (let nth = 0; nth < 7; nth++) {
    await pay(1_000 + nth)
    open.clock.advance(1000)
  }
  await open.sandbox.adjustBalance({ category: 'fee', amount: -250 })
  expect((await listAll({ limit: 3 })).map(({ amount }) => amount)).toEqual([
    -250, 1_006, 1_005, 1_004, 1_003, 1_002, 1_001, 1_000,
  ])
  await expect(open.stripe.balanceTransactions.list({ wrong: 1 } as never)).rejects.toMatchObject({
    code: 'parameter_unknown',
  })
  await expect(open.stripe.balanceTransactions.list({ expand: ['data.x'] })).rejects.toThrow(
    /cannot be expanded/,
  )
  await expect(open.stripe.payouts.retrieve('po_none')).rejects.toThrow(/No such payout/)
})

test('two processes that read the balance at once pay out once', async () => {
  const { stripe } = await open.another('second')
  for (let nth = 0; nth < 3; nth++) {
    await pay(1_000)
    open.clock.advance(DAY_MS)
  }
  open.clock.advance(3 * DAY_MS)

  await Promise.all(
    [open.stripe, stripe, open.stripe, stripe].map((client) => client.payouts.list()),
  )

  const payouts = (await stripe.payouts.list()).data
  expect(payouts.map(({ amount }) => amount)).toEqual([941, 941, 941])
  expect((await stripe.balance.retrieve()).available[0]?.amount).toBe(0)
})
