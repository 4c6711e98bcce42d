import { expect, test } from 'vitest'
import { intentIdFrom } from '#tests/support/buyer.ts'
import { openShop, type TestShop } from '#tests/support/open-shop.ts'
import { getSandbox } from '#tests/support/sandbox-faults.ts'
import { auditBalance, lastBalanceRun } from '../index.ts'

const DAY_MS = 86_400_000

async function paidOrder(shop: TestShop) {
  const { orderId, clientSecret } = await shop.buyer().buy()
  await shop.deliverPending()
  return { orderId, intentId: intentIdFrom(clientSecret) }
}

type Row = { category: string; intent_id: string | null; payout_id: string | null; net: number }

const rows = (shop: TestShop) =>
  shop.sql<Row>(
    `select category, intent_id, payout_id, net_cents::int as net from balance_transactions
     order by created_at, category`,
  )
const categories = async (shop: TestShop) => (await rows(shop)).map(({ category }) => category)

const checkpoint = async (shop: TestShop) =>
  (await shop.sql(`select at from provider_checkpoints where name = 'balance test:sandbox'`))[0]

const read = (shop: TestShop) => shop.runJob('payment.readBalance')

test('rule 65: transactions are copied with their payment, and payouts with their transactions', async () => {
  const shop = await openShop()
  const { orderId, intentId } = await paidOrder(shop)
  await read(shop)
  expect(await rows(shop)).toMatchObject([
    { category: 'charge', intent_id: intentId, payout_id: null },
  ])
  const [known] = await shop.sql('select order_id from intents where id = $1', [intentId])
  expect(known).toEqual({ order_id: orderId })

  shop.clock.advance(2 * DAY_MS)
  await read(shop)

  const [charge, payout] = await rows(shop)
  expect(payout).toMatchObject({ category: 'payout', net: -(charge?.net ?? 0) })
  expect(charge?.payout_id).toBe(payout?.payout_id)
  expect(await shop.sql('select id, amount_cents::int as cents, status from payouts')).toEqual([
    { id: charge?.payout_id, cents: charge?.net, status: 'in_transit' },
  ])
  shop.clock.advance(DAY_MS)
  await read(shop)
  expect(await shop.sql('select status from payouts')).toEqual([{ status: 'paid' }])
})

test('rule 65: however often and by how many processes it is read, every row exists once', async () => {
  const shop = await openShop()
  await paidOrder(shop)
  shop.clock.advance(3 * DAY_MS)

  await Promise.all([1, 2, 3].map(() => read(shop)))
  await read(shop)

  expect(await categories(shop)).toEqual(['charge', 'payout'])
})

test('rule 65: an outage keeps the position, and the next run continues', async () => {
  const shop = await openShop()
  await paidOrder(shop)
  await read(shop)
  const before = await checkpoint(shop)
  shop.clock.advance(DAY_MS)
  await paidOrder(shop)

  getSandbox(shop).faults.next('GET balance_transactions', 'error-500')
  await read(shop)
  expect(await checkpoint(shop)).toEqual(before)
  expect(await categories(shop)).toEqual(['charge'])
  getSandbox(shop).faults.next('GET payouts', 'drop-request')
  await read(shop)
  await read(shop)

  expect(await categories(shop)).toEqual(['charge', 'charge'])
  expect(await checkpoint(shop)).not.toEqual(before)
})

test('rule 65: a run that was interrupted between payouts reads the rest later', async () => {
  const shop = await openShop()
  for (let day = 0; day < 3; day++) {
    await paidOrder(shop)
    shop.clock.advance(DAY_MS)
  }
  shop.clock.advance(3 * DAY_MS)
  // The transactions of the time are read, then those of the first payout.
  getSandbox(shop).faults.next('GET payouts', 'error-500')
  await read(shop)
  expect(await shop.sql('select id from payouts')).toEqual([])

  const list = shop.deps.cards.payoutTransactions
  let calls = 0
  shop.deps.cards.payoutTransactions = (id) => {
    calls += 1
    if (calls === 2) getSandbox(shop).faults.next('GET balance_transactions', 'drop-response')
    return list(id)
  }
  await read(shop)
  const open = `select count(*)::int as n from payouts where itemized_at is null`
  expect(await shop.sql(open)).toEqual([{ n: 2 }])
  await read(shop)

  expect(await shop.sql(open)).toEqual([{ n: 0 }])
  const unpaid = (await rows(shop)).filter(({ payout_id }) => payout_id === null)
  expect(unpaid).toEqual([])
})

test('rule 65: a transaction that the provider listed too late arrives with its payout', async () => {
  const shop = await openShop()
  const { intentId } = await paidOrder(shop)
  const list = shop.deps.cards.balanceTransactions
  shop.deps.cards.balanceTransactions = async function* (...span) {
    for await (const row of list(...span)) if (row.intentId !== intentId) yield row
  }
  shop.clock.advance(DAY_MS / 2)
  await paidOrder(shop)
  await read(shop)
  expect(await categories(shop)).toEqual(['charge'])

  shop.clock.advance(2 * DAY_MS)
  await read(shop)

  expect((await categories(shop)).filter((category) => category === 'charge')).toHaveLength(2)
})

test.for([
  ['an hour', 1 / 24],
  ['a day', 1],
  ['a year', 365],
] as const)(
  'rule 65: a clock that was %s ahead ends neither the copy nor its audit',
  async ([, days]) => {
    const shop = await openShop()
    await paidOrder(shop)
    const rightTime = shop.clock.now().getTime()
    shop.clock.advance(days * DAY_MS)
    // The sandbox shares the wrong clock: this charge seems to be the latest.
    await paidOrder(shop)
    await read(shop)
    shop.clock.set(new Date(rightTime + 60_000).toISOString())
    await paidOrder(shop)
    expect((await auditBalance(shop.deps)).findings).toEqual([])

    shop.clock.advance(5 * 60_000)
    await read(shop)

    expect((await categories(shop)).filter((category) => category === 'charge')).toHaveLength(3)
    expect((await lastBalanceRun(shop.deps))?.getTime()).toBe(shop.clock.now().getTime())
    // Two hours later the audit compares all three.
    shop.clock.advance(2 * 3_600_000)
    await read(shop)
    expect((await auditBalance(shop.deps)).findings).toEqual([])
  },
)

test('rule 65: a clock that was behind delays the copy and loses nothing', async () => {
  const shop = await openShop()
  await paidOrder(shop)
  await read(shop)
  const rightTime = shop.clock.now().getTime()
  shop.clock.set(new Date(rightTime - 10 * DAY_MS).toISOString())
  await paidOrder(shop)
  await read(shop)
  expect((await auditBalance(shop.deps)).findings).toEqual([])
  shop.clock.set(new Date(rightTime + 60_000).toISOString())
  await paidOrder(shop)

  await read(shop)

  expect((await categories(shop)).filter((category) => category === 'charge')).toHaveLength(3)
  expect((await auditBalance(shop.deps)).findings).toEqual([])
})

test('rule 65: a payout returned weeks later is recorded as failed, and its amount is open again', async () => {
  const shop = await openShop()
  await paidOrder(shop)
  shop.clock.advance(3 * DAY_MS)
  await read(shop)
  const [payout] = await shop.sql<{ id: string }>('select id from payouts')
  shop.clock.advance(14 * DAY_MS)
  await getSandbox(shop).failPayout(payout?.id ?? '')
  await read(shop)
  expect(await shop.sql('select status from payouts')).toEqual([{ status: 'failed' }])
  expect(await categories(shop)).toEqual(['charge', 'payout', 'payout_reversal'])

  shop.clock.advance(DAY_MS)
  await read(shop)

  const net = (await rows(shop)).reduce((sum, row) => sum + row.net, 0)
  expect(net).toBe(0)
})

test('rule 65: balance transactions are never changed or deleted', async () => {
  const shop = await openShop()
  await paidOrder(shop)
  await read(shop)
  for (const attempt of [
    'update balance_transactions set amount_cents = 1',
    'delete from balance_transactions',
    'truncate balance_transactions',
  ]) {
    await expect(shop.sql(attempt)).rejects.toThrow(/cannot be changed or deleted/)
  }
  await shop.sql(`update balance_transactions set payout_id = 'po_1'`)
  await expect(shop.sql(`update balance_transactions set payout_id = 'po_2'`)).rejects.toThrow(
    /cannot be changed/,
  )
})
