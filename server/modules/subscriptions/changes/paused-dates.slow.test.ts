import { expect, test } from 'vitest'
import { fillPath } from '#contract/fill-path.ts'
import { apiPaths } from '#contract/paths.ts'
import type { SubscriptionChange } from '#contract/subscriptions/subscriptions.ts'
import { GOOD_CARD } from '#tests/support/buyer.ts'
import { testCard } from '#tests/support/card-sandbox.ts'
import { openShop, type TestShop } from '#tests/support/open-shop.ts'
import { customerBrowser } from '#tests/support/sign-in.ts'
import { getCycles, runEngine, subscribe } from '#tests/support/subscriber.ts'

/** Deliveries on March 5, 12, 19 and 26 and on April 2. */
async function openSubscription(shop: TestShop, options = {}) {
  const { id, buyer } = await subscribe(shop, options)
  const ana = await customerBrowser(shop)
  const path = fillPath(apiPaths.changeSubscription, { id })
  const call = (change: SubscriptionChange) => ana.call<{ code: string }>('POST', path, change)
  const apply = async (...changes: SubscriptionChange[]) => {
    for (const change of changes) expect((await call(change)).status).toBe(200)
  }
  return {
    id,
    buyer,
    apply,
    call,
  }
}

async function runAt(shop: TestShop, ...days: string[]) {
  for (const day of days) {
    shop.clock.set(`${day}T15:00:00Z`)
    await runEngine(shop)
  }
}

test('a delivery unskipped during a pause is made if the pause ends in time', async () => {
  const shop = await openShop()
  const { id, apply } = await openSubscription(shop)
  await runAt(shop, '2026-03-09')

  await apply({ type: 'skip', cycle: 1 }, { type: 'pause' }, { type: 'unskip', cycle: 1 })
  expect(await getCycles(shop, id)).toMatchObject([{ status: 'skipped', reason: 'paused' }])
  await apply({ type: 'resume' })
  await runAt(shop, '2026-03-10', '2026-03-12')

  expect((await getCycles(shop, id))[0]).toMatchObject({ cycle: 1, status: 'paid' })
})

test('I5: a delivery unskipped during a pause stays skipped if the pause lasts longer', async () => {
  const shop = await openShop()
  const { id, apply } = await openSubscription(shop)
  await runAt(shop, '2026-03-09')

  await apply({ type: 'skip', cycle: 1 }, { type: 'pause' }, { type: 'unskip', cycle: 1 })
  shop.clock.set('2026-03-17T15:00:00Z')
  await apply({ type: 'resume' })
  await runAt(shop, '2026-03-17', '2026-03-19')

  expect(await getCycles(shop, id)).toMatchObject([
    { cycle: 1, status: 'skipped', reason: 'paused' },
    { cycle: 2, date: '2026-03-19', status: 'paid' },
  ])
})

test('a delivery moved to an earlier date is made on that date after an early resume', async () => {
  const shop = await openShop()
  const { id, apply } = await openSubscription(shop)

  await apply({ type: 'move', cycle: 1, date: '2026-03-09' }, { type: 'pause' }, { type: 'resume' })
  await runAt(shop, '2026-03-06')
  expect(await getCycles(shop, id)).toMatchObject([{ date: '2026-03-09', status: 'ordered' }])
  await runAt(shop, '2026-03-09')

  expect(await getCycles(shop, id)).toMatchObject([{ date: '2026-03-09', status: 'paid' }])
})

test('I12: a pause uses the moved dates of deliveries', async () => {
  const shop = await openShop()
  const { id, apply } = await openSubscription(shop)

  await apply(
    { type: 'move', cycle: 1, date: '2026-03-13' },
    { type: 'move', cycle: 2, date: '2026-03-24' },
    { type: 'pause', until: '2026-03-22' },
  )
  await runAt(shop, '2026-03-12', '2026-03-21', '2026-03-24', '2026-03-26')

  expect(await getCycles(shop, id)).toMatchObject([
    { cycle: 1, date: '2026-03-13', status: 'skipped', reason: 'paused' },
    { cycle: 2, date: '2026-03-24', status: 'paid' },
    { cycle: 3, date: '2026-03-26', status: 'paid' },
  ])
})

test('shortening a pause restores the deliveries it no longer covers', async () => {
  const shop = await openShop()
  const { id, apply } = await openSubscription(shop)
  await runAt(shop, '2026-03-09')

  await apply({ type: 'pause', until: '2026-03-30' }, { type: 'pause', until: '2026-03-11' })
  await runAt(shop, '2026-03-10', '2026-03-12')

  expect(await getCycles(shop, id)).toMatchObject([{ cycle: 1, status: 'paid' }])
})

test('I5: a moved delivery whose date passes while past due ends as skipped', async () => {
  const shop = await openShop()
  const { id, buyer, apply, call } = await openSubscription(shop, { card: testCard.failsLater })
  await apply({ type: 'move', cycle: 3, date: '2026-03-27' }, { type: 'skip', cycle: 4 })
  for (let day = 9; day < 28; day += 0.5) {
    shop.clock.set(new Date(Date.UTC(2026, 2, 1, 12) + (day - 1) * 86_400_000).toISOString())
    await runEngine(shop)
  }
  expect(await shop.sql('select status from subscriptions')).toEqual([{ status: 'past_due' }])
  expect((await call({ type: 'unskip', cycle: 4 })).body.code).toBe('not_active')

  const orderId = (await getCycles(shop, id))[0]?.order_id ?? ''
  const { clientSecret } = (await buyer.pay(orderId)).body
  await buyer.confirm(clientSecret, GOOD_CARD)
  await runEngine(shop)

  expect((await getCycles(shop, id))[2]).toMatchObject({
    cycle: 3,
    status: 'skipped',
    reason: 'unpaid_before',
  })
})
