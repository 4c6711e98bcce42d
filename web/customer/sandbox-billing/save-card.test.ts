import { afterEach, expect, test, vi } from 'vitest'
import { saveCard } from './save-card.ts'

const card = { number: '4000 0025 0000 3155', expiry: '12/34', code: '123' }

/** The sandbox's answers in order; what it was asked is kept. */
function mockSandboxResponses(...answers: object[]) {
  const asked: { path: string; body: unknown }[] = []
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    asked.push({ path, body: JSON.parse(String(init.body)) })
    const answer = answers.shift()
    if (!answer) throw new TypeError('Failed to fetch')
    return new Response(JSON.stringify(answer))
  })
  return asked
}

const rejectAuthentication = () => Promise.reject(new Error('the bank was not expected to ask'))

afterEach(() => {
  vi.unstubAllGlobals()
})

test('a card that the bank does not ask about is saved at once', async () => {
  const asked = mockSandboxResponses({ status: 'succeeded' })

  expect(await saveCard('s1', card, rejectAuthentication)).toBeUndefined()
  expect(asked).toEqual([
    {
      path: '/api/sandbox/billing/s1/cards',
      body: { card: { number: '4000002500003155', expMonth: 12, expYear: 2034, cvc: '123' } },
    },
  ])
})

test('where the bank asks, the answer goes to the intent of this card', async () => {
  const asks = {
    status: 'requires_action',
    needsAuthentication: true,
    intentId: 'seti_1',
    clientSecret: 'seti_1_secret_2',
  }
  const asked = mockSandboxResponses(asks, { status: 'succeeded' })

  expect(await saveCard('s1', card, async () => 'complete')).toBeUndefined()
  expect(asked[1]).toEqual({
    path: '/api/sandbox/payment-intents/seti_1/authenticate',
    body: { clientSecret: 'seti_1_secret_2', outcome: 'complete' },
  })
})

test('a refusal is told in the words of the bank', async () => {
  mockSandboxResponses({
    status: 'requires_payment_method',
    error: { message: 'Your card was declined.', code: 'card_declined' },
  })

  expect(await saveCard('s1', card, rejectAuthentication)).toBe('Your card was declined.')
})

test('no answer is no saved card', async () => {
  mockSandboxResponses()

  expect(await saveCard('s1', card, rejectAuthentication)).toBe(
    'Please try again or use another card.',
  )
})
