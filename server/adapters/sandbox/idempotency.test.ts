import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  type CardSandbox,
  cardInput,
  openCardSandbox,
  testCard,
} from '#tests/support/card-sandbox.ts'
import { holdNext } from '#tests/support/sandbox-faults.ts'

let open: CardSandbox
beforeAll(async () => {
  open = await openCardSandbox()
})
afterAll(() => open.close())

const create = (amount: number, idempotencyKey: string) =>
  open.stripe.paymentIntents.create({ amount, currency: 'usd' }, { idempotencyKey })

const intents = async () => (await open.stripe.paymentIntents.list({ limit: 100 })).data.length

test('the same key and parameters return the same response and run once', async () => {
  const first = await create(500, 'twice')
  const before = await intents()

  const again = await create(500, 'twice')

  expect(again).toEqual(first)
  expect(await intents()).toBe(before)
})

test('a key returns its first response, even after the object has changed', async () => {
  const intent = await create(500, 'moved')
  const secret = { intentId: intent.id, clientSecret: intent.client_secret ?? '' }
  await open.stripe.paymentIntents.cancel(intent.id, {}, { idempotencyKey: 'cancel-moved' })

  const again = await open.stripe.paymentIntents.cancel(
    intent.id,
    {},
    { idempotencyKey: 'cancel-moved' },
  )

  expect(again.status).toBe('canceled')
  expect((await create(500, 'moved')).status).toBe('requires_payment_method')
  expect((await open.sandbox.browser.readIntent(secret)).status).toBe('canceled')
})

test('a key with other parameters is rejected', async () => {
  await create(500, 'other')

  await expect(create(600, 'other')).rejects.toMatchObject({
    statusCode: 400,
    rawType: 'idempotency_error',
  })
})

test('a key in progress returns 409', async () => {
  const { reached, release } = holdNext(open.sandbox.faults, 'POST payment_intents')
  const slow = create(500, 'busy')
  await reached

  await expect(create(500, 'busy')).rejects.toMatchObject({
    statusCode: 409,
    code: 'idempotency_key_in_use',
  })
  release()
  expect((await slow).amount).toBe(500)
})

test('a request that is held ends when the sandbox stops, and is not executed', async () => {
  const second = await open.another('stopped')
  const before = await intents()
  const { reached } = holdNext(second.sandbox.faults, 'POST payment_intents')
  const held = second.stripe.paymentIntents.create(
    { amount: 500, currency: 'usd' },
    { idempotencyKey: 'held' },
  )
  const failed = expect(held).rejects.toMatchObject({ type: 'StripeConnectionError' })
  await reached

  await second.sandbox.close()

  await failed
  expect(await intents()).toBe(before)
})

test('a key used by ten requests in two processes runs once', async () => {
  const second = await open.another('second')
  const before = await intents()
  const send = (place: number) =>
    (place % 2 === 0 ? open : second).stripe.paymentIntents.create(
      { amount: 700, currency: 'usd' },
      { idempotencyKey: 'race' },
    )

  const results = await Promise.allSettled(Array.from({ length: 10 }, (_, place) => send(place)))

  const ids = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value.id] : []))
  expect(new Set(ids).size).toBe(1)
  expect(await intents()).toBe(before + 1)
  await second.sandbox.close()
})

test('a 500 is stored for its key, and nothing is changed', async () => {
  const before = await intents()
  open.sandbox.faults.next('POST payment_intents', 'error-500')

  await expect(create(500, 'broken')).rejects.toMatchObject({ statusCode: 500 })
  await expect(create(500, 'broken')).rejects.toMatchObject({ statusCode: 500 })

  expect(await intents()).toBe(before)
})

test('a declined confirm with the same key does not attempt the card again', async () => {
  const customer = await open.stripe.customers.create({ email: 'ana@example.com' })
  const first = await open.stripe.paymentIntents.create({
    amount: 500,
    currency: 'usd',
    customer: customer.id,
    setup_future_usage: 'off_session',
  })
  await open.sandbox.browser.confirmPayment({
    intentId: first.id,
    clientSecret: first.client_secret ?? '',
    card: cardInput(testCard.failsLater),
  })
  const { payment_method } = await open.stripe.paymentIntents.retrieve(first.id)
  const later = await open.stripe.paymentIntents.create({
    amount: 800,
    currency: 'usd',
    customer: customer.id,
  })
  const confirm = () =>
    open.stripe.paymentIntents.confirm(
      later.id,
      { payment_method: String(payment_method), off_session: true },
      { idempotencyKey: 'cycle-2' },
    )

  await expect(confirm()).rejects.toMatchObject({ statusCode: 402 })
  await expect(confirm()).rejects.toMatchObject({ statusCode: 402 })

  expect((await open.stripe.charges.list({ payment_intent: later.id })).data).toHaveLength(1)
})

test('an invalid parameter does not use its key', async () => {
  await expect(create(10, 'small')).rejects.toMatchObject({ code: 'amount_too_small' })

  expect((await create(500, 'small')).amount).toBe(500)
})

test('a key expires after a day', async () => {
  const first = await create(500, 'old')
  open.clock.advance(24 * 3_600_000 - 1_000)
  expect((await create(500, 'old')).id).toBe(first.id)

  open.clock.advance(1_000)

  expect((await create(500, 'old')).id).not.toBe(first.id)
})
