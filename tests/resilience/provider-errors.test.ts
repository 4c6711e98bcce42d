import { Writable } from 'node:stream'
import { expect, test } from 'vitest'
import { fillPath } from '#contract/fill-path.ts'
import { apiPaths } from '#contract/paths.ts'
import { createLog, describeError } from '#server/create-log.ts'
import { CardProviderError } from '#server/modules/payments/index.ts'
import { intentIdFrom } from '#tests/support/buyer.ts'
import { openShop, type TestShop } from '#tests/support/open-shop.ts'
import { sendEvent } from '#tests/support/provider-ledger.ts'
import { getFaults } from '#tests/support/sandbox-faults.ts'
import { customerBrowser, staffBrowser } from '#tests/support/sign-in.ts'
import { runEngine, subscribe } from '#tests/support/subscriber.ts'

type Line = { msg: string; err?: { kind?: string; provider?: object } }

async function openLoggedShop() {
  const lines: Line[] = []
  const destination = new Writable({
    write(chunk, _encoding, done) {
      lines.push(JSON.parse(String(chunk)))
      done()
    },
  })
  const shop = await openShop({ log: createLog('debug', destination) })
  const faults = getFaults(shop)
  const errors = () =>
    lines.filter(({ err }) => err?.provider).map(({ msg, err }) => ({ msg, ...err }))
  return { shop, faults, errors, lines }
}

const POLICY = {
  status: 400,
  error: { message: 'Not allowed for this account.', code: 'amount_too_small', param: 'amount' },
}

/** Fields that the log must contain for this error. */
const logged = {
  kind: 'invalid_request',
  provider: {
    message: 'Not allowed for this account.',
    type: 'invalid_request_error',
    code: 'amount_too_small',
    param: 'amount',
    status: 400,
    requestId: expect.stringMatching(/^req_/),
  },
}

async function paidOrder(shop: TestShop) {
  const { orderId, clientSecret } = await shop.buyer().buy()
  await shop.deliverPending()
  return { orderId, intentId: intentIdFrom(clientSecret) }
}

test('AU25: a rejected refund is logged with message, code, parameter and request id', async () => {
  const { shop, faults, errors } = await openLoggedShop()
  const { orderId } = await paidOrder(shop)
  const staff = await staffBrowser(shop)
  await staff.call('POST', fillPath(apiPaths.adminOrderRefund, { id: orderId }), {
    reason: 'Not at home',
  })
  faults.next('POST refunds', POLICY)

  await shop.runJob('refund.send')

  expect(errors()).toEqual([expect.objectContaining({ msg: 'refund attempt failed', ...logged })])
})

test('AU25: every caller logs the provider error: page, reconciliation, webhook, cancellation', async () => {
  const { shop, faults, errors } = await openLoggedShop()
  const ana = shop.buyer()
  const { clientSecret } = (await ana.startCheckout()).body
  const { orderId } = (await ana.place()).body
  faults.next('GET payment_intents/:id', POLICY, 3)

  await ana.order(orderId)
  shop.clock.advance(600_000)
  await shop.runJob('payment.reconcile')
  await sendEvent(shop, intentIdFrom(clientSecret), { id: 'evt_1' })
  faults.next('POST payment_intents/:id/cancel', POLICY)
  shop.clock.advance(25 * 3_600_000)
  await shop.runJob('payment.expire')

  expect(errors().map(({ msg }) => msg)).toEqual([
    'payment could not be refreshed',
    'payment not settled this time',
    'request failed',
    'payment not settled this time',
  ])
  for (const error of errors()) expect(error).toMatchObject(logged)
})

test('AU25: a declined charge is logged with the decline code', async () => {
  const { shop, faults, errors } = await openLoggedShop()
  await subscribe(shop, {})
  shop.clock.set('2026-03-09T15:00:00Z')
  await runEngine(shop)
  const declined = {
    type: 'card_error' as const,
    message: 'Your card has insufficient funds.',
    code: 'card_declined',
    decline_code: 'insufficient_funds',
  }
  faults.next('POST payment_intents/:id/confirm', { status: 402, error: declined })
  shop.clock.set('2026-03-12T15:00:00Z')
  await runEngine(shop)

  expect(errors().filter(({ msg }) => msg === 'charge failed')).toEqual([
    expect.objectContaining({
      kind: 'declined',
      provider: expect.objectContaining({
        message: 'Your card has insufficient funds.',
        code: 'card_declined',
        declineCode: 'insufficient_funds',
        status: 402,
      }),
    }),
  ])
})

test('AU25: if a page reports that cards are unavailable, the cause is logged', async () => {
  const { shop, faults, errors } = await openLoggedShop()
  await paidOrder(shop)
  const ana = await customerBrowser(shop, 'ana@example.com')
  faults.next('POST billing_portal.sessions', {
    status: 503,
    error: { type: 'api_error', message: 'Down for maintenance.' },
  })

  const { status } = await ana.call('POST', apiPaths.billingPortal, {})

  expect(status).toBe(503)
  expect(errors()).toEqual([
    expect.objectContaining({
      msg: 'request rejected',
      kind: 'unknown',
      provider: expect.objectContaining({ message: 'Down for maintenance.', status: 503 }),
    }),
  ])
})

test('AU25: an invalid signature is logged, so that a wrong secret can be found', async () => {
  const { shop, lines } = await openLoggedShop()
  const { intentId } = await paidOrder(shop)

  await sendEvent(shop, intentId, { secret: 'whsec_other' })

  expect(lines.map(({ msg }) => msg)).toContain('webhook signature rejected')
})

test('AU25, P2: personal data, cards and keys in provider errors are not logged', () => {
  const describeRejection = (message: string, param?: string) =>
    JSON.stringify(
      describeError(new CardProviderError('invalid_request', message, { details: { param } })),
    )

  const quoted = describeRejection(
    `Invalid ana.ruiz@example.com, 4242 4242 4242 4242, 4000000000000002, +1 (555) 123-4567,
     sk_test_51Habc, whsec_abc, pi_1_secret_xyz`,
  )
  for (const word of ['ana', 'example.com', '4242', '4000', '555', '51Habc', 'whsec_abc', 'xyz']) {
    expect(quoted).not.toContain(word)
  }
  expect(describeRejection('Invalid name: Ana Ruiz', 'name')).not.toContain('Ana')
  expect(describeRejection('Invalid string: Ana Ruiz')).not.toContain('Ana')
  expect(describeRejection('Invalid address', 'shipping[address][line1]')).not.toContain('Invalid')
  expect(describeRejection('x'.repeat(5_000)).length).toBeLessThan(2_000)

  const ids = 'No such payment_intent: pi_3QabcDEF1234567890; a similar object exists in live mode'
  expect(describeRejection(ids, 'intent')).toContain(ids)
})
