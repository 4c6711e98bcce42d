import { expect, test } from 'vitest'
import { fillPath } from '#contract/fill-path.ts'
import { apiPaths } from '#contract/paths.ts'
import type { Subscription, SubscriptionChange } from '#contract/subscriptions/subscriptions.ts'
import { openShop, type TestShop } from '#tests/support/open-shop.ts'
import { audit } from '#tests/support/provider-ledger.ts'
import { customerBrowser } from '#tests/support/sign-in.ts'
import { capturedCents, getCycles, runEngine, subscribe } from '#tests/support/subscriber.ts'

async function owner(shop: TestShop, wish = {}) {
  const { id } = await subscribe(shop, wish)
  const ana = await customerBrowser(shop)
  const path = fillPath(apiPaths.changeSubscription, { id })
  return {
    id,
    ana,
    act: (deed: SubscriptionChange, preview = false) =>
      ana.call<Subscription & { code: string }>('POST', `${path}?preview=${preview}`, deed),
    view: async () =>
      (await ana.call<Subscription[]>('GET', apiPaths.subscriptions)).body[0] as Subscription,
  }
}

const datesOf = ({ calendar }: Subscription) =>
  calendar.map(({ date, status }) => (status === 'skipped' ? `(${date})` : date))

test('the owner sees the next six dates, the sum and until when they can be changed', async () => {
  const shop = await openShop()
  const { view } = await owner(shop)

  const seen = await view()

  expect(datesOf(seen)).toEqual([
    '2026-03-12',
    '2026-03-19',
    '2026-03-26',
    '2026-04-02',
    '2026-04-09',
    '2026-04-16',
  ])
  expect(seen.next).toMatchObject({ total: seen.total, changeUntil: '2026-03-11T12:00:00.000Z' })
})

test('skip and unskip, before and after the order is made: nobody is charged for a skipped one', async () => {
  const shop = await openShop()
  const { id, act, view } = await owner(shop)

  const skipped = await act({ type: 'skip', cycle: 1 })
  expect(datesOf(skipped.body).slice(0, 2)).toEqual(['(2026-03-12)', '2026-03-19'])
  await act({ type: 'unskip', cycle: 1 })
  shop.clock.set('2026-03-09T15:00:00Z')
  await runEngine(shop)
  expect((await view()).next).toMatchObject({ cycle: 1, status: 'ordered' })
  await act({ type: 'skip', cycle: 1 })
  await act({ type: 'unskip', cycle: 1 })
  await runEngine(shop)
  expect((await view()).next).toMatchObject({ cycle: 1, status: 'ordered' })
  await act({ type: 'skip', cycle: 1 })
  shop.clock.set('2026-03-12T15:00:00Z')
  await runEngine(shop)

  expect(await capturedCents(shop)).toHaveLength(1)
  expect(await getCycles(shop, id)).toMatchObject([{ status: 'skipped', reason: 'customer' }])
  expect(await shop.sql("select id from mails where kind = 'delivery_reminder'")).toHaveLength(1)
})

test('18: after the cut-off every change of that delivery is refused and changes nothing', async () => {
  const shop = await openShop()
  const { id, act } = await owner(shop)
  shop.clock.set('2026-03-09T15:00:00Z')
  await runEngine(shop)
  const before = await getCycles(shop, id)
  shop.clock.set('2026-03-11T12:00:00Z')

  const answers = [
    await act({ type: 'skip', cycle: 1 }),
    await act({ type: 'move', cycle: 1, date: '2026-03-14' }),
    await act({ type: 'extra', cycle: 1, items: [] }),
  ]

  expect(answers.map(({ status, body }) => [status, body.code])).toEqual([
    [409, 'past_cutoff'],
    [409, 'past_cutoff'],
    [409, 'past_cutoff'],
  ])
  expect(await getCycles(shop, id)).toEqual(before)
})

test('a pause takes away what it covers and nothing else, and ends by itself', async () => {
  const shop = await openShop()
  const { id, act, view } = await owner(shop)
  shop.clock.set('2026-03-09T15:00:00Z')
  await runEngine(shop)

  const paused = await act({ type: 'pause', until: '2026-03-24' })
  expect(paused.body).toMatchObject({ status: 'paused', pausedUntil: '2026-03-24' })
  expect(datesOf(paused.body).slice(0, 2)).toEqual(['(2026-03-12)', '2026-03-26'])
  for (const now of ['2026-03-12T15:00:00Z', '2026-03-19T15:00:00Z', '2026-03-23T15:00:00Z']) {
    shop.clock.set(now)
    await runEngine(shop)
  }
  expect((await view()).status).toBe('active')
  shop.clock.set('2026-03-26T15:00:00Z')
  await runEngine(shop)

  expect(await getCycles(shop, id)).toMatchObject([
    { cycle: 1, status: 'skipped', reason: 'paused' },
    { cycle: 3, date: '2026-03-26', status: 'paid' },
  ])
  expect(await capturedCents(shop)).toHaveLength(2)
})

test('resumed in time, the delivery that the pause took away comes after all', async () => {
  const shop = await openShop()
  const { id, act } = await owner(shop)
  shop.clock.set('2026-03-09T15:00:00Z')
  await runEngine(shop)

  expect((await act({ type: 'pause' })).body.next).toBeNull()
  await runEngine(shop)
  await act({ type: 'resume' })
  await runEngine(shop)
  shop.clock.set('2026-03-12T15:00:00Z')
  await runEngine(shop)

  expect(await getCycles(shop, id)).toMatchObject([{ cycle: 1, status: 'paid' }])
  expect((await audit(shop)).findings).toEqual([])
})

test('a pause that ends earlier than it was meant to gives back the dates that it passed over', async () => {
  const shop = await openShop()
  const { act } = await owner(shop)

  await act({ type: 'pause', until: '2026-04-01' })
  const shorter = await act({ type: 'pause', until: '2026-03-18' })
  expect(shorter.body.next?.date).toBe('2026-03-19')
  const resumed = await act({ type: 'resume' })

  expect(datesOf(resumed.body).slice(0, 2)).toEqual(['2026-03-12', '2026-03-19'])
})

test('a moved delivery is charged on its new date, and the ones after it stay where they are', async () => {
  const shop = await openShop()
  const { id, act } = await owner(shop)

  const moved = await act({ type: 'move', cycle: 1, date: '2026-03-14' })
  const refused = await act({ type: 'move', cycle: 1, date: '2026-03-19' })
  expect(datesOf(moved.body).slice(0, 2)).toEqual(['2026-03-14', '2026-03-19'])
  expect([refused.status, refused.body.code]).toEqual([409, 'bad_date'])
  for (const now of ['2026-03-12T15:00:00Z', '2026-03-14T15:00:00Z']) {
    shop.clock.set(now)
    await runEngine(shop)
    expect(await capturedCents(shop)).toHaveLength(now < '2026-03-14' ? 1 : 2)
  }

  expect(await getCycles(shop, id)).toMatchObject([{ date: '2026-03-14', status: 'paid' }])
})

test('15: another frequency keeps the next date and counts on from it', async () => {
  const shop = await openShop()
  const { act } = await owner(shop)

  const { body } = await act({ type: 'change', frequency: 'monthly' })

  expect(datesOf(body).slice(0, 3)).toEqual(['2026-03-12', '2026-04-12', '2026-05-12'])
  expect(body.calendar.map(({ cycle }) => cycle)).toEqual([1, 2, 3, 4, 5, 6])
})

test('other products, an extra and another address reach the order that is made already, to the cent', async () => {
  const shop = await openShop()
  const { id, act, view } = await owner(shop)
  shop.clock.set('2026-03-09T15:00:00Z')
  await runEngine(shop)
  const [one, other] = shop.products
  const address = {
    customerName: 'Ana Ruiz',
    customerPhone: '845-555-0100',
    deliveryAddress: '99 Other Street',
    deliveryCity: 'Rhinebeck',
    deliveryState: 'NY',
    deliveryZip: '12572',
  }

  const preview = await act(
    { type: 'change', items: [{ productId: other?.id ?? '', quantity: 3 }] },
    true,
  )
  expect((await view()).next?.items[0]?.productId).toBe(one?.id)
  const changed = await act({
    type: 'change',
    items: [{ productId: other?.id ?? '', quantity: 3 }],
    address,
  })
  expect(changed.body.next?.total).toBe(preview.body.next?.total)
  const extra = await act({
    type: 'extra',
    cycle: 1,
    items: [{ productId: one?.id ?? '', quantity: 1 }],
  })
  expect(extra.body.calendar[1]?.oneTimeItems).toEqual([])
  shop.clock.set('2026-03-12T15:00:00Z')
  await runEngine(shop)

  const cents = Math.round(Number(extra.body.next?.total) * 100)
  expect((await capturedCents(shop))[1]).toBe(cents)
  const [child] = await shop.sql('select * from orders where parent_order_id = $1', [id])
  expect(child).toMatchObject({ total_cents: cents, delivery_address: '99 Other Street' })
  expect((await audit(shop)).findings).toEqual([])
})

test('X1: somebody else’s subscription is not there', async () => {
  const shop = await openShop()
  const { id } = await owner(shop)
  const eve = await customerBrowser(shop, 'eve@example.com')

  const answer = await eve.call('POST', fillPath(apiPaths.changeSubscription, { id }), {
    type: 'pause',
  })

  expect(answer.status).toBe(404)
  expect(await shop.sql('select status from subscriptions')).toEqual([{ status: 'active' }])
})
