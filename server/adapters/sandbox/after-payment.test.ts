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

async function paidIntent() {
  const intent = await open.stripe.paymentIntents.create({ amount: 1_000, currency: 'usd' })
  await open.sandbox.browser.confirmPayment({
    intentId: intent.id,
    clientSecret: intent.client_secret ?? '',
    card: cardInput(testCard.good),
  })
  return intent.id
}

const listCharges = async (id: string) =>
  (await open.stripe.charges.list({ payment_intent: id })).data

describe('refunds', () => {
  test('a charge can be refunded in parts until nothing remains', async () => {
    const payment_intent = await paidIntent()
    const { refunds } = open.stripe

    const part = await refunds.create({ payment_intent, amount: 300, metadata: { why: 'leak' } })
    const rest = await refunds.create({ payment_intent })

    expect([part.amount, rest.amount]).toEqual([300, 700])
    expect((await refunds.retrieve(part.id)).metadata).toEqual({ why: 'leak' })
    expect((await refunds.list({ payment_intent })).data).toHaveLength(2)
    const [charge] = await listCharges(payment_intent)
    expect(charge).toMatchObject({ amount_refunded: 1_000, refunded: true })
    await expect(refunds.create({ payment_intent })).rejects.toMatchObject({
      code: 'charge_already_refunded',
    })
  })

  test('ten parallel refunds never exceed the paid amount', async () => {
    const payment_intent = await paidIntent()
    const back = (amount: number) => open.stripe.refunds.create({ payment_intent, amount })

    await expect(back(1_001)).rejects.toThrow('greater than unrefunded amount')
    await Promise.allSettled(Array.from({ length: 10 }, () => back(400)))

    expect((await listCharges(payment_intent))[0]?.amount_refunded).toBe(800)
    expect((await open.stripe.refunds.list({ payment_intent })).data).toHaveLength(2)
  })

  test('an unpaid intent cannot be refunded', async () => {
    const { id } = await open.stripe.paymentIntents.create({ amount: 900, currency: 'usd' })
    const refund = open.stripe.refunds.create({ payment_intent: id })
    await expect(refund).rejects.toMatchObject({ statusCode: 400 })
    const unknown = open.stripe.refunds.create({ payment_intent: 'pi_none' })
    await expect(unknown).rejects.toMatchObject({ code: 'resource_missing' })
  })

  test('a disputed charge cannot be refunded', async () => {
    const id = await paidIntent()
    await open.sandbox.openDispute(id)

    const refund = open.stripe.refunds.create({ payment_intent: id })

    await expect(refund).rejects.toMatchObject({ code: 'charge_disputed' })
  })
})

describe('saved cards', () => {
  async function newSetup(number: string) {
    const customer = await open.stripe.customers.create({ email: 'ana@example.com' })
    const setup = await open.stripe.setupIntents.create({ customer: customer.id })
    const secret = { intentId: setup.id, clientSecret: setup.client_secret ?? '' }
    const result = await open.sandbox.browser.confirmSetup({ ...secret, card: cardInput(number) })
    const methods = async () =>
      (await open.stripe.paymentMethods.list({ customer: customer.id })).data
    return { customer, setup, secret, result, methods }
  }

  test('a setup saves a card without charging it', async () => {
    const { setup, result, methods } = await newSetup(testCard.failsLater)

    expect(result).toEqual({ status: 'succeeded' })
    const [method] = await methods()
    expect(method?.card).toMatchObject({ brand: 'visa', last4: '0341', exp_year: 2030 })
    expect((await open.stripe.setupIntents.retrieve(setup.id)).payment_method).toBe(method?.id)
  })

  test('a setup requires 3-D Secure if the card does', async () => {
    const { secret, result, methods } = await newSetup(testCard.authenticatesOnce)
    expect(result.needsAuthentication).toBe(true)
    expect(await methods()).toEqual([])

    await open.sandbox.browser.authenticate({ ...secret, outcome: 'complete' })

    expect(await methods()).toHaveLength(1)
  })

  test('a setup with a bad card saves nothing', async () => {
    const { result, methods } = await newSetup(testCard.declined)
    expect(result.error?.message).toBe('Your card was declined.')
    expect(await methods()).toEqual([])
  })

  test('AU3: a detached card has no customer, is no default, and is rejected with Stripe’s message', async () => {
    const { customer, methods } = await newSetup(testCard.good)
    const id = (await methods())[0]?.id ?? ''

    const { customers, paymentIntents, paymentMethods } = open.stripe
    await customers.update(customer.id, { invoice_settings: { default_payment_method: id } })

    expect((await paymentMethods.detach(id)).customer).toBeNull()
    expect(await methods()).toEqual([])
    expect(await customers.retrieve(customer.id)).toMatchObject({
      invoice_settings: { default_payment_method: null },
    })
    await expect(paymentMethods.detach(id)).rejects.toMatchObject({ statusCode: 400 })
    const intent = await paymentIntents.create({
      amount: 900,
      currency: 'usd',
      customer: customer.id,
    })
    for (const use of [
      () => paymentMethods.attach(id, { customer: customer.id }),
      () => paymentIntents.confirm(intent.id, { payment_method: id, off_session: true }),
    ]) {
      const rejection = await use().catch((error: unknown) => error)
      expect(rejection).toMatchObject({ statusCode: 400, rawType: 'invalid_request_error' })
      expect(rejection).toMatchObject({ code: undefined, param: undefined })
      expect(rejection).toMatchObject({
        message: expect.stringContaining('detached from a Customer'),
      })
    }
  })
})

describe('customers and their billing portal', () => {
  test('a deleted customer loses its saved cards and cannot be deleted twice', async () => {
    const { customers, paymentIntents } = open.stripe
    const { id } = await customers.create({ email: 'gone@example.com' })

    expect(await customers.del(id)).toEqual(
      expect.objectContaining({ id, object: 'customer', deleted: true }),
    )
    const missing = { code: 'resource_missing' }
    await expect(customers.del(id)).rejects.toMatchObject({ ...missing, statusCode: 404 })
    const params = { amount: 500, currency: 'usd', customer: id }
    await expect(paymentIntents.create(params)).rejects.toMatchObject(missing)
    expect((await customers.list({ email: 'gone@example.com' })).data).toEqual([])
  })

  test('a customer is found by email and stores updates', async () => {
    const { customers } = open.stripe
    const customer = await customers.create({ email: 'zoe@example.com', name: 'Zoë Ünal' })
    await customers.update(customer.id, { phone: '845 555 0100', metadata: { tier: 'a&b=c[d]' } })

    const { data } = await customers.list({ email: 'zoe@example.com' })

    expect(data).toHaveLength(1)
    expect(data[0]).toMatchObject({
      id: customer.id,
      name: 'Zoë Ünal',
      phone: '845 555 0100',
      metadata: { tier: 'a&b=c[d]' },
    })
  })

  test('the portal’s link opens a page of the shop, where cards are added, made default and removed', async () => {
    const customer = await open.stripe.customers.create({ email: 'ana@example.com' })
    const session = await open.stripe.billingPortal.sessions.create({
      customer: customer.id,
      return_url: 'https://shop.example/customer/billing',
    })
    const { portal } = open.sandbox
    expect(session.url).toBe(`https://shop.example/sandbox/billing/${session.id}`)

    await portal.addCard(session.id, cardInput(testCard.good))
    await portal.addCard(session.id, cardInput('5555555555554444'))
    const [visa, other] = (await portal.read(session.id))?.cards ?? []
    expect(await portal.makeDefault(session.id, other?.id ?? '')).toBe(true)
    expect(await portal.removeCard(session.id, visa?.id ?? '')).toBe(true)

    expect(await portal.read(session.id)).toEqual({
      email: 'ana@example.com',
      returnUrl: 'https://shop.example/customer/billing',
      cards: [
        {
          id: other?.id,
          brand: 'mastercard',
          last4: '4444',
          expMonth: 12,
          expYear: 2030,
          isDefault: true,
        },
      ],
    })
  })

  test('a portal session cannot change another customer’s cards, and expires', async () => {
    const newSession = async () => {
      const { id } = await open.stripe.customers.create({ email: 'x@example.com' })
      return (await open.stripe.billingPortal.sessions.create({ customer: id })).id
    }
    const { portal } = open.sandbox
    const [ownSession, otherSession] = [await newSession(), await newSession()]
    await portal.addCard(otherSession, cardInput(testCard.good))
    const card = (await portal.read(otherSession))?.cards[0]?.id ?? ''

    expect(await portal.removeCard(ownSession, card)).toBe(false)
    expect(await portal.makeDefault(ownSession, card)).toBe(false)
    expect(await portal.read('bps_guess')).toBeUndefined()
    open.clock.advance(3_600_000)
    expect(await portal.read(otherSession)).toBeUndefined()
  })
})
