import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type CardIntent, CardProviderError } from '#server/modules/payments/port.ts'
import {
  type CardSandbox,
  cardInput,
  openCardSandbox,
  testCard,
} from '#tests/support/card-sandbox.ts'
import { stripeCards } from './stripe-cards.ts'

let open: CardSandbox
let cards: CardSandbox['cards']
let count = 0
beforeAll(async () => {
  open = await openCardSandbox()
  cards = open.cards
})
afterEach(() => open.sandbox.faults.clear())
afterAll(() => open.close())

const create = (change: object = {}) => {
  count += 1
  const input = {
    idempotencyKey: `intent-${count}`,
    amountCents: 1_275,
    orderId: `order-${count}`,
    ...change,
  }
  return cards.createIntent(input, 'interactive')
}

const pay = ({ id, clientSecret }: CardIntent, number: string) =>
  open.sandbox.browser.confirmPayment({ intentId: id, clientSecret, card: cardInput(number) })

const disputeStates = async (intentId: string) =>
  (await cards.readIntent(intentId, 'background')).disputes?.map(({ state }) => state)

const errorKind = async (work: Promise<unknown>) => {
  const problem = await work.catch((error: unknown) => error)
  if (!(problem instanceof CardProviderError)) throw new Error(`no CardProviderError: ${problem}`)
  return problem.kind
}

const listIntentIds = async (orderId: string) => {
  const { data } = await open.stripe.paymentIntents.list({ limit: 100 })
  return data.filter(({ metadata }) => metadata.order_id === orderId).map(({ id }) => id)
}

describe('an intent is read in its current state', () => {
  test('a new intent belongs to an order, in cents, unpaid', async () => {
    const intent = await create({ orderId: 'order-a' })

    expect(intent).toMatchObject({
      state: 'open',
      amountCents: 1_275,
      currency: 'usd',
      livemode: false,
      orderId: 'order-a',
      customerRef: null,
      chargeRef: null,
      chargedAt: null,
      refundedCents: 0,
      disputes: null,
      decline: null,
      createdAt: open.clock.now(),
    })
    expect(intent.clientSecret).toContain(`${intent.id}_secret_`)
  })

  test('a paid intent contains its charge, card and refunded amount', async () => {
    const customerRef = await cards.createCustomer(
      { idempotencyKey: 'customer', email: 'ana@example.com', name: 'Ana' },
      'interactive',
    )
    const { id, ...rest } = await create()
    const change = { amountCents: 2_000, orderId: 'order-b', customerRef, saveCard: true }
    await cards.updateIntent(id, change, 'interactive')
    await pay({ id, ...rest }, testCard.good)
    const refund = { idempotencyKey: 'refund', intentId: id, amountCents: 500, refundId: 'ours' }
    const back = await cards.refund(refund, 'background')

    const intent = await cards.readIntent(id, 'background')

    expect(intent).toMatchObject({
      state: 'succeeded',
      amountCents: 2_000,
      orderId: 'order-b',
      customerRef,
      refundedCents: 500,
    })
    expect(intent.chargeRef).toMatch(/^ch_/)
    expect(intent.paymentMethodRef).toMatch(/^pm_/)
    expect(back).toMatchObject({ amountCents: 500, status: 'succeeded', refundId: 'ours' })
    expect(await cards.listRefunds(id, 'background')).toEqual([back])
  })

  test('C10: each decline has its own reference, and none remains once the intent is paid', async () => {
    const intent = await create()
    const declines: unknown[] = []
    for (const number of [testCard.declined, testCard.declined, testCard.insufficient]) {
      await pay(intent, number)
      declines.push((await cards.readIntent(intent.id, 'interactive')).decline)
    }
    await pay(intent, testCard.authenticatesOnce)
    const { id, clientSecret } = intent
    const secret = { intentId: id, clientSecret }
    await open.sandbox.browser.authenticate({ ...secret, outcome: 'fail' })
    declines.push((await cards.readIntent(id, 'interactive')).decline)

    const references = declines.map((decline) => (decline as { chargeRef: string }).chargeRef)
    expect(new Set(references).size).toBe(4)
    expect(declines[2]).toMatchObject({
      code: 'insufficient_funds',
      message: 'Your card has insufficient funds.',
    })
    await pay(intent, testCard.good)
    expect((await cards.readIntent(id, 'interactive')).decline).toBeNull()
  })

  test('a dispute is listed until it is won', async () => {
    const intent = await create()
    await pay(intent, testCard.good)
    await open.sandbox.openDispute(intent.id)
    expect(await disputeStates(intent.id)).toEqual(['open'])

    await open.sandbox.closeDispute(intent.id, true)

    expect(await disputeStates(intent.id)).toEqual(['won'])
  })
})

describe('C9: every failure has one meaning', () => {
  const route = 'POST payment_intents'

  test('a dropped request is unknown and was not processed', async () => {
    const input = { idempotencyKey: 'dropped', amountCents: 900, orderId: 'dropped' }
    open.sandbox.faults.next(route, 'drop-request')
    expect(await errorKind(cards.createIntent(input, 'interactive'))).toBe('unknown')
    expect(await listIntentIds('dropped')).toEqual([])

    const { id } = await cards.createIntent(input, 'interactive')

    expect(await listIntentIds('dropped')).toEqual([id])
  })

  test('a dropped response is unknown; the same key returns the result', async () => {
    const input = { idempotencyKey: 'lost', amountCents: 900, orderId: 'lost' }
    open.sandbox.faults.next(route, 'drop-response')
    expect(await errorKind(cards.createIntent(input, 'interactive'))).toBe('unknown')

    const intent = await cards.createIntent(input, 'interactive')

    expect(await listIntentIds('lost')).toEqual([intent.id])
  })

  test('500 is unknown; 429 and 409 are retryable', async () => {
    for (const [fault, kind] of [
      ['error-500', 'unknown'],
      ['error-429', 'retryable'],
      ['error-409', 'retryable'],
    ] as const) {
      open.sandbox.faults.next(route, fault)
      expect(await errorKind(create())).toBe(kind)
    }
  })

  test('a checkout request without a response ends and is unknown', async () => {
    open.sandbox.faults.next(route, { slow: 3_600_000 })

    expect(await errorKind(create())).toBe('unknown')
  })

  test('an unreachable provider is unknown', async () => {
    const nowhere = stripeCards({
      secretKey: 'sk_test',
      webhookSecret: 'whsec',
      apiBase: 'http://127.0.0.1:9',
    })
    expect(await errorKind(nowhere.readIntent('pi_1', 'interactive'))).toBe('unknown')
  })

  test('AU3: a wrong key, or one without permission, is rejected; a 400 without a code is rejected', async () => {
    for (const [fault, kind] of [
      ['error-401', 'unauthorized'],
      ['error-403', 'unauthorized'],
      ['error-400', 'invalid_request'],
      ['no-balance', 'no_balance'],
    ] as const) {
      open.sandbox.faults.next(route, fault)
      expect(await errorKind(create())).toBe(kind)
    }
  })

  test('AU3: a missing customer is named, and every problem has its request id', async () => {
    const problem = await create({ customerRef: 'cus_gone' }).catch((error: unknown) => error)

    expect(problem).toMatchObject({
      kind: 'missing',
      missing: 'customer',
      message: "No such customer: 'cus_gone'",
      details: {
        type: 'invalid_request_error',
        code: 'resource_missing',
        param: 'customer',
        requestId: expect.stringMatching(/^req_/),
      },
    })
  })

  test('a wrong key is rejected, an unknown intent missing', async () => {
    const { apiBase } = open.sandbox
    const stranger = stripeCards({ secretKey: 'sk_guess', webhookSecret: 'whsec', apiBase })
    expect(await errorKind(stranger.readIntent('pi_1', 'interactive'))).toBe('unauthorized')
    expect(await errorKind(cards.readIntent('pi_1', 'interactive'))).toBe('missing')
  })

  test('a paid intent, or one with another customer, has the kind state', async () => {
    const newCustomer = (key: string) =>
      cards.createCustomer(
        { idempotencyKey: key, email: `${key}@example.com`, name: 'Ana' },
        'interactive',
      )
    const [ana, ben] = [await newCustomer('ana'), await newCustomer('ben')]
    const intent = await create({ customerRef: ana })
    const update = (customerRef: string) =>
      cards.updateIntent(
        intent.id,
        { amountCents: 900, orderId: 'o', customerRef, saveCard: false },
        'interactive',
      )

    expect(await errorKind(update(ben))).toBe('state')
    await pay(intent, testCard.good)
    expect(await errorKind(update(ana))).toBe('state')
    expect(await errorKind(cards.cancelIntent(intent.id, 'interactive'))).toBe('state')
    expect((await cards.cancelIntent((await create()).id, 'interactive')).state).toBe('canceled')
  })

  test('a refund above the remaining amount is rejected', async () => {
    const { id } = await create()
    const refund = { idempotencyKey: 'too-much', intentId: id, amountCents: 900, refundId: 'r' }
    expect(await errorKind(cards.refund(refund, 'background'))).toBe('invalid_request')
  })
})
