import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { CardProviderError } from '#server/modules/payments/port.ts'
import { type CardSandbox, openCardSandbox } from '#tests/support/card-sandbox.ts'
import { InProcessClient } from './in-process-client.ts'
import { stripeCards } from './stripe-cards.ts'

const route = 'POST payment_intents'
let open: CardSandbox
let cards: CardSandbox['cards']
const cardsWith = (secretKey: string) =>
  stripeCards({
    secretKey,
    webhookSecret: open.webhookSecret,
    httpClient: new InProcessClient(open.sandbox.request),
  })
beforeAll(async () => {
  open = await openCardSandbox()
  cards = cardsWith(open.sandbox.secretKey)
})
afterEach(() => open.sandbox.faults.clear())
afterAll(() => open.close())

const create = (key: string) =>
  cards.createIntent({ idempotencyKey: key, amountCents: 1_275, orderId: key }, 'interactive')

const kindOf = async (work: Promise<unknown>) => {
  const problem = await work.catch((error: unknown) => error)
  return problem instanceof CardProviderError ? problem.kind : problem
}

test('an intent is the same as over the network', async () => {
  const { id } = await create('same')

  const intent = await cards.readIntent(id, 'background')
  expect(intent).toEqual(await open.cards.readIntent(id, 'background'))
  expect((await create('same')).id).toBe(id)
})

test('a dropped response is unknown; the same key returns the result', async () => {
  open.sandbox.faults.next(route, 'drop-response')
  expect(await kindOf(create('lost'))).toBe('unknown')

  const { id } = await create('lost')
  const { data } = await open.stripe.paymentIntents.list({ limit: 100 })
  expect(data.filter(({ metadata }) => metadata.order_id === 'lost')).toMatchObject([{ id }])
})

test('a dropped request is unknown and was not processed', async () => {
  open.sandbox.faults.next(route, 'drop-request')
  expect(await kindOf(create('dropped'))).toBe('unknown')

  const { data } = await open.stripe.paymentIntents.list({ limit: 100 })
  expect(data.filter(({ metadata }) => metadata.order_id === 'dropped')).toEqual([])
})

test('a checkout request without a response ends after its deadline', async () => {
  open.sandbox.faults.next(route, { slow: 30_000 })
  expect(await kindOf(create('slow'))).toBe('unknown')
})

test('a wrong key is rejected, and a problem has its request id', async () => {
  const stranger = cardsWith('sk_guess')
  expect(await kindOf(stranger.readIntent('pi_1', 'interactive'))).toBe('unauthorized')

  const problem = await cards.readIntent('pi_1', 'interactive').catch((error: unknown) => error)
  expect(problem).toMatchObject({
    kind: 'missing',
    details: { requestId: expect.stringMatching(/^req_/) },
  })
})

test('a closed sandbox is unknown', async () => {
  const { sandbox } = await open.another('closed')
  const closed = stripeCards({
    secretKey: sandbox.secretKey,
    webhookSecret: open.webhookSecret,
    httpClient: new InProcessClient(sandbox.request),
  })
  await sandbox.close()

  expect(await kindOf(closed.readIntent('pi_1', 'interactive'))).toBe('unknown')
})
