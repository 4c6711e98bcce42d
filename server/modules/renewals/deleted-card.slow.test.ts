import { expect, test } from 'vitest'
import { fillPath } from '#contract/fill-path.ts'
import { apiPaths } from '#contract/paths.ts'
import type { RequestFault } from '#server/adapters/sandbox/faults.ts'
import type { Buyer } from '#tests/support/buyer.ts'
import { testCard } from '#tests/support/card-sandbox.ts'
import { chooseNewCard } from '#tests/support/choose-new-card.ts'
import { openShop, type TestShop } from '#tests/support/open-shop.ts'
import { audit } from '#tests/support/provider-ledger.ts'
import { getFaults } from '#tests/support/sandbox-faults.ts'
import { customerBrowser } from '#tests/support/sign-in.ts'
import {
  capturedCents,
  emailsOfKind,
  getCycles,
  runEngine,
  runOnDays,
  subscribe,
} from '#tests/support/subscriber.ts'

const CONFIRM = 'POST payment_intents/:id/confirm'

/** Runs the charge job once a minute. */
async function runMinutes(shop: TestShop, minutes: number) {
  for (let minute = 0; minute < minutes; minute++) {
    await shop.runJob('delivery.charge')
    shop.clock.advance(60_000)
  }
  await shop.deliverPending()
}

/** Removes the subscription's card in the billing portal. */
async function removeCard(shop: TestShop, ana: Buyer) {
  const [saved] = await shop.sql<{ card: string }>(
    'select payment_method_ref as card from subscriptions',
  )
  const portal = await ana.call<{ url: string }>('POST', apiPaths.billingPortal, {})
  const id = portal.body.url.split('/').at(-1) ?? ''
  const path = fillPath(apiPaths.sandboxPortalCard, { id, card: saved?.card ?? '' })
  expect((await ana.call('DELETE', path)).status).toBe(200)
  await shop.deliverPending()
}

const getAttempts = (shop: TestShop) =>
  shop.sql<{ outcome: string; code: string }>('select outcome, code from charge_attempts')

test('AU3: a removed card is charged once, the customer is emailed, and the delivery stays unpaid', async () => {
  const shop = await openShop()
  const { id, buyer } = await subscribe(shop)
  await removeCard(shop, await customerBrowser(shop))
  await runOnDays(shop, '2026-03-09', '2026-03-12')

  await runMinutes(shop, 30)
  await runOnDays(shop, '2026-03-13', '2026-03-14')

  expect(await getAttempts(shop)).toEqual([{ outcome: 'hard', code: 'card_gone' }])
  const [cycle] = await getCycles(shop, id)
  expect(cycle).toMatchObject({ status: 'unpaid', failed_attempts: 0, last_code: 'card_gone' })
  expect(await emailsOfKind(shop, 'card_problem')).toHaveLength(1)

  const { clientSecret } = (await buyer.pay(cycle?.order_id ?? '')).body
  await buyer.confirm(clientSecret, testCard.good)
  await runEngine(shop)
  expect((await getCycles(shop, id))[0]?.status).toBe('paid')
  expect((await audit(shop)).findings).toEqual([])
})

test('AU3: a removed card counts no attempt, so its replacement gets all eight (R8)', async () => {
  const shop = await openShop()
  const ana = await customerBrowser(shop)
  const { id } = await subscribe(shop, { browser: ana })
  await removeCard(shop, ana)
  await runOnDays(shop, '2026-03-09', '2026-03-12')
  expect((await getCycles(shop, id))[0]).toMatchObject({ status: 'unpaid', failed_attempts: 0 })

  await chooseNewCard(shop, ana)
  await runEngine(shop)

  expect((await getCycles(shop, id))[0]).toMatchObject({ status: 'paid', failed_attempts: 0 })
  expect(await capturedCents(shop)).toHaveLength(2)
})

test('AU3: a subscription without a card tries the default card before an email is sent', async () => {
  const shop = await openShop()
  const ana = await customerBrowser(shop)
  const { id } = await subscribe(shop, { browser: ana })
  // The webhook about the new card is lost.
  shop.deps.setOrigin('http://127.0.0.1:1')
  await chooseNewCard(shop, ana)
  await shop.sql('update subscriptions set payment_method_ref = null')

  await runOnDays(shop, '2026-03-09', '2026-03-12')
  shop.deps.setOrigin(shop.url)
  await shop.runJob('payment.reconcile')

  expect((await getCycles(shop, id))[0]).toMatchObject({ status: 'paid', failed_attempts: 0 })
  expect(await emailsOfKind(shop, 'card_problem')).toEqual([])
})

const providerErrors: RequestFault[] = [
  'error-400',
  'error-401',
  'error-403',
  'error-409',
  'error-429',
  'error-500',
]

test.each(providerErrors)(
  'AU3: %s at the charge is retried with growing delays and counts no attempt',
  async (fault) => {
    const shop = await openShop()
    const { id } = await subscribe(shop)
    await runOnDays(shop, '2026-03-09')
    getFaults(shop).next(CONFIRM, fault, 999)
    shop.clock.set('2026-03-12T12:00:00Z')

    const delays: number[] = []
    for (let check = 0; check < 14; check++) {
      await shop.runJob('delivery.charge')
      const [cycle] = await getCycles(shop, id)
      const delayMs = (cycle?.due_at?.getTime() ?? 0) - shop.clock.now().getTime()
      delays.push(delayMs / 60_000)
      expect(cycle).toMatchObject({ failed_attempts: 0, hold_at: null })
      shop.clock.advance(delayMs)
    }

    expect(delays[0]).toBe(1)
    expect(delays).toEqual(delays.toSorted((a, b) => a - b))
    expect(delays.at(-1)).toBe(60)
    getFaults(shop).clear()
    await runEngine(shop)
    shop.clock.advance(3_600_000)
    await runEngine(shop)
    expect((await getCycles(shop, id))[0]).toMatchObject({ status: 'paid', failed_attempts: 0 })
    expect(await capturedCents(shop)).toHaveLength(2)
    expect(await emailsOfKind(shop, 'card_problem')).toEqual([])
  },
)

test.each(['error-400', 'error-401', 'error-403'] as const)(
  'AU3: %s while the intent is created is retried with growing delays too',
  async (fault) => {
    const shop = await openShop()
    const { id } = await subscribe(shop)
    await runOnDays(shop, '2026-03-09')
    getFaults(shop).next('POST payment_intents', fault, 999)
    shop.clock.set('2026-03-12T12:00:00Z')

    await runMinutes(shop, 60)
    getFaults(shop).clear()
    const [waiting] = await getCycles(shop, id)
    expect(waiting).toMatchObject({ status: 'ordered', failed_attempts: 0 })
    const delayMs = (waiting?.due_at?.getTime() ?? 0) - shop.clock.now().getTime()
    expect(delayMs).toBeGreaterThan(60_000)
    shop.clock.advance(3_600_000)
    await runEngine(shop)

    expect((await getCycles(shop, id))[0]).toMatchObject({ status: 'paid', failed_attempts: 0 })
  },
)
