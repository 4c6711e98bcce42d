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
const needsChallenge: SandboxResult = { status: 'requires_action', needsAuthentication: true }

/** Sends the sandbox's replies in order, and records the requests. */
function sandboxReplies(...replies: (SandboxResult | { status: number; body: object })[]) {
  const requests: { path: string; body: unknown }[] = []
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    requests.push({ path, body: JSON.parse(String(init.body)) })
    const reply = replies.shift()
    if (!reply) throw new TypeError('Failed to fetch')
    return 'body' in reply
      ? new Response(JSON.stringify(reply.body), { status: reply.status })
      : new Response(JSON.stringify(reply))
  })
  return requests
}

const neverCalled = () => Promise.reject(new Error('3-D Secure was not expected'))

afterEach(() => {
  vi.unstubAllGlobals()
})

test('a valid card pays the intent of the client secret', async () => {
  const requests = sandboxReplies(succeeded)

  const result = await confirmWithCard('pi_1_secret_2', card, neverCalled)

  expect(result).toEqual({ isPaid: true })
  expect(requests).toEqual([
    {
      path: '/api/sandbox/payment-intents/pi_1/confirm',
      body: {
        clientSecret: 'pi_1_secret_2',
        card: { number: '4242424242424242', expMonth: 12, expYear: 2030, cvc: '123' },
      },
    },
  ])
})

test("a declined card shows the provider's message", async () => {
  sandboxReplies(declined)

  expect(await confirmWithCard('pi_1_secret_2', card, neverCalled)).toEqual({
    isPaid: false,
    message: 'Your card was declined.',
  })
})

test('completing the 3-D Secure challenge pays, failing it does not', async () => {
  const requests = sandboxReplies(needsChallenge, succeeded, needsChallenge, declined)

  expect(await confirmWithCard('pi_1_secret_2', card, async () => 'complete')).toEqual({
    isPaid: true,
  })
  expect((await confirmWithCard('pi_1_secret_2', card, async () => 'fail')).isPaid).toBe(false)
  expect(requests[1]?.path).toBe('/api/sandbox/payment-intents/pi_1/authenticate')
  expect(requests[3]?.body).toEqual({ clientSecret: 'pi_1_secret_2', outcome: 'fail' })
})

test('a payment that already succeeded counts as paid despite an error', async () => {
  sandboxReplies({ ...declined, status: 'succeeded' })

  expect(await confirmWithCard('pi_1_secret_2', card, neverCalled)).toEqual({ isPaid: true })
})

test('a lost response is not reported as a decline, and an error keeps its message', async () => {
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
