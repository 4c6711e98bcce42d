import { expect, test } from 'vitest'
import { fillPath } from '#contract/fill-path.ts'
import { apiPaths } from '#contract/paths.ts'
import type { SubscriptionChange } from '#contract/subscriptions/subscriptions.ts'
import { GOOD_CARD } from '#tests/support/buyer.ts'
import { testCard } from '#tests/support/card-sandbox.ts'
import { openShop, type TestShop } from '#tests/support/open-shop.ts'
import { customerBrowser } from '#tests/support/sign-in.ts'
import { getCycles, runEngine, subscribe } from '#tests/support/subscriber.ts'

/** Deliveries on 5, 12, 19, 26 March and 2 April. */
async function owner(shop: TestShop, wish = {}) {
  const { id, buyer } = await subscribe(shop, wish)
  const ana = await customerBrowser(shop)
  const path = fillPath(apiPaths.changeSubscription, { id })
  const act = async (...deeds: SubscriptionChange[]) => {
    for (const deed of deeds) expect((await ana.call('POST', path, deed)).status).toBe(200)
  }
  return {
    id,
    buyer,
    act,
    refused: (deed: SubscriptionChange) => ana.call<{ code: string }>('POST', path, deed),
  }
}

async function runAt(shop: TestShop, ...days: string[]) {
  for (const day of days) {
    shop.clock.set(`${day}T15:00:00Z`)
    await runEngine(shop)
  }
}

test('a skip that is taken back during a pause comes when the pause ends in time', async () => {
  const shop = await openShop()
  const { id, act } = await owner(shop)
  await runAt(shop, '2026-03-09')

  await act({ type: 'skip', cycle: 1 }, { type: 'pause' }, { type: 'unskip', cycle: 1 })
  expect(await getCycles(shop, id)).toMatchObject([{ status: 'skipped', reason: 'paused' }])
  await act({ type: 'resume' })
  await runAt(shop, '2026-03-10', '2026-03-12')

  expect((await getCycles(shop, id))[0]).toMatchObject({ cycle: 1, status: 'paid' })
})

test('I5: a skip that is taken back during a pause stays off when the pause outlasts it', async () => {
  const shop = await openShop()
  const { id, act } = await owner(shop)
  await runAt(shop, '2026-03-09')

  await act({ type: 'skip', cycle: 1 }, { type: 'pause' }, { type: 'unskip', cycle: 1 })
  shop.clock.set('2026-03-17T15:00:00Z')
  await act({ type: 'resume' })
  await runAt(shop, '2026-03-17', '2026-03-19')

  expect(await getCycles(shop, id)).toMatchObject([
    { cycle: 1, status: 'skipped', reason: 'paused' },
    { cycle: 2, date: '2026-03-19', status: 'paid' },
  ])
})

test('a delivery that was moved forward comes on its date after a pause that ended early', async () => {
  const shop = await openShop()
  const { id, act } = await owner(shop)

  await act({ type: 'move', cycle: 1, date: '2026-03-09' }, { type: 'pause' }, { type: 'resume' })
  await runAt(shop, '2026-03-06')
  expect(await getCycles(shop, id)).toMatchObject([{ date: '2026-03-09', status: 'ordered' }])
  await runAt(shop, '2026-03-09')

  expect(await getCycles(shop, id)).toMatchObject([{ date: '2026-03-09', status: 'paid' }])
})

test('I12: a pause counts the dates to which deliveries were moved', async () => {
  const shop = await openShop()
  const { id, act } = await owner(shop)

  await act(
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

test('a pause that is cut short gives back what it no longer covers', async () => {
  const shop = await openShop()
  const { id, act } = await owner(shop)
  await runAt(shop, '2026-03-09')

  await act({ type: 'pause', until: '2026-03-30' }, { type: 'pause', until: '2026-03-11' })
  await runAt(shop, '2026-03-10', '2026-03-12')

  expect(await getCycles(shop, id)).toMatchObject([{ cycle: 1, status: 'paid' }])
})

test('I5: a date that was moved and passed by while nothing was paid ends as skipped', async () => {
  const shop = await openShop()
  const { id, buyer, act, refused } = await owner(shop, { card: testCard.failsLater })
  await act({ type: 'move', cycle: 3, date: '2026-03-27' }, { type: 'skip', cycle: 4 })
  for (let day = 9; day < 28; day += 0.5) {
    shop.clock.set(new Date(Date.UTC(2026, 2, 1, 12) + (day - 1) * 86_400_000).toISOString())
    await runEngine(shop)
  }
  expect(await shop.sql('select status from subscriptions')).toEqual([{ status: 'past_due' }])
  expect((await refused({ type: 'unskip', cycle: 4 })).body.code).toBe('not_active')

  const orderId = (await getCycles(shop, id))[0]?.order_id ?? ''
  const { clientSecret } = (await buyer.pay(orderId)).body
  await buyer.confirm(clientSecret, GOOD_CARD)
  await runEngine(shop)

  expect((await getCycles(shop, id))[2]).toMatchObject({
    cycle: 3,
    status: 'skipped',
    reason: 'unpaid_before',
  })
}, 60_000)
