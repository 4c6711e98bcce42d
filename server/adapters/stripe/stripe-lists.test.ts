import { afterAll, beforeAll, expect, test } from 'vitest'
import { handledEventTypes } from '#server/modules/payments/events/handled-events.ts'
import {
  type CardSandbox,
  cardInput,
  openCardSandbox,
  testCard,
} from '#tests/support/card-sandbox.ts'

let open: CardSandbox
beforeAll(async () => {
  open = await openCardSandbox()
})
afterAll(() => open.close())

const DAY_MS = 86_400_000

async function paidIntent() {
  const intent = await open.stripe.paymentIntents.create({ amount: 1_000, currency: 'usd' })
  await open.sandbox.browser.confirmPayment({
    intentId: intent.id,
    clientSecret: intent.client_secret ?? '',
    card: cardInput(testCard.good),
  })
  return intent.id
}

async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = []
  for await (const item of items) all.push(item)
  return all
}

test('AU10: events of a time span are listed oldest first, by type, over several pages', async () => {
  const from = open.clock.now()
  const ids: string[] = []
  for (let nth = 0; nth < 60; nth++) ids.push(await paidIntent())
  open.clock.advance(60_000)
  const to = open.clock.now()
  await paidIntent()

  const paid = await open.cards.eventsBetween(from, to, ['payment_intent.succeeded'])
  const both = ['payment_intent.created', 'payment_intent.succeeded']

  expect(paid.map(({ intentId }) => intentId)).toEqual(ids)
  expect(paid[0]).toMatchObject({ type: 'payment_intent.succeeded', createdAt: from })
  expect(await open.cards.eventsBetween(from, to, both)).toHaveLength(120)
})

test('AU10: the provider accepts at most 20 types and lists events for 30 days', async () => {
  open.clock.advance(60_000)
  const from = open.clock.now()
  const intentId = await paidIntent()
  const read = () => open.cards.eventsBetween(from, open.clock.now(), handledEventTypes)
  open.clock.advance(29 * DAY_MS)
  expect((await read()).map((event) => event.intentId)).toEqual([intentId])

  open.clock.advance(2 * DAY_MS)
  expect(await read()).toEqual([])

  expect(handledEventTypes.length).toBeLessThanOrEqual(20)
  const many = Array.from({ length: 21 }, (_, nth) => `x.${nth}`)
  await expect(open.cards.eventsBetween(from, from, many)).rejects.toMatchObject({
    kind: 'invalid_request',
  })
})

test('AU10, AU20: disputes, refunds and fraud warnings are listed, including those created in the dashboard', async () => {
  open.clock.advance(60_000)
  const since = open.clock.now()
  const [disputed, refunded] = [await paidIntent(), await paidIntent()]
  const warningId = await open.sandbox.warnOfFraud(disputed)
  const disputeId = await open.sandbox.openDispute(disputed)
  await open.stripe.refunds.create({ payment_intent: refunded, amount: 400 })

  const dispute = {
    id: disputeId,
    intentId: disputed,
    amountCents: 1_000,
    reason: 'fraudulent',
    state: 'open',
    evidenceDueAt: new Date(since.getTime() + 7 * DAY_MS),
    createdAt: since,
  }
  expect(await collect(open.cards.disputesSince(since))).toEqual([dispute])
  expect((await open.cards.readIntent(disputed, 'background')).disputes).toEqual([dispute])
  expect(await collect(open.cards.refundsSince(since))).toMatchObject([
    { intentId: refunded, amountCents: 400, status: 'succeeded', refundId: null },
  ])
  const warning = {
    id: warningId,
    intentId: disputed,
    fraudType: 'unauthorized_use_of_card',
    isActionable: true,
    createdAt: since,
  }
  expect(await collect(open.cards.fraudWarningsSince(since))).toEqual([warning])
  expect(await open.cards.listFraudWarnings(disputed, 'background')).toEqual([warning])
  expect(await open.cards.listFraudWarnings(refunded, 'background')).toEqual([])
})

test('the ledger since an instant contains every intent, beyond the first page of 100', async () => {
  open.clock.advance(60_000)
  const since = open.clock.now()
  const created = new Set<string>()
  for (let round = 0; round < 105; round++) {
    const input = { idempotencyKey: `ledger-${round}`, amountCents: 1_275, orderId: `${round}` }
    created.add((await open.cards.createIntent(input, 'interactive')).id)
  }

  const listed = (await collect(open.cards.intentsSince(since))).map(({ id }) => id)

  expect(listed).toHaveLength(105)
  expect(new Set(listed)).toEqual(created)
})
