import { afterEach, expect, test, vi } from 'vitest'
import type { SandboxResult } from '#contract/payments/payments.ts'
import { NO_RESPONSE } from './card-form.ts'
import { confirmWithCard } from './confirm-with-card.ts'

const card = { number: '4242 4242 4242 4242', expiry: '12/30', code: '123' }
const succeeded: SandboxResult = { status: 'succeeded', needsAuthentication: false }
const declined: SandboxResult = {
  status: 'requires_payment_method',
  needsAuthentication: false,
  error: { message: 'Your card was declined.', code: 'card_declined' },
}
const asks: SandboxResult = { status: 'requires_action', needsAuthentication: true }

/** The sandbox's answers in order; what it was asked is kept. */
function sandboxReplies(...answers: (SandboxResult | { status: number; body: object })[]) {
  const asked: { path: string; body: unknown }[] = []
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    asked.push({ path, body: JSON.parse(String(init.body)) })
    const answer = answers.shift()
    if (!answer) throw new TypeError('Failed to fetch')
    return 'body' in answer
      ? new Response(JSON.stringify(answer.body), { status: answer.status })
      : new Response(JSON.stringify(answer))
  })
  return asked
}

const neverCalled = () => Promise.reject(new Error('the bank was not expected to ask'))

afterEach(() => {
  vi.unstubAllGlobals()
})

test('a good card pays, and its digits go to the intent that the secret names', async () => {
  const asked = sandboxReplies(succeeded)

  const result = await confirmWithCard('pi_1_secret_2', card, neverCalled)

  expect(result).toEqual({ isPaid: true })
  expect(asked).toEqual([
    {
      path: '/api/sandbox/payment-intents/pi_1/confirm',
      body: {
        clientSecret: 'pi_1_secret_2',
        card: { number: '4242424242424242', expMonth: 12, expYear: 2030, cvc: '123' },
      },
    },
  ])
})

test("a declined card answers with the provider's words", async () => {
  sandboxReplies(declined)

  expect(await confirmWithCard('pi_1_secret_2', card, neverCalled)).toEqual({
    isPaid: false,
    message: 'Your card was declined.',
  })
})

test("the bank's question decides: complete pays, fail does not", async () => {
  const asked = sandboxReplies(asks, succeeded, asks, declined)

  expect(await confirmWithCard('pi_1_secret_2', card, async () => 'complete')).toEqual({
    isPaid: true,
  })
  expect((await confirmWithCard('pi_1_secret_2', card, async () => 'fail')).isPaid).toBe(false)
  expect(asked[1]?.path).toBe('/api/sandbox/payment-intents/pi_1/authenticate')
  expect(asked[3]?.body).toEqual({ clientSecret: 'pi_1_secret_2', outcome: 'fail' })
})

test('a payment that had gone through before counts, whatever else is said', async () => {
  sandboxReplies({ ...declined, status: 'succeeded' })

  expect(await confirmWithCard('pi_1_secret_2', card, neverCalled)).toEqual({ isPaid: true })
})

test('a lost answer is not called a refusal; a refusal keeps its words', async () => {
  sandboxReplies()
  expect(await confirmWithCard('pi_1_secret_2', card, neverCalled)).toEqual({
    isPaid: false,
    message: NO_RESPONSE,
  })

  sandboxReplies({ status: 404, body: { message: 'Not found.' } })
  expect(await confirmWithCard('cs_test_123', card, neverCalled)).toEqual({
    isPaid: false,
    message: 'Not found.',
  })
})
