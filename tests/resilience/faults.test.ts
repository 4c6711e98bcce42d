import { describe, expect, test } from 'vitest'
import type { RequestFault } from '#server/adapters/sandbox/faults.ts'
import { intentIdFrom } from '#tests/support/buyer.ts'
import { openShop, type TestShop } from '#tests/support/open-shop.ts'
import { audit, listProviderCharges, listProviderIntents } from '#tests/support/provider-ledger.ts'

const getFaults = (shop: TestShop) => {
  const { faults } = shop.deps.sandbox ?? {}
  if (!faults) throw new Error('these tests need the sandbox')
  return faults
}

/** The calls on the buyer's way, as the provider names them. */
const CREATE_INTENT = 'POST payment_intents'
const CREATE_CUSTOMER = 'POST customers'
const UPDATE_INTENT = 'POST payment_intents/:id'
const READ_INTENT = 'GET payment_intents/:id'

const broken: RequestFault[] = ['drop-request', 'drop-response', 'error-500']
const busy: RequestFault[] = ['error-409', 'error-429']

const SLOW_RESPONSE = { slow: 30_000 }

async function timed<T>(act: () => Promise<T>): Promise<{ answer: T; seconds: number }> {
  const begun = performance.now()
  const answer = await act()
  return { answer, seconds: (performance.now() - begun) / 1000 }
}

describe('C9: the provider fails on the buyer’s way', () => {
  test('whichever call breaks, the buyer is told so, and the next try buys one order', async () => {
    const shop = await openShop()
    for (const route of [CREATE_INTENT, CREATE_CUSTOMER, UPDATE_INTENT]) {
      for (const fault of broken) {
        const ana = shop.buyer()
        const customerEmail = `${fault}.${route.replaceAll(/\W/g, '')}@example.com`.toLowerCase()
        const submission = ana.submission({ customerEmail })
        getFaults(shop).next(route, fault)

        const refused = await firstRejection(ana, submission)
        expect([route, fault, refused?.status]).toEqual([route, fault, 503])
        expect(refused?.body.code).toBe('cards_unavailable')

        const { orderId, paid } = await ana.buy(submission)
        expect([route, fault, paid.body.status]).toEqual([route, fault, 'succeeded'])
        await shop.deliverPending()
        expect((await ana.order(orderId)).body.paymentStatus).toBe('paid')
      }
    }
    const { findings, ordersPaid } = await audit(shop)
    expect([findings, ordersPaid]).toEqual([[], 9])
  })

  test('a browser that has bought before can begin again after a stored 500', async () => {
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

  test('a dropped answer does not make a second intent for the same checkout', async () => {
    const shop = await openShop()
    const ana = shop.buyer()
    await ana.buy()
    await shop.deliverPending()
    getFaults(shop).next(CREATE_INTENT, 'drop-response')

    await ana.startCheckout()
    await ana.startCheckout()

    expect(await listProviderIntents(shop)).toHaveLength(2)
  })

  test('“busy” is asked again for a moment, and passes unnoticed', async () => {
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

  test('thirty seconds of silence cost each buyer five, and nobody else anything', async () => {
    const shop = await openShop()
    const [ana, ben, cleo, dan] = [shop.buyer(), shop.buyer(), shop.buyer(), shop.buyer()]
    await Promise.all([ben.startCheckout(), cleo.startCheckout(), dan.startCheckout()])
    const placed = (await dan.place(dan.submission({ customerEmail: 'dan@example.com' }))).body
    getFaults(shop).next('*', SLOW_RESPONSE, 99)

    const waiting = Promise.all([
      timed(() => ana.startCheckout()),
      timed(() => ben.startCheckout()),
      timed(() => cleo.place()),
      timed(() => dan.order(placed.orderId)),
      timed(() => dan.pay(placed.orderId)),
      timed(() => shop.buyer().call('GET', `/api/orders/${placed.orderId}`)),
    ])
    const browsing = []
    for (let nth = 0; nth < 40; nth++) {
      const { seconds, answer } = await timed(() => shop.buyer().call('GET', '/api/products'))
      expect(answer.status).toBe(200)
      browsing.push(seconds)
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
    const answers = await waiting

    expect(answers.map(({ answer }) => answer.status)).toEqual([503, 503, 503, 200, 503, 200])
    for (const { seconds } of answers) expect(seconds).toBeLessThan(6)
    expect(median(browsing)).toBeLessThan(0.2)
  })

  test('a provider that is slow at every call still costs five seconds in all', async () => {
    const shop = await openShop()
    const ana = shop.buyer()
    await ana.startCheckout()
    getFaults(shop).next(CREATE_CUSTOMER, { slow: 3000 })
    getFaults(shop).next(UPDATE_INTENT, SLOW_RESPONSE)

    const { answer, seconds } = await timed(() => ana.place())

    expect(answer.status).toBe(503)
    expect(seconds).toBeLessThan(6)
  })
})

describe('C6, C9: afterwards the books say what the ledger says', () => {
  test('each fault while the payment settles: reconcile brings order, mail and ledger together', async () => {
    const shop = await openShop()
    const orderIds = []
    for (const fault of [...broken, ...busy]) {
      const ana = shop.buyer()
      getFaults(shop).nextWebhook('payment_intent.succeeded', 'lose')
      const { orderId } = await ana.buy()
      getFaults(shop).next(READ_INTENT, fault, 9)
      shop.clock.advance(2_000)
      // The page shows what is known while the provider cannot be asked.
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

  test('one order’s trouble at the provider does not keep the others waiting', async () => {
    const shop = await openShop()
    const [lost, found] = [shop.buyer(), shop.buyer()]
    getFaults(shop).nextWebhook('*', 'lose', 9)
    const first = await lost.buy()
    const second = await found.buy(found.submission({ customerEmail: 'b@example.com' }))
    await shop.sql('delete from sandbox.objects where id = $1', [intentIdFrom(first.clientSecret)])

    shop.clock.advance(5 * 60_000)
    await shop.runJob('payment.reconcile')

    expect((await found.order(second.orderId)).body.paymentStatus).toBe('paid')
  })

  test('C6: hundreds of unpaid orders do not hide one that was paid in silence', async () => {
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

const median = (values: number[]) => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0

async function firstRejection(ana: ReturnType<TestShop['buyer']>, submission: unknown) {
  const begun = await ana.startCheckout()
  if (begun.status !== 200) return begun as unknown as Awaited<ReturnType<typeof ana.place>>
  const placed = await ana.place(submission)
  return placed.status === 201 ? undefined : placed
}

/** Orders of an hour ago whose intents were asked for ten minutes ago. */
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
