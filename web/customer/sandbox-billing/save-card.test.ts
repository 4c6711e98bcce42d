import { afterEach, expect, test, vi } from 'vitest'
import { saveCard } from './save-card.ts'

const card = { number: '4000 0025 0000 3155', expiry: '12/34', code: '123' }

/** Replies with these responses in order and returns the recorded requests. */
function mockSandboxResponses(...responses: object[]) {
  const requests: { path: string; body: unknown }[] = []
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    requests.push({ path, body: JSON.parse(String(init.body)) })
    const response = responses.shift()
    if (!response) throw new TypeError('Failed to fetch')
    return new Response(JSON.stringify(response))
  })
  return requests
}

const rejectAuthentication = () => Promise.reject(new Error('unexpected 3-D Secure challenge'))

afterEach(() => {
  vi.unstubAllGlobals()
})

test('a card without a 3-D Secure challenge is saved at once', async () => {
  const requests = mockSandboxResponses({ status: 'succeeded' })

  expect(await saveCard('s1', card, rejectAuthentication)).toBeUndefined()
  expect(requests).toEqual([
    {
      path: '/api/sandbox/billing/s1/cards',
      body: { card: { number: '4000002500003155', expMonth: 12, expYear: 2034, cvc: '123' } },
    },
  ])
})

test('a 3-D Secure challenge is completed with the intent of this card', async () => {
  const challenge = {
    status: 'requires_action',
    needsAuthentication: true,
    intentId: 'seti_1',
    clientSecret: 'seti_1_secret_2',
  }
  const requests = mockSandboxResponses(challenge, { status: 'succeeded' })

  expect(await saveCard('s1', card, async () => 'complete')).toBeUndefined()
  expect(requests[1]).toEqual({
    path: '/api/sandbox/payment-intents/seti_1/authenticate',
    body: { clientSecret: 'seti_1_secret_2', outcome: 'complete' },
  })
})

test("a declined card returns the bank's message", async () => {
  mockSandboxResponses({
    status: 'requires_payment_method',
    error: { message: 'Your card was declined.', code: 'card_declined' },
  })

  expect(await saveCard('s1', card, rejectAuthentication)).toBe('Your card was declined.')
})

test('a network error returns the default message', async () => {
  mockSandboxResponses()

  expect(await saveCard('s1', card, rejectAuthentication)).toBe(
    'Try again or use a different card.',
  )
})
