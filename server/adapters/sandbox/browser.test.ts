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

async function newIntent(params: object = {}) {
  const intent = await open.stripe.paymentIntents.create({
    amount: 1_275,
    currency: 'usd',
    ...params,
  })
  const secret = { intentId: intent.id, clientSecret: intent.client_secret ?? '' }
  return { id: intent.id, secret }
}

const pay = (secret: { intentId: string; clientSecret: string }, number: string) =>
  open.sandbox.browser.confirmPayment({ ...secret, card: cardInput(number) })

const read = (id: string) => open.stripe.paymentIntents.retrieve(id)

describe('each test card does what Stripe documents', () => {
  test('4242 pays the full amount with one charge', async () => {
    const { id, secret } = await newIntent()

    expect(await pay(secret, testCard.good)).toEqual({ status: 'succeeded' })

    const charges = await open.stripe.charges.list({ payment_intent: id })
    expect(charges.data.map((charge) => [charge.amount, charge.status])).toEqual([
      [1_275, 'succeeded'],
    ])
    expect(await read(id)).toMatchObject({ status: 'succeeded', amount_received: 1_275 })
  })

  test.each([
    [testCard.declined, 'card_declined', 'generic_decline', 'Your card was declined.'],
    [
      testCard.insufficient,
      'card_declined',
      'insufficient_funds',
      'Your card has insufficient funds.',
    ],
    [testCard.expired, 'expired_card', 'expired_card', 'Your card has expired.'],
    [
      testCard.wrongCode,
      'incorrect_cvc',
      'incorrect_cvc',
      "Your card's security code is incorrect.",
    ],
    ['4000000000009979', 'card_declined', 'stolen_card', 'Your card was declined.'],
    ['4000000000009987', 'card_declined', 'lost_card', 'Your card was declined.'],
  ])(
    '%s is declined with its own message and charges nothing',
    async (number, code, why, message) => {
      const { id, secret } = await newIntent()

      const result = await pay(secret, number)

      expect(result).toEqual({
        status: 'requires_payment_method',
        error: { code, decline_code: why, message },
      })
      expect(await read(id)).toMatchObject({
        amount_received: 0,
        last_payment_error: { code, message },
      })
    },
  )

  test('a declined intent can be paid with another card, and each attempt has its own charge', async () => {
    const { id, secret } = await newIntent()
    await pay(secret, testCard.declined)
    const first = (await read(id)).last_payment_error?.charge
    await pay(secret, testCard.declined)
    const second = (await read(id)).last_payment_error?.charge

    expect(await pay(secret, testCard.good)).toEqual({ status: 'succeeded' })

    expect(first).toBeTruthy()
    expect(second).not.toBe(first)
    expect((await read(id)).last_payment_error).toBeNull()
  })

  test('3155 requires 3-D Secure and pays when it is completed', async () => {
    const { id, secret } = await newIntent()

    const result = await pay(secret, testCard.authenticatesOnce)
    expect(result).toEqual({ status: 'requires_action', needsAuthentication: true })
    expect((await read(id)).amount_received).toBe(0)

    const done = await open.sandbox.browser.authenticate({ ...secret, outcome: 'complete' })
    expect(done).toEqual({ status: 'succeeded' })
    expect((await read(id)).amount_received).toBe(1_275)
  })

  test('3155 with a failed 3-D Secure challenge charges nothing and can be retried', async () => {
    const { id, secret } = await newIntent()
    await pay(secret, testCard.authenticatesOnce)

    const failed = await open.sandbox.browser.authenticate({ ...secret, outcome: 'fail' })

    expect(failed.status).toBe('requires_payment_method')
    expect(failed.error?.code).toBe('payment_intent_authentication_failure')
    expect((await open.stripe.charges.list({ payment_intent: id })).data).toEqual([])
    expect(await pay(secret, testCard.good)).toEqual({ status: 'succeeded' })
  })

  test('a new amount ends the 3-D Secure challenge of the old amount', async () => {
    const { id, secret } = await newIntent()
    await pay(secret, testCard.authenticatesOnce)
    await open.stripe.paymentIntents.update(id, { amount: 9_900 })

    const late = await open.sandbox.browser.authenticate({ ...secret, outcome: 'complete' })

    expect(late.error?.code).toBe('payment_intent_unexpected_state')
    expect((await read(id)).amount_received).toBe(0)
  })
})

describe('the browser is never trusted', () => {
  test.each([
    ['a wrong check digit', cardInput('4242424242424241'), 'incorrect_number'],
    ['a short number', cardInput('42424242424'), 'incorrect_number'],
    ['letters', cardInput('4242abcd42424242'), 'incorrect_number'],
    ['a past year', cardInput(testCard.good, { expYear: 2025 }), 'invalid_expiry_year_past'],
    [
      'a past month',
      cardInput(testCard.good, { expMonth: 2, expYear: 2026 }),
      'invalid_expiry_month_past',
    ],
    ['month 13', cardInput(testCard.good, { expMonth: 13 }), 'invalid_expiry_month'],
    ['a year far away', cardInput(testCard.good, { expYear: 2999 }), 'invalid_expiry_year'],
    ['a one-digit code', cardInput(testCard.good, { cvc: '1' }), 'invalid_cvc'],
  ])('%s is rejected without a request to the issuer', async (_what, card, code) => {
    const { id, secret } = await newIntent()

    const result = await open.sandbox.browser.confirmPayment({ ...secret, card })

    expect(result).toMatchObject({ status: 'requires_payment_method', error: { code } })
    expect((await open.stripe.charges.list({ payment_intent: id })).data).toEqual([])
  })

  test('a card is valid until the end of its month', async () => {
    const { secret } = await newIntent()
    const card = cardInput(testCard.good, { expMonth: 3, expYear: 2026 })
    expect(await open.sandbox.browser.confirmPayment({ ...secret, card })).toEqual({
      status: 'succeeded',
    })
  })

  test('a wrong client secret has the same response as an unknown intent', async () => {
    const { id, secret } = await newIntent()
    const { secret: other } = await newIntent()
    const wrong = { intentId: id, clientSecret: other.clientSecret }
    const { browser } = open.sandbox

    const unknown = { ...secret, intentId: 'pi_unknown' }
    for (const bad of [wrong, unknown]) {
      expect((await pay(bad, testCard.good)).status).toBe('missing')
      expect((await browser.readIntent(bad)).status).toBe('missing')
      expect((await browser.authenticate({ ...bad, outcome: 'complete' })).status).toBe('missing')
    }
    expect((await read(id)).status).toBe('requires_payment_method')
    expect(await browser.readIntent(secret)).toEqual({ status: 'requires_payment_method' })
  })

  test('I1: twenty parallel confirms create one charge', async () => {
    const { id, secret } = await newIntent()

    const results = await Promise.all(Array.from({ length: 20 }, () => pay(secret, testCard.good)))

    const { data } = await open.stripe.charges.list({ payment_intent: id })
    expect(data).toHaveLength(1)
    expect(results.filter((result) => !result.error)).toHaveLength(1)
    expect(new Set(results.map(({ status }) => status))).toEqual(new Set(['succeeded']))
  })

  test('no card number is stored', async () => {
    const { secret } = await newIntent()
    await pay(secret, '4000056655665556')

    const { rows } = await open.pool.query(`
      select data::text as text from sandbox.objects union all
      select data::text from sandbox.events union all select body from sandbox.idempotency_keys`)

    const everything = rows.map((row) => row.text).join('\n')
    expect(everything).toContain('"5556"')
    expect(everything).not.toContain('4000056655665556')
  })
})
