import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { stripeCards } from './stripe-cards.ts'

const webhookSecret = 'whsec_test'
const cards = stripeCards({ secretKey: 'sk_test', webhookSecret, apiBase: 'http://127.0.0.1:9' })
const now = new Date('2026-03-04T12:00:00Z')

function message(object: object, type: string, at = now, secret = webhookSecret) {
  const event = { id: 'evt_1', object: 'event', type, created: 1_772_000_000, data: { object } }
  const body = Buffer.from(JSON.stringify(event))
  const time = Math.floor(at.getTime() / 1000)
  const mac = createHmac('sha256', secret).update(`${time}.`).update(body).digest('hex')
  return { body, signature: `t=${time},v1=${mac}` }
}

const intent = {
  id: 'pi_1',
  object: 'payment_intent',
  amount: 900,
  currency: 'usd',
  livemode: false,
  metadata: { order_id: 'order-1' },
  status: 'succeeded',
  created: 1,
}
const later = (seconds: number) => new Date(now.getTime() + seconds * 1000)
const read = ({ body, signature }: { body: Buffer; signature: string }) =>
  cards.readEvent(body, signature, now)

test('a genuine event contains its intent and its payload', () => {
  expect(read(message(intent, 'payment_intent.succeeded'))).toEqual({
    id: 'evt_1',
    type: 'payment_intent.succeeded',
    createdAt: new Date(1_772_000_000_000),
    intentId: 'pi_1',
    customerRef: null,
    payload: {
      amountCents: 900,
      currency: 'usd',
      livemode: false,
      orderId: 'order-1',
      decline: null,
    },
  })
})

test('events about a charge, refund or dispute contain their intent and no payload', () => {
  for (const type of ['charge.refunded', 'refund.created', 'charge.dispute.created']) {
    const object = { id: 'x_1', object: type.split('.')[0], payment_intent: 'pi_7' }
    expect(read(message(object, type))).toMatchObject({ intentId: 'pi_7', payload: null })
  }
  const customer = { id: 'cus_1', object: 'customer' }
  expect(read(message(customer, 'customer.created'))).toMatchObject({ intentId: null })
})

test.each([
  ['another secret', message(intent, 'payment_intent.succeeded', now, 'whsec_guess')],
  ['no signature', { ...message(intent, 'x'), signature: '' }],
  ['nonsense', { ...message(intent, 'x'), signature: 't=,v1=' }],
  ['301 s ago', message(intent, 'x', later(-301))],
  ['301 s ahead', message(intent, 'x', later(301))],
  ['an empty body', { ...message(intent, 'x'), body: Buffer.alloc(0) }],
])('W1: an event with %s is forged', (_what, forged) => {
  expect(() => read(forged)).toThrow(expect.objectContaining({ kind: 'forged' }))
})

test('W1: one changed byte makes a webhook forged', () => {
  const { body, signature } = message(intent, 'payment_intent.succeeded')
  const changed = Buffer.from(body.toString().replace('900', '100'))
  expect(() => read({ body: changed, signature })).toThrow(
    expect.objectContaining({ kind: 'forged' }),
  )
})

test('a clock difference of 300 s is accepted in both directions', () => {
  for (const seconds of [-300, 300]) {
    expect(read(message(intent, 'payment_intent.succeeded', later(seconds))).id).toBe('evt_1')
  }
})
