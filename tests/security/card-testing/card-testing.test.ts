import { describe, expect, test } from 'vitest'
import { DECLINED_CARD, intentIdFrom, SECURE_CARD } from '#tests/support/buyer.ts'
import { openShop } from '#tests/support/open-shop.ts'
import {
  getOrderState,
  getProviderIntent,
  listProviderCharges,
} from '#tests/support/provider-ledger.ts'
import { getFaults } from '#tests/support/sandbox-faults.ts'

const INSUFFICIENT = '4000000000009995'

describe('C10: three declines end a checkout', () => {
  test('reported by webhooks, they cancel the intent at the provider, then the order, then the checkout', async () => {
    const shop = await openShop()
    const eve = shop.buyer()
    const { clientSecret } = (await eve.startCheckout()).body
    const { orderId } = (await eve.place()).body
    for (const card of [DECLINED_CARD, INSUFFICIENT]) await eve.confirm(clientSecret, card)
    await shop.deliverPending()
    await shop.runJob('payment.cancelDeclined')
    expect(await getOrderState(shop, orderId)).toBe('pending pending')

    await eve.confirm(clientSecret, DECLINED_CARD)
    await shop.deliverPending()
    await shop.runJob('payment.cancelDeclined')

    expect((await getProviderIntent(shop, intentIdFrom(clientSecret))).status).toBe('canceled')
    expect(await getOrderState(shop, orderId)).toBe('cancelled failed')
    expect((await eve.place()).body.code).toBe('checkout_ended')
    expect((await eve.confirm(clientSecret)).body.error).toBeDefined()
    expect((await eve.pay(orderId)).body.code).toBe('not_payable')

    const restarted = await eve.startCheckout()
    expect(intentIdFrom(restarted.body.clientSecret)).not.toBe(intentIdFrom(clientSecret))
    const next = await eve.place()
    await eve.confirm(restarted.body.clientSecret)
    await shop.deliverPending()
    expect(next.body.orderId).not.toBe(orderId)
    expect(await getOrderState(shop, next.body.orderId)).toBe('confirmed paid')
  })

  test('with every webhook lost, submits count the declines, also identical submits', async () => {
    const shop = await openShop()
    const eve = shop.buyer()
    getFaults(shop).nextWebhook('*', 'lose', 99)
    const { clientSecret } = (await eve.startCheckout()).body
    const { orderId } = (await eve.place()).body

    const responses = []
    for (const card of [DECLINED_CARD, INSUFFICIENT, DECLINED_CARD]) {
      await eve.confirm(clientSecret, card)
      responses.push(await eve.place())
    }

    expect(responses.map(({ status }) => status)).toEqual([201, 201, 409])
    expect(responses[2]?.body.code).toBe('checkout_ended')
    expect((await getProviderIntent(shop, intentIdFrom(clientSecret))).status).toBe('canceled')
    expect(await getOrderState(shop, orderId)).toBe('cancelled failed')
  })

  test('a decline reported repeatedly counts once; a failed 3-D Secure step counts too', async () => {
    const shop = await openShop()
    const eve = shop.buyer()
    getFaults(shop).nextWebhook('*', 'duplicate', 99)
    const { clientSecret } = (await eve.startCheckout()).body
    const { orderId } = (await eve.place()).body
    await eve.confirm(clientSecret, DECLINED_CARD)
    await eve.place()
    await eve.confirm(clientSecret, SECURE_CARD)
    await eve.authenticate(clientSecret, 'fail')
    await eve.place()
    await shop.deliverPending()
    await shop.runJob('payment.cancelDeclined')
    expect(await shop.sql('select charge_ref from declines')).toHaveLength(2)

    await eve.confirm(clientSecret)
    await shop.deliverPending()

    expect(await getOrderState(shop, orderId)).toBe('confirmed paid')
  })

  test('testing cards on an intent without an order cancels that intent too', async () => {
    const shop = await openShop()
    const eve = shop.buyer()
    const { clientSecret } = (await eve.startCheckout()).body
    for (const _attempt of [1, 2, 3]) await eve.confirm(clientSecret, DECLINED_CARD)
    await shop.deliverPending()

    await shop.runJob('payment.cancelDeclined')

    expect((await getProviderIntent(shop, intentIdFrom(clientSecret))).status).toBe('canceled')
    expect(intentIdFrom((await eve.startCheckout()).body.clientSecret)).not.toBe(
      intentIdFrom(clientSecret),
    )
  })

  test('a payment that races with the cancellation wins', async () => {
    const shop = await openShop()
    const ana = shop.buyer()
    const { clientSecret } = (await ana.startCheckout()).body
    const { orderId } = (await ana.place()).body
    getFaults(shop).next('POST payment_intents/:id/cancel', 'error-500', 9)
    for (const _attempt of [1, 2, 3]) await ana.confirm(clientSecret, DECLINED_CARD)
    await shop.deliverPending()
    getFaults(shop).nextWebhook('*', 'lose', 9)
    await ana.confirm(clientSecret)
    getFaults(shop).clear()

    await shop.runJob('payment.cancelDeclined')

    expect(await getOrderState(shop, orderId)).toBe('confirmed paid')
    expect(await listProviderCharges(shop)).toEqual([{ amount: 1798, refunded: 0 }])
  })

  test('if the response to the cancellation is lost, the order is still cancelled', async () => {
    const shop = await openShop()
    const eve = shop.buyer()
    const { clientSecret } = (await eve.startCheckout()).body
    const { orderId } = (await eve.place()).body
    getFaults(shop).next('POST payment_intents/:id/cancel', 'drop-response')
    for (const _attempt of [1, 2, 3]) await eve.confirm(clientSecret, DECLINED_CARD)
    // The webhook of the cancelled intent has arrived by now.
    await shop.deliverPending()
    expect(await getOrderState(shop, orderId)).toBe('pending pending')

    await shop.runJob('payment.cancelDeclined')

    expect(await getOrderState(shop, orderId)).toBe('cancelled failed')
    expect((await eve.place()).body.code).toBe('checkout_ended')
  })
})

describe('C10: limits on public endpoints', () => {
  test('intents, orders, card attempts and payments by link are limited per IP address', async () => {
    const shop = await openShop({ env: { RATE_LIMIT_SCALE: '0.01' } })
    const calls: [string, number, () => Promise<{ status: number }>][] = [
      ['intents', 3, () => shop.buyer().call('POST', '/api/create-payment-intent', { amount: 9 })],
      ['orders', 9, () => shop.buyer().place()],
      ['cards', 6, () => shop.buyer().confirm('pi_guessed_secret_guessed', DECLINED_CARD)],
      ['links', 3, () => shop.buyer().pay('11111111-1111-4111-8111-111111111111')],
    ]
    for (const [name, allowed, call] of calls) {
      const statuses = []
      for (let nth = 0; nth <= allowed; nth++) statuses.push((await call()).status)
      expect([name, statuses.indexOf(429)]).toEqual([name, allowed])
    }
    shop.clock.advance(600_000)
    expect((await shop.buyer().startCheckout()).status).toBe(200)
  })

  test('one checkout may be submitted sixty times in ten minutes, from all IP addresses together', async () => {
    const shop = await openShop({ env: { TRUST_PROXY: '1', RATE_LIMIT_SCALE: '0.1' } })
    const eve = shop.buyer()
    await eve.startCheckout()

    const statuses = []
    for (let nth = 0; nth < 7; nth++) {
      const from = { 'x-forwarded-for': `198.51.100.${nth}` }
      statuses.push((await eve.call('POST', '/api/orders', eve.submission(), from)).status)
    }

    expect(statuses).toEqual([201, 201, 201, 201, 201, 201, 429])
  })

  test('a guessed secret is rejected', async () => {
    const shop = await openShop()
    const ana = shop.buyer()
    const { clientSecret } = (await ana.startCheckout()).body
    await ana.place()

    const guessed = await shop.buyer().confirm(`${intentIdFrom(clientSecret)}_secret_guessed`)

    expect(guessed.body.status).toBe('missing')
    expect(await listProviderCharges(shop)).toEqual([])
  })
})
