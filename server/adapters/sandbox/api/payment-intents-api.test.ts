import Stripe from 'stripe'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
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

const newIntent = (params: object = {}) =>
  open.stripe.paymentIntents.create({ amount: 1_275, currency: 'usd', ...params })

const newCustomer = (email: string) => open.stripe.customers.create({ email })

const pay = (intent: Stripe.PaymentIntent, number: string) =>
  open.sandbox.browser.confirmPayment({
    intentId: intent.id,
    clientSecret: intent.client_secret ?? '',
    card: cardInput(number),
  })

describe('an intent follows Stripe’s rules', () => {
  test('an update before payment sets amount, customer, metadata and saving', async () => {
    const customer = await newCustomer('ana@example.com')
    const { id } = await newIntent({ metadata: { kept: 'yes', order_id: 'one' } })

    const updated = await open.stripe.paymentIntents.update(id, {
      amount: 2_000,
      customer: customer.id,
      metadata: { order_id: 'two' },
      setup_future_usage: 'off_session',
    })

    expect(updated).toMatchObject({
      amount: 2_000,
      customer: customer.id,
      metadata: { kept: 'yes', order_id: 'two' },
      setup_future_usage: 'off_session',
    })
  })

  test('a customer once set cannot be changed', async () => {
    const [ana, ben] = [await newCustomer('ana@example.com'), await newCustomer('b@example.com')]
    const { id } = await newIntent({ customer: ana.id })

    const change = open.stripe.paymentIntents.update(id, { customer: ben.id })

    await expect(change).rejects.toMatchObject({ code: 'payment_intent_unexpected_state' })
    expect((await open.stripe.paymentIntents.update(id, { customer: ana.id })).customer).toBe(
      ana.id,
    )
  })

  test('a paid or canceled intent cannot be updated, confirmed or canceled', async () => {
    const paid = await newIntent()
    await pay(paid, testCard.good)
    const cancelled = await newIntent()
    await open.stripe.paymentIntents.cancel(cancelled.id)
    const wrong = { code: 'payment_intent_unexpected_state', statusCode: 400 }

    for (const intent of [paid, cancelled]) {
      const { paymentIntents } = open.stripe
      await expect(paymentIntents.update(intent.id, { amount: 900 })).rejects.toMatchObject(wrong)
      await expect(paymentIntents.cancel(intent.id)).rejects.toMatchObject(wrong)
      expect((await pay(intent, testCard.good)).error?.code).toBe(wrong.code)
    }
  })

  test.each([
    [{ amount: 49 }, 'amount_too_small'],
    [{ amount: 0 }, 'parameter_invalid_integer'],
    [{ amount: -1 }, 'parameter_invalid_integer'],
    [{ amount: 100_000_000 }, 'amount_too_large'],
    [{ amount: '1e3' }, 'parameter_invalid_integer'],
    [{ payment_method_types: ['card'] }, 'parameter_unknown'],
    [{ customer: 'cus_unknown' }, 'resource_missing'],
  ])('%j is rejected as %s', async (params, code) => {
    await expect(newIntent(params)).rejects.toMatchObject({ code })
  })

  test('an unknown intent and an unknown customer are missing', async () => {
    const { id } = await newIntent()
    const code = 'resource_missing'
    await expect(open.stripe.paymentIntents.retrieve('pi_none')).rejects.toMatchObject({
      code,
      statusCode: 404,
      param: 'intent',
    })
    await expect(
      open.stripe.paymentIntents.update(id, { customer: 'cus_none' }),
    ).rejects.toMatchObject({ code, statusCode: 400, param: 'customer' })
  })

  test('a wrong API key is rejected everywhere', async () => {
    const { hostname, port } = new URL(open.sandbox.apiBase)
    const stranger = new Stripe('sk_test_guess', { host: hostname, port, protocol: 'http' })

    await expect(stranger.paymentIntents.list()).rejects.toMatchObject({ statusCode: 401 })
  })
})

describe('a saved card is charged while its holder is away', () => {
  async function savedCard(number: string) {
    const customer = await newCustomer('ana@example.com')
    const first = await newIntent({ customer: customer.id, setup_future_usage: 'off_session' })
    await pay(first, number)
    const secret = { intentId: first.id, clientSecret: first.client_secret ?? '' }
    await open.sandbox.browser.authenticate({ ...secret, outcome: 'complete' })
    const { data } = await open.stripe.customers.listPaymentMethods(customer.id)
    const later = await newIntent({ customer: customer.id })
    const charge = () =>
      open.stripe.paymentIntents.confirm(later.id, {
        payment_method: data[0]?.id ?? '',
        off_session: true,
      })
    return { charge, later, methods: data }
  }

  test.each([testCard.good, testCard.authenticatesOnce])(
    '%s is saved and pays later',
    async (number) => {
      const { charge } = await savedCard(number)
      expect((await charge()).status).toBe('succeeded')
    },
  )

  test('0341 pays at first, is saved, and fails when charged later', async () => {
    const { charge, methods } = await savedCard(testCard.failsLater)

    await expect(charge()).rejects.toMatchObject({ statusCode: 402, code: 'card_declined' })
    expect(methods).toHaveLength(1)
  })

  test('R9: 3184 requires authentication every time, after which the same intent is paid', async () => {
    const { charge, later } = await savedCard(testCard.authenticatesAlways)

    await expect(charge()).rejects.toMatchObject({ code: 'authentication_required' })

    expect(await pay(later, testCard.good)).toEqual({ status: 'succeeded' })
  })

  test('a card of one customer cannot pay for another', async () => {
    const { methods } = await savedCard(testCard.good)
    const ben = await newCustomer('ben@example.com')
    const { id } = await newIntent({ customer: ben.id })

    const theft = open.stripe.paymentIntents.confirm(id, { payment_method: methods[0]?.id ?? '' })

    await expect(theft).rejects.toMatchObject({ statusCode: 400 })
  })

  test('a card that is not saved has no customer', async () => {
    const customer = await newCustomer('once@example.com')
    await pay(await newIntent({ customer: customer.id }), testCard.good)

    expect((await open.stripe.customers.listPaymentMethods(customer.id)).data).toEqual([])
  })
})

test('a paged list returns every intent one time, newest first, with its charge', async () => {
  const from = open.clock.now().getTime() / 1000 + 60
  open.clock.advance(60_000)
  const created: string[] = []
  for (let count = 0; count < 5; count++) created.push((await newIntent()).id)

  const listed: string[] = []
  const params = { limit: 2, created: { gte: from }, expand: ['data.latest_charge'] }
  for await (const intent of open.stripe.paymentIntents.list(params)) listed.push(intent.id)

  expect(listed).toEqual(created.toReversed())
})

test('a restart loses nothing', async () => {
  const intent = await newIntent()
  await pay(intent, testCard.good)

  const restarted = await open.another('restarted')

  const read = await restarted.stripe.paymentIntents.retrieve(intent.id)
  expect(read.status).toBe('succeeded')
  await restarted.sandbox.close()
})
