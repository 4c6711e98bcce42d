import { describe, expect, test } from 'vitest'
import type { RequestFault } from '#server/adapters/sandbox/faults.ts'
import { intentIdFrom } from '#tests/support/buyer.ts'
import { openShop, type TestShop } from '#tests/support/open-shop.ts'
import { audit, listProviderCharges, listProviderIntents } from '#tests/support/provider-ledger.ts'
import { getFaults } from '#tests/support/sandbox-faults.ts'

/** Provider calls of the checkout. */
const CREATE_INTENT = 'POST payment_intents'
const CREATE_CUSTOMER = 'POST customers'
const UPDATE_INTENT = 'POST payment_intents/:id'
const READ_INTENT = 'GET payment_intents/:id'

const broken: RequestFault[] = ['drop-request', 'drop-response', 'error-500']
const busy: RequestFault[] = ['error-409', 'error-429']

/** Longer than a test may take. */
const NO_RESPONSE = { slow: 3_600_000 }

describe('C9: the provider fails during checkout', () => {
  test('if any call fails, the buyer gets an error, and the next attempt places one order', async () => {
    const shop = await openShop()
    for (const route of [CREATE_INTENT, CREATE_CUSTOMER, UPDATE_INTENT]) {
      for (const fault of broken) {
        const ana = shop.buyer()
        const customerEmail = `${fault}.${route.replaceAll(/\W/g, '')}@example.com`.toLowerCase()
        const submission = ana.submission({ customerEmail })
        getFaults(shop).next(route, fault)

        const rejection = await firstRejection(ana, submission)
        expect([route, fault, rejection?.status]).toEqual([route, fault, 503])
        expect(rejection?.body.code).toBe('cards_unavailable')

        const { orderId, paid } = await ana.buy(submission)
        expect([route, fault, paid.body.status]).toEqual([route, fault, 'succeeded'])
        await shop.deliverPending()
        expect((await ana.order(orderId)).body.paymentStatus).toBe('paid')
      }
    }
    const { findings, ordersPaid } = await audit(shop)
    expect([findings, ordersPaid]).toEqual([[], 9])
  })

  test('a browser with an earlier order can start again after a stored 500', async () => {
    const shop = await openShop()
    const ana = shop.buyer()
    await ana.buy()
    await shop.deliverPending()
    getFaults(shop).next(CREATE_INTENT, 'error-500')

    const failed = await ana.startCheckout()
    const again = await ana.startCheckout()
    const sameAgain = await ana.startCheckout()

    expect([failed.status, again.status]).toEqual([503, 200])
    expect(sameAgain.body.clientSecret).toBe(again.body.clientSecret)
  })

  test('a dropped response does not create a second intent for the same checkout', async () => {
    const shop = await openShop()
    const ana = shop.buyer()
    await ana.buy()
    await shop.deliverPending()
    getFaults(shop).next(CREATE_INTENT, 'drop-response')

    await ana.startCheckout()
    await ana.startCheckout()

    expect(await listProviderIntents(shop)).toHaveLength(2)
  })

  test('a short retryable error is retried without an error for the buyer', async () => {
    const shop = await openShop()
    const ana = shop.buyer()
    for (const fault of busy) {
      getFaults(shop).next(CREATE_INTENT, fault, 2)
      getFaults(shop).next(UPDATE_INTENT, fault, 2)
    }

    const { orderId } = await ana.buy()
    await shop.deliverPending()

    expect((await ana.order(orderId)).body.paymentStatus).toBe('paid')
    getFaults(shop).next(CREATE_INTENT, 'error-429', 99)
    expect((await shop.buyer().startCheckout()).status).toBe(503)
  })

  test('if the provider does not respond, checkouts end with an error and other requests are not delayed', async () => {
    const shop = await openShop()
    const [ana, ben, cleo, dan] = [shop.buyer(), shop.buyer(), shop.buyer(), shop.buyer()]
    await Promise.all([ben.startCheckout(), cleo.startCheckout(), dan.startCheckout()])
    const placed = (await dan.place(dan.submission({ customerEmail: 'dan@example.com' }))).body
    getFaults(shop).next('*', NO_RESPONSE, 99)

    const waiting = Promise.all([
      ana.startCheckout(),
      ben.startCheckout(),
      cleo.place(),
      dan.order(placed.orderId),
      dan.pay(placed.orderId),
      shop.buyer().call('GET', `/api/orders/${placed.orderId}`),
    ])
    let areWaiting = true
    const answered = waiting.finally(() => {
      areWaiting = false
    })
    let servedWhileWaiting = 0
    while (areWaiting) {
      expect((await shop.buyer().call('GET', '/api/products')).status).toBe(200)
      if (areWaiting) servedWhileWaiting += 1
    }

    expect(servedWhileWaiting).toBeGreaterThan(0)
    const statuses = (await answered).map(({ status }) => status)
    expect(statuses).toEqual([503, 503, 503, 200, 503, 200])
  })

  test('if the provider is slow and then does not respond, the checkout ends with an error', async () => {
    const shop = await openShop()
    const ana = shop.buyer()
    await ana.startCheckout()
    getFaults(shop).next(CREATE_CUSTOMER, { slow: 1_000 })
    getFaults(shop).next(UPDATE_INTENT, NO_RESPONSE)

    expect((await ana.place()).status).toBe(503)
  })
})

describe('C6, C9: after a fault the books match the ledger', () => {
  test('after each fault during settling, reconciliation matches order, email and ledger', async () => {
    const shop = await openShop()
    const orderIds = []
    for (const fault of [...broken, ...busy]) {
      const ana = shop.buyer()
      getFaults(shop).nextWebhook('payment_intent.succeeded', 'lose')
      const { orderId } = await ana.buy()
      getFaults(shop).next(READ_INTENT, fault, 9)
      shop.clock.advance(2_000)
      // The page shows the stored order while the provider is unreachable.
      expect((await ana.order(orderId)).body.paymentStatus).toBe('pending')
      getFaults(shop).clear()
      orderIds.push(orderId)
    }

    shop.clock.advance(5 * 60_000)
    await shop.runJob('payment.reconcile')
    await shop.deliverPending()

    for (const orderId of orderIds) {
      expect((await shop.buyer().order(orderId)).body.paymentStatus).toBe('paid')
    }
    expect(await shop.mailbox()).toHaveLength(orderIds.length)
    expect((await audit(shop)).findings).toEqual([])
  })

  test('a provider error for one order does not delay the others', async () => {
    const shop = await openShop()
    const [failing, working] = [shop.buyer(), shop.buyer()]
    getFaults(shop).nextWebhook('*', 'lose', 9)
    const first = await failing.buy()
    const second = await working.buy(working.submission({ customerEmail: 'b@example.com' }))
    await shop.sql('delete from sandbox.objects where id = $1', [intentIdFrom(first.clientSecret)])

    shop.clock.advance(5 * 60_000)
    await shop.runJob('payment.reconcile')

    expect((await working.order(second.orderId)).body.paymentStatus).toBe('paid')
  })

  test('C6: a payment without a webhook is found among hundreds of unpaid orders', async () => {
    const shop = await openShop()
    const ana = shop.buyer()
    getFaults(shop).nextWebhook('*', 'lose', 9)
    const { orderId } = await ana.buy()
    await placeManyOrders(shop, orderId, 250)

    shop.clock.advance(5 * 60_000)
    await shop.runJob('payment.reconcile')

    const [row] = await shop.sql('select status from payments where order_id = $1', [orderId])
    expect(row).toEqual({ status: 'paid' })
    expect(await listProviderCharges(shop)).toEqual([{ amount: 1798, refunded: 0 }])
  })
})

async function firstRejection(ana: ReturnType<TestShop['buyer']>, submission: unknown) {
  const started = await ana.startCheckout()
  if (started.status !== 200) return started as unknown as Awaited<ReturnType<typeof ana.place>>
  const placed = await ana.place(submission)
  return placed.status === 201 ? undefined : placed
}

/** Creates orders from an hour ago whose intents were read ten minutes ago. */
async function placeManyOrders(shop: TestShop, like: string, count: number) {
  const at = shop.clock.now()
  const [hourAgo, checked] = [3_600_000, 600_000].map((ago) => new Date(at.getTime() - ago))
  await shop.sql(
    `with made as (
       insert into orders (id, delivery_city, delivery_state, delivery_zip, delivery_date,
         subtotal_cents, discount_cents, total_cents, is_recurring, created_at, updated_at)
       select (lpad(to_hex(n), 8, '0') || '-0000-4000-8000-000000000000')::uuid, delivery_city,
         delivery_state, delivery_zip, delivery_date, subtotal_cents, discount_cents, total_cents, is_recurring, $2, $2
       from orders, generate_series(1, $3) n where id = $1 returning id)
     insert into payments (order_id, intent_id, amount_cents, checked_at, created_at, updated_at)
     select id, 'pi_' || id, 1798, $4, $2, $2 from made`,
    [like, hourAgo, count, checked],
  )
}
