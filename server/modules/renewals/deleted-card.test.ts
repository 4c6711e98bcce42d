import { expect, test } from 'vitest'
import { fillPath } from '#contract/fill-path.ts'
import { apiPaths } from '#contract/paths.ts'
import type { RequestFault } from '#server/adapters/sandbox/faults.ts'
import type { Buyer } from '#tests/support/buyer.ts'
import { testCard } from '#tests/support/card-sandbox.ts'
import { chooseNewCard } from '#tests/support/choose-new-card.ts'
import { openShop, type TestShop } from '#tests/support/open-shop.ts'
import { audit } from '#tests/support/provider-ledger.ts'
import { customerBrowser } from '#tests/support/sign-in.ts'
import { capturedCents, getCycles, runEngine, subscribe } from '#tests/support/subscriber.ts'

const CONFIRM = 'POST payment_intents/:id/confirm'

const faultsOf = (shop: TestShop) => {
  const { faults } = shop.deps.sandbox ?? {}
  if (!faults) throw new Error('these tests need the sandbox')
  return faults
}

/** The delivery of 12 March is ordered, and on its morning charged. */
async function runTo(shop: TestShop, ...days: string[]) {
  for (const day of days) {
    shop.clock.set(`${day}T12:00:00Z`)
    await runEngine(shop)
  }
}

/** Lets the engine run for so many minutes of a morning, each minute once. */
async function runMinutes(shop: TestShop, minutes: number) {
  for (let minute = 0; minute < minutes; minute++) {
    await shop.runJob('delivery.charge')
    shop.clock.advance(60_000)
  }
  await shop.deliverPending()
}

/** In the billing portal: the card that the subscription was bought with is removed. */
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

const mailsOf = (shop: TestShop, kind: string) =>
  shop.sql<{ id: string }>('select id from mails where kind = $1', [kind])

const getAttempts = (shop: TestShop) =>
  shop.sql<{ outcome: string; code: string }>('select outcome, code from charge_attempts')

test('AU3: a removed card is asked once, its holder is mailed, and the delivery waits for money', async () => {
  const shop = await openShop()
  const { id, buyer } = await subscribe(shop)
  await removeCard(shop, await customerBrowser(shop))
  await runTo(shop, '2026-03-09', '2026-03-12')

  await runMinutes(shop, 30)
  await runTo(shop, '2026-03-13', '2026-03-14')

  expect(await getAttempts(shop)).toEqual([{ outcome: 'hard', code: 'card_gone' }])
  const [cycle] = await getCycles(shop, id)
  expect(cycle).toMatchObject({ status: 'unpaid', tries: 0, last_code: 'card_gone' })
  expect(await mailsOf(shop, 'card_problem')).toHaveLength(1)

  const { clientSecret } = (await buyer.pay(cycle?.order_id ?? '')).body
  await buyer.confirm(clientSecret, testCard.good)
  await runEngine(shop)
  expect((await getCycles(shop, id))[0]?.status).toBe('paid')
  expect((await audit(shop)).findings).toEqual([])
})

test('AU3: R8 counts asked cards only: a removed one leaves all eight tries to its successor', async () => {
  const shop = await openShop()
  const ana = await customerBrowser(shop)
  const { id } = await subscribe(shop, { browser: ana })
  await removeCard(shop, ana)
  await runTo(shop, '2026-03-09', '2026-03-12')
  expect((await getCycles(shop, id))[0]).toMatchObject({ status: 'unpaid', tries: 0 })

  await chooseNewCard(shop, ana)
  await runEngine(shop)

  expect((await getCycles(shop, id))[0]).toMatchObject({ status: 'paid', tries: 0 })
  expect(await capturedCents(shop)).toHaveLength(2)
})

test('AU3: without a card at all the default of its owner is asked for before anybody is mailed', async () => {
  const shop = await openShop()
  const ana = await customerBrowser(shop)
  const { id } = await subscribe(shop, { browser: ana })
  // The message that tells of the new card gets lost.
  shop.deps.setOrigin('http://127.0.0.1:1')
  await chooseNewCard(shop, ana)
  await shop.sql('update subscriptions set payment_method_ref = null')

  await runTo(shop, '2026-03-09', '2026-03-12')
  shop.deps.setOrigin(shop.url)
  await shop.runJob('payment.reconcile')

  expect((await getCycles(shop, id))[0]).toMatchObject({ status: 'paid', tries: 0 })
  expect(await mailsOf(shop, 'card_problem')).toEqual([])
})

const technical: RequestFault[] = [
  'error-400',
  'error-401',
  'error-403',
  'error-409',
  'error-429',
  'error-500',
]

test.each(technical)(
  'AU3: %s at the charge is asked again after one minute, then later and later, and is no try',
  async (fault) => {
    const shop = await openShop()
    const { id } = await subscribe(shop)
    await runTo(shop, '2026-03-09')
    faultsOf(shop).next(CONFIRM, fault, 999)
    shop.clock.set('2026-03-12T12:00:00Z')

    const gaps: number[] = []
    for (let look = 0; look < 14; look++) {
      await shop.runJob('delivery.charge')
      const [cycle] = await getCycles(shop, id)
      const gap = (cycle?.due_at?.getTime() ?? 0) - shop.clock.now().getTime()
      gaps.push(gap / 60_000)
      expect(cycle).toMatchObject({ tries: 0, held_at: null })
      shop.clock.advance(gap)
    }

    expect(gaps[0]).toBe(1)
    expect(gaps).toEqual(gaps.toSorted((a, b) => a - b))
    expect(gaps.at(-1)).toBe(60)
    faultsOf(shop).clear()
    await runEngine(shop)
    shop.clock.advance(3_600_000)
    await runEngine(shop)
    expect((await getCycles(shop, id))[0]).toMatchObject({ status: 'paid', tries: 0 })
    expect(await capturedCents(shop)).toHaveLength(2)
    expect(await mailsOf(shop, 'card_problem')).toEqual([])
  },
)

test.each(['error-400', 'error-401', 'error-403'] as const)(
  'AU3: %s while the intent is made backs off as well',
  async (fault) => {
    const shop = await openShop()
    const { id } = await subscribe(shop)
    await runTo(shop, '2026-03-09')
    faultsOf(shop).next('POST payment_intents', fault, 999)
    shop.clock.set('2026-03-12T12:00:00Z')

    await runMinutes(shop, 60)
    faultsOf(shop).clear()
    const [waiting] = await getCycles(shop, id)
    expect(waiting).toMatchObject({ status: 'ordered', tries: 0 })
    const gap = (waiting?.due_at?.getTime() ?? 0) - shop.clock.now().getTime()
    expect(gap).toBeGreaterThan(60_000)
    shop.clock.advance(3_600_000)
    await runEngine(shop)

    expect((await getCycles(shop, id))[0]).toMatchObject({ status: 'paid', tries: 0 })
  },
)
