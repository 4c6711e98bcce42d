import fc from 'fast-check'
import Stripe from 'stripe'
import { expect, test } from 'vitest'
import { apiPaths } from '#contract/paths.ts'
import type { Books } from '#contract/staff/books.ts'
import { auditBalance } from '#server/modules/payments/index.ts'
import { intentIdFrom } from '#tests/support/buyer.ts'
import { openShop, type TestShop } from '#tests/support/open-shop.ts'
import { getSandbox } from '#tests/support/sandbox-faults.ts'
import { staffBrowser } from '#tests/support/sign-in.ts'

type Step =
  | { type: 'buy'; bottles: number }
  | { type: 'refund'; nth: number; cents: number }
  | { type: 'failRefund' | 'dispute' | 'win'; nth: number }
  | { type: 'adjust'; category: 'fee' | 'other_adjustment'; cents: number }
  | { type: 'failPayout' | 'read' }
  | { type: 'wait'; hours: number }

const nth = fc.nat(5)
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ type: fc.constant('buy'), bottles: fc.integer({ min: 1, max: 9 }) }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ type: fc.constant('wait'), hours: fc.integer({ min: 1, max: 60 }) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      type: fc.constant('refund'),
      nth,
      cents: fc.integer({ min: 1, max: 2_000 }),
    }),
  },
  fc.record({ type: fc.constantFrom('failRefund', 'dispute', 'win'), nth }),
  fc.record({
    type: fc.constant('adjust'),
    category: fc.constantFrom('fee', 'other_adjustment'),
    cents: fc.integer({ min: -900, max: -1 }),
  }),
  fc.record({ type: fc.constantFrom('failPayout', 'read') }),
) as fc.Arbitrary<Step>

const cents = (text: string) => Math.round(Number(text) * 100)

const FROM = '2026-03-01'
const TO = '2026-12-31'

/** A shop whose history is written by the steps. What a step cannot do at the moment, it skips. */
async function openHistory() {
  const shop = await openShop()
  const { apiBase, secretKey, ...sandbox } = getSandbox(shop)
  const { hostname, port } = new URL(apiBase)
  const stripe = new Stripe(secretKey, { host: hostname, port, protocol: 'http', telemetry: false })
  const intentIds: string[] = []
  const pick = (index: number) => intentIds.at(-1 - index)
  const buy = async (bottles: number) => {
    const buyer = shop.buyer()
    const [product] = shop.products
    const deliveryDate = new Date(shop.clock.now().getTime() + 3 * 86_400_000)
    const { clientSecret } = await buyer.buy(
      buyer.submission({
        ...(product && { lines: [[product, bottles]] }),
        deliveryDate: deliveryDate.toISOString().slice(0, 10),
      }),
    )
    intentIds.push(intentIdFrom(clientSecret))
    await shop.deliverPending()
  }
  const run = async (next: Step): Promise<unknown> => {
    const intentId = 'nth' in next ? pick(next.nth) : undefined
    if (next.type === 'buy') return buy(next.bottles)
    if (next.type === 'wait') return shop.clock.advance(next.hours * 3_600_000)
    if (next.type === 'read') return shop.runJob('payment.readBalance')
    if (next.type === 'adjust')
      return sandbox.adjustBalance({ category: next.category, amount: next.cents })
    if (next.type === 'failPayout') {
      const [payout] = (await stripe.payouts.list({ limit: 1 })).data
      return payout && payout.status !== 'failed' ? sandbox.failPayout(payout.id) : undefined
    }
    if (!intentId) return undefined
    if (next.type === 'refund')
      return stripe.refunds.create({ payment_intent: intentId, amount: next.cents })
    if (next.type === 'failRefund') return sandbox.failRefund(intentId)
    return next.type === 'dispute'
      ? sandbox.openDispute(intentId)
      : sandbox.closeDispute(intentId, true)
  }
  return { shop, stripe, run: (next: Step) => run(next).catch(() => undefined) }
}

async function readBooks(shop: TestShop): Promise<Books> {
  const staff = await staffBrowser(shop)
  return (await staff.call<Books>('GET', `${apiPaths.adminBooks}?from=${FROM}&to=${TO}`)).body
}

test('rule 65: for any history, the days add up to the payouts and the balance that is left', async () => {
  const { shop, stripe, run } = await openHistory()
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 12 }), async (steps) => {
      for (const next of [{ type: 'buy', bottles: 3 } as const, ...steps]) await run(next)
      await shop.runJob('payment.readBalance')

      const { totals, days, payouts, closingBalance, differences } = await readBooks(shop)

      const sum = (name: keyof typeof totals) =>
        days.reduce((total, day) => total + cents(day[name]), 0)
      const lines = [
        'products',
        'discounts',
        'otherLines',
        'deposits',
        'tax',
        'creditUsed',
      ] as const
      expect(lines.reduce((total, name) => total + sum(name), 0)).toBe(sum('cardPayments'))
      expect(sum('unmatched')).toBe(0)
      const moved = ['cardPayments', 'cardRefunds', 'disputes', 'fees', 'adjustments'] as const
      const left = moved.reduce((total, name) => total + sum(name), 0)
      expect(left).toBe(-sum('payouts') + cents(closingBalance))
      // The provider has the same amounts, and the bank statement has the payouts that were not returned.
      const { available, pending } = await stripe.balance.retrieve()
      expect(cents(closingBalance)).toBe((available[0]?.amount ?? 0) + (pending[0]?.amount ?? 0))
      const deposited = payouts.filter(({ status }) => status !== 'failed')
      const depositedCents = deposited.reduce((total, { amount }) => total + cents(amount), 0)
      expect(depositedCents + sum('payouts')).toBe(0)
      expect(differences).toEqual([])
    }),
    // The shop's history goes on from run to run, so a failure cannot be shrunk.
    { numRuns: 4, endOnFailure: true },
  )
  expect((await auditBalance(shop.deps)).findings).toEqual([])
})

test('rule 65: the audit names transactions that only one side has', async () => {
  const { shop, run } = await openHistory()
  await run({ type: 'buy', bottles: 2 })
  await run({ type: 'wait', hours: 3 })
  await run({ type: 'read' })
  expect(await auditBalance(shop.deps)).toEqual({ findings: [], balanceCents: 1798 - 82 })

  await shop.sql('alter table balance_transactions disable trigger balance_transactions_protect')
  await shop.sql('update balance_transactions set net_cents = net_cents - 1')
  const what = async () => (await auditBalance(shop.deps)).findings.map((found) => found.what)
  expect(await what()).toEqual(['amount differs from the provider'])
  await shop.sql(`update balance_transactions set id = 'txn_invented'`)
  expect((await what()).sort()).toEqual([
    'charge at provider, not here',
    'transaction here, not at provider',
  ])
})
