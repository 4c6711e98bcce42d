import { describe, expect, test } from 'vitest'
import { intentIdFrom } from '#tests/support/buyer.ts'
import { openShop, type TestShop } from '#tests/support/open-shop.ts'
import {
  audit,
  getOrderState,
  getProviderIntent,
  sendEvent,
} from '#tests/support/provider-ledger.ts'

const HOUR_MS = 3_600_000

/** Creates an order that is paid at the provider without a webhook. */
async function payWithoutWebhook(shop: TestShop) {
  shop.deps.sandbox?.faults.nextWebhook('*', 'lose', 9)
  const ana = shop.buyer()
  const { orderId, clientSecret } = await ana.buy()
  await shop.deliverPending()
  shop.deps.sandbox?.faults.clear()
  return { ana, orderId, intentId: intentIdFrom(clientSecret) }
}

describe('C3: a valid signature with different terms', () => {
  const otherTerms: [string, object][] = [
    ['amountCents', { amount: 1, amount_received: 1 }],
    ['currency', { currency: 'jpy' }],
    ['livemode', { livemode: true }],
    ['orderId', { metadata: { order_id: '00000000-0000-4000-8000-000000000000' } }],
    ['orderId', { metadata: {} }],
  ]
  test('a different amount, currency, mode or order changes nothing and is recorded', async () => {
    const shop = await openShop()
    const { orderId, intentId } = await payWithoutWebhook(shop)

    for (const [nth, [what, claim]] of otherTerms.entries()) {
      const response = await sendEvent(shop, intentId, { id: `evt_${nth}`, intentFields: claim })
      expect([what, response.status]).toEqual([what, 204])
      expect(await getOrderState(shop, orderId)).toBe('pending pending')
    }

    const rows = await shop.sql<{ what: string }>('select what from mismatches order by id')
    expect(rows.map(({ what }) => what)).toEqual(otherTerms.map(([what]) => what))
    await sendEvent(shop, intentId, { id: 'evt_true' })
    expect(await getOrderState(shop, orderId)).toBe('confirmed paid')
  })

  test('a real payment with different terms does not pay the order and is refunded', async () => {
    const shop = await openShop()
    const ana = shop.buyer()
    const { clientSecret } = (await ana.startCheckout()).body
    const { orderId } = (await ana.place()).body
    // As if the intent was changed at the provider.
    await shop.sql(
      `update sandbox.objects set data = jsonb_set(data, '{amount}', '50'), version = version + 1
       where id = $1`,
      [intentIdFrom(clientSecret)],
    )
    await ana.confirm(clientSecret)
    await shop.deliverPending()
    expect(await getOrderState(shop, orderId)).toBe('pending pending')

    for (const _round of [1, 2]) {
      shop.clock.advance(5 * 60_000)
      await shop.runJob('payment.reconcile')
    }
    await shop.runJob('refund.send')
    await shop.deliverPending()

    expect(await getOrderState(shop, orderId)).toBe('pending pending')
    const { findings, ledgerCents } = await audit(shop)
    expect([findings, ledgerCents]).toEqual([[], 0])
    const again = await ana.pay(orderId)
    expect([again.status, again.body.total]).toEqual([200, '17.98'])
    await ana.confirm(again.body.clientSecret)
    await shop.deliverPending()
    expect(await getOrderState(shop, orderId)).toBe('confirmed paid')
  })
})

describe('W1: forged webhooks', () => {
  test('a missing, foreign, old or future signature, or another body, gets 400 and changes nothing', async () => {
    const shop = await openShop()
    const { orderId, intentId } = await payWithoutWebhook(shop)
    const now = Math.floor(shop.clock.now().getTime() / 1000)
    const body = JSON.stringify({ id: 'evt_x', type: 'payment_intent.succeeded' })

    const forged = {
      'a foreign secret': await sendEvent(shop, intentId, { secret: 'whsec_guessed' }),
      'an empty secret': await sendEvent(shop, intentId, { secret: ' ' }),
      'too old': await sendEvent(shop, intentId, { signedAt: now - 301 }),
      'from the future': await sendEvent(shop, intentId, { signedAt: now + 301 }),
      'another body': await sendEvent(shop, intentId, { body }),
    }

    for (const [how, { status, text }] of Object.entries(forged)) {
      expect([how, status, JSON.parse(text).code]).toEqual([how, 400, 'bad_signature'])
    }
    const unsigned = await shop.buyer().call('POST', '/api/webhooks/stripe', body)
    expect([unsigned.status, unsigned.body.code]).toEqual([400, 'bad_signature'])
    expect(await getOrderState(shop, orderId)).toBe('pending pending')
    expect(await shop.sql('select id from provider_events')).toEqual([])
    const onTheEdge = await sendEvent(shop, intentId, { signedAt: now - 299 })
    expect(onTheEdge.status).toBe(204)
  })

  test('one changed byte of white space invalidates the signature of the raw body', async () => {
    const shop = await openShop()
    const { intentId } = await payWithoutWebhook(shop)
    const intent = await getProviderIntent(shop, intentId)
    const event = { id: 'evt_y', type: 'payment_intent.succeeded', data: { object: intent } }

    const response = await sendEvent(shop, intentId, { body: JSON.stringify(event, null, 1) })

    expect(response.status).toBe(400)
  })
})

describe('W2–W6', () => {
  test('W2: an event sent five times at once and again later causes one transition and one email', async () => {
    const shop = await openShop()
    const { orderId, intentId } = await payWithoutWebhook(shop)

    const responses = await Promise.all([1, 2, 3, 4, 5].map(() => sendEvent(shop, intentId)))
    shop.clock.advance(HOUR_MS)
    responses.push(await sendEvent(shop, intentId))
    await shop.deliverPending()

    expect(responses.map(({ status }) => status)).toEqual([204, 204, 204, 204, 204, 204])
    expect(
      await shop.sql('select id from payment_transitions where order_id = $1', [orderId]),
    ).toHaveLength(1)
    expect(await shop.sql('select id from provider_events')).toHaveLength(1)
    expect(await shop.mailbox()).toHaveLength(1)
  })

  test('W3: a decline that arrives after the payment does not revert it', async () => {
    const shop = await openShop()
    const ana = shop.buyer()
    shop.deps.sandbox?.faults.nextWebhook('*', { shuffle: 3 }, 3)
    const { clientSecret } = (await ana.startCheckout()).body
    const { orderId } = (await ana.place()).body

    await ana.confirm(clientSecret, '4000000000000002')
    await ana.confirm(clientSecret, '4000000000009995')
    await ana.confirm(clientSecret)
    await shop.deliverPending()
    await sendEvent(shop, intentIdFrom(clientSecret), { type: 'payment_intent.payment_failed' })
    await sendEvent(shop, intentIdFrom(clientSecret), { type: 'payment_intent.canceled' })

    expect(await getOrderState(shop, orderId)).toBe('confirmed paid')
    expect((await audit(shop)).findings).toEqual([])
  })

  test('W3: the content of a webhook is not trusted: an unpaid intent stays unpaid', async () => {
    const shop = await openShop()
    const ana = shop.buyer()
    const { clientSecret } = (await ana.startCheckout()).body
    const { orderId } = (await ana.place()).body

    const response = await sendEvent(shop, intentIdFrom(clientSecret), {
      intentFields: { status: 'succeeded', amount_received: 1798 },
    })

    expect(response.status).toBe(204)
    expect(await getOrderState(shop, orderId)).toBe('pending pending')
  })

  test('W4, C6: with every webhook lost and the browser closed, reconciliation marks the order paid', async () => {
    const shop = await openShop()
    const { orderId } = await payWithoutWebhook(shop)
    expect(await getOrderState(shop, orderId)).toBe('pending pending')

    shop.clock.advance(5 * 60_000)
    await shop.runJob('payment.reconcile')
    await shop.deliverPending()

    expect(await getOrderState(shop, orderId)).toBe('confirmed paid')
    expect(await shop.mailbox()).toHaveLength(1)
  })

  test('W5: a webhook about an unknown intent is accepted and changes nothing', async () => {
    const shop = await openShop()
    const { orderId, intentId } = await payWithoutWebhook(shop)
    const strangers = await shop.deps.cards.createIntent(
      { idempotencyKey: 'other-shop', amountCents: 1798, orderId },
      'background',
    )

    const response = await sendEvent(shop, strangers.id, { intentFields: { status: 'succeeded' } })
    const missing = await sendEvent(shop, intentId, {
      id: 'evt_m',
      intentFields: { id: 'pi_nobody' },
    })

    expect([response.status, missing.status]).toEqual([204, 204])
    expect(await getOrderState(shop, orderId)).toBe('pending pending')
  })

  test('W6: a failed webhook is not marked as processed and takes effect when sent again', async () => {
    const shop = await openShop()
    const { orderId, intentId } = await payWithoutWebhook(shop)
    await shop.sql('alter table emails rename to emails_away')

    const half = await sendEvent(shop, intentId)
    expect(half.status).toBe(500)
    expect(await getOrderState(shop, orderId)).toBe('pending pending')
    expect(await shop.sql('select id from provider_events')).toEqual([])

    await shop.sql('alter table emails_away rename to emails')
    const again = await sendEvent(shop, intentId)
    expect(again.status).toBe(204)
    expect(await getOrderState(shop, orderId)).toBe('confirmed paid')
    await shop.deliverPending()
    expect(await shop.mailbox()).toHaveLength(1)
  })

  test('W6: while the provider does not respond, the webhook fails and is sent again', async () => {
    const shop = await openShop()
    const { orderId, intentId } = await payWithoutWebhook(shop)
    shop.deps.sandbox?.faults.next('GET payment_intents/:id', 'drop-request')

    expect((await sendEvent(shop, intentId)).status).toBe(500)
    expect((await sendEvent(shop, intentId)).status).toBe(204)
    expect(await getOrderState(shop, orderId)).toBe('confirmed paid')
  })
})
