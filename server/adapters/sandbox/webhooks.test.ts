import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import {
  type CardSandbox,
  cardInput,
  openCardSandbox,
  testCard,
} from '#tests/support/card-sandbox.ts'

let open: CardSandbox
beforeEach(async () => {
  open = await openCardSandbox()
})
afterEach(() => open.close())

async function buy(number = testCard.good) {
  const intent = await open.stripe.paymentIntents.create({ amount: 900, currency: 'usd' })
  await open.sandbox.browser.confirmPayment({
    intentId: intent.id,
    clientSecret: intent.client_secret ?? '',
    card: cardInput(number),
  })
  return intent.id
}

const succeeded = 'payment_intent.succeeded'

test('a payment sends a webhook at once, with a signature the SDK accepts', async () => {
  const id = await buy()
  await open.sandbox.deliverDue()

  const [message] = open.receiver.received
  if (!message) throw new Error('no webhook received')
  const event = open.stripe.webhooks.constructEvent(
    message.body,
    message.signature,
    open.webhookSecret,
    300,
    undefined,
    open.clock.now().getTime(),
  )
  expect(event).toMatchObject({
    object: 'event',
    type: succeeded,
    data: { object: { id, object: 'payment_intent', status: 'succeeded', amount: 900 } },
  })
  expect(await open.stripe.events.retrieve(event.id)).toMatchObject({ id: event.id })
})

test('declines, cancellations and refunds send webhooks; other events are only listed', async () => {
  const declined = await buy(testCard.declined)
  await open.stripe.paymentIntents.cancel(declined)
  const paid = await buy()
  await open.stripe.refunds.create({ payment_intent: paid })
  await open.sandbox.deliverDue()

  expect(open.receiver.types().toSorted()).toEqual([
    'charge.refunded',
    'payment_intent.canceled',
    'payment_intent.payment_failed',
    succeeded,
  ])
  const listed = (await open.stripe.events.list({ limit: 100 })).data.map(({ type }) => type)
  expect(listed).toEqual(
    expect.arrayContaining(['payment_intent.created', 'charge.succeeded', 'charge.failed']),
  )
})

test('W4: an undelivered event is retried with growing delays and the same id', async () => {
  open.receiver.respondWith(500)
  await buy()
  await open.sandbox.deliverDue()
  expect(open.receiver.received).toHaveLength(1)

  open.clock.advance(5_000)
  await open.sandbox.deliverDue()
  expect(open.receiver.received).toHaveLength(2)

  open.receiver.respondWith(200)
  open.clock.advance(5_000)
  await open.sandbox.deliverDue()
  expect(open.receiver.received).toHaveLength(2)
  open.clock.advance(25_000)
  await open.sandbox.deliverDue()
  open.clock.advance(86_400_000)
  await open.sandbox.deliverDue()

  expect(open.receiver.received).toHaveLength(3)
  expect(new Set(open.receiver.received.map(({ id }) => id)).size).toBe(1)
})

test('a retry is signed with the time at which it is sent', async () => {
  open.receiver.respondWith(503)
  await buy()
  await open.sandbox.deliverDue()
  open.clock.advance(600_000)
  await open.sandbox.deliverDue()

  const [, retry] = open.receiver.received
  if (!retry) throw new Error('no retry received')
  const event = open.cards.readEvent(retry.body, retry.signature, open.clock.now())
  expect(event.type).toBe(succeeded)
})

test('exactly one process takes over the events of a crashed one', async () => {
  open.sandbox.faults.nextWebhook('*', { shuffle: 99 })
  await buy()
  open.clock.advance(60_000)
  const [second, third] = [await open.another('second'), await open.another('third')]

  await Promise.all([second.sandbox.deliverDue(), third.sandbox.deliverDue()])

  expect(open.receiver.types()).toEqual([succeeded])
  await Promise.all([second.sandbox.close(), third.sandbox.close()])
})

describe('webhooks fail on demand', () => {
  test('lose: the webhook is never sent', async () => {
    open.sandbox.faults.nextWebhook(succeeded, 'lose')
    await buy()
    open.clock.advance(7 * 86_400_000)
    await open.sandbox.deliverDue()
    expect(open.receiver.received).toEqual([])
  })

  test('duplicate: the webhook is sent twice', async () => {
    open.sandbox.faults.nextWebhook(succeeded, 'duplicate')
    await buy()
    await open.sandbox.deliverDue()
    expect(open.receiver.types()).toEqual([succeeded, succeeded])
  })

  test('delay: the webhook is sent later', async () => {
    open.sandbox.faults.nextWebhook(succeeded, { delay: 60_000 })
    await buy()
    await open.sandbox.deliverDue()
    expect(open.receiver.received).toEqual([])
    open.clock.advance(60_000)
    await open.sandbox.deliverDue()
    expect(open.receiver.types()).toEqual([succeeded])
  })

  test('shuffle: the newest webhook is sent first', async () => {
    open.sandbox.faults.nextWebhook('*', { shuffle: 2 }, 2)
    const id = await buy()
    await open.stripe.refunds.create({ payment_intent: id })
    await open.sandbox.deliverDue()
    expect(open.receiver.types()).toEqual(['charge.refunded', succeeded])
  })
})
