import { expect, test } from 'vitest'
import { fillPath } from '#contract/fill-path.ts'
import { apiPaths } from '#contract/paths.ts'
import type { Subscription, SubscriptionChange } from '#contract/subscriptions/subscriptions.ts'
import { openShop, type TestShop } from '#tests/support/open-shop.ts'
import { audit } from '#tests/support/provider-ledger.ts'
import { customerBrowser } from '#tests/support/sign-in.ts'
import { capturedCents, getCycles, runEngine, subscribe } from '#tests/support/subscriber.ts'

async function openSubscription(shop: TestShop, options = {}) {
  const { id } = await subscribe(shop, options)
  const ana = await customerBrowser(shop)
  const path = fillPath(apiPaths.changeSubscription, { id })
  return {
    id,
    ana,
    apply: (change: SubscriptionChange, preview = false) =>
      ana.call<Subscription & { code: string }>('POST', `${path}?preview=${preview}`, change),
    view: async () =>
      (await ana.call<Subscription[]>('GET', apiPaths.subscriptions)).body[0] as Subscription,
  }
}

const toDates = ({ calendar }: Subscription) =>
  calendar.map(({ date, status }) => (status === 'skipped' ? `(${date})` : date))

test('the customer sees the next six dates, the total and the change deadline', async () => {
  const shop = await openShop()
  const { view } = await openSubscription(shop)

  const subscription = await view()

  expect(toDates(subscription)).toEqual([
    '2026-03-12',
    '2026-03-19',
    '2026-03-26',
    '2026-04-02',
    '2026-04-09',
    '2026-04-16',
  ])
  expect(subscription.next).toMatchObject({
    total: subscription.total,
    changeUntil: '2026-03-11T12:00:00.000Z',
  })
})

test('skip and unskip work before and after ordering, and a skipped delivery is not charged', async () => {
  const shop = await openShop()
  const { id, apply, view } = await openSubscription(shop)

  const skipped = await apply({ type: 'skip', cycle: 1 })
  expect(toDates(skipped.body).slice(0, 2)).toEqual(['(2026-03-12)', '2026-03-19'])
  await apply({ type: 'unskip', cycle: 1 })
  shop.clock.set('2026-03-09T15:00:00Z')
  await runEngine(shop)
  expect((await view()).next).toMatchObject({ cycle: 1, status: 'ordered' })
  await apply({ type: 'skip', cycle: 1 })
  await apply({ type: 'unskip', cycle: 1 })
  await runEngine(shop)
  expect((await view()).next).toMatchObject({ cycle: 1, status: 'ordered' })
  await apply({ type: 'skip', cycle: 1 })
  shop.clock.set('2026-03-12T15:00:00Z')
  await runEngine(shop)

  expect(await capturedCents(shop)).toHaveLength(1)
  expect(await getCycles(shop, id)).toMatchObject([{ status: 'skipped', reason: 'customer' }])
  expect(await shop.sql("select id from emails where kind = 'delivery_reminder'")).toHaveLength(1)
})

test('rule 18: after the cut-off every change of a delivery is rejected and changes nothing', async () => {
  const shop = await openShop()
  const { id, apply } = await openSubscription(shop)
  shop.clock.set('2026-03-09T15:00:00Z')
  await runEngine(shop)
  const before = await getCycles(shop, id)
  shop.clock.set('2026-03-11T12:00:00Z')

  const responses = [
    await apply({ type: 'skip', cycle: 1 }),
    await apply({ type: 'move', cycle: 1, date: '2026-03-14' }),
    await apply({ type: 'extra', cycle: 1, items: [] }),
  ]

  expect(responses.map(({ status, body }) => [status, body.code])).toEqual([
    [409, 'past_cutoff'],
    [409, 'past_cutoff'],
    [409, 'past_cutoff'],
  ])
  expect(await getCycles(shop, id)).toEqual(before)
})

test('a pause skips only the deliveries it covers and ends automatically', async () => {
  const shop = await openShop()
  const { id, apply, view } = await openSubscription(shop)
  shop.clock.set('2026-03-09T15:00:00Z')
  await runEngine(shop)

  const paused = await apply({ type: 'pause', until: '2026-03-24' })
  expect(paused.body).toMatchObject({ status: 'paused', pausedUntil: '2026-03-24' })
  expect(toDates(paused.body).slice(0, 2)).toEqual(['(2026-03-12)', '2026-03-26'])
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

test('a delivery skipped by a pause is restored when deliveries resume in time', async () => {
  const shop = await openShop()
  const { id, apply } = await openSubscription(shop)
  shop.clock.set('2026-03-09T15:00:00Z')
  await runEngine(shop)

  expect((await apply({ type: 'pause' })).body.next).toBeNull()
  await runEngine(shop)
  await apply({ type: 'resume' })
  await runEngine(shop)
  shop.clock.set('2026-03-12T15:00:00Z')
  await runEngine(shop)

  expect(await getCycles(shop, id)).toMatchObject([{ cycle: 1, status: 'paid' }])
  expect((await audit(shop)).findings).toEqual([])
})

test('shortening a pause or resuming early restores the skipped dates', async () => {
  const shop = await openShop()
  const { apply } = await openSubscription(shop)

  await apply({ type: 'pause', until: '2026-04-01' })
  const shorter = await apply({ type: 'pause', until: '2026-03-18' })
  expect(shorter.body.next?.date).toBe('2026-03-19')
  const resumed = await apply({ type: 'resume' })

  expect(toDates(resumed.body).slice(0, 2)).toEqual(['2026-03-12', '2026-03-19'])
})

test('a moved delivery is charged on its new date, and later deliveries keep theirs', async () => {
  const shop = await openShop()
  const { id, apply } = await openSubscription(shop)

  const moved = await apply({ type: 'move', cycle: 1, date: '2026-03-14' })
  const rejected = await apply({ type: 'move', cycle: 1, date: '2026-03-19' })
  expect(toDates(moved.body).slice(0, 2)).toEqual(['2026-03-14', '2026-03-19'])
  expect([rejected.status, rejected.body.code]).toEqual([409, 'bad_date'])
  for (const now of ['2026-03-12T15:00:00Z', '2026-03-14T15:00:00Z']) {
    shop.clock.set(now)
    await runEngine(shop)
    expect(await capturedCents(shop)).toHaveLength(now < '2026-03-14' ? 1 : 2)
  }

  expect(await getCycles(shop, id)).toMatchObject([{ date: '2026-03-14', status: 'paid' }])
})

test('rule 15: a new frequency keeps the next date and the cycle numbers', async () => {
  const shop = await openShop()
  const { apply } = await openSubscription(shop)

  const { body } = await apply({ type: 'change', frequency: 'monthly' })

  expect(toDates(body).slice(0, 3)).toEqual(['2026-03-12', '2026-04-12', '2026-05-12'])
  expect(body.calendar.map(({ cycle }) => cycle)).toEqual([1, 2, 3, 4, 5, 6])
})

test('new items, extra items and a new address update an existing order, to the cent', async () => {
  const shop = await openShop()
  const { id, apply, view } = await openSubscription(shop)
  shop.clock.set('2026-03-09T15:00:00Z')
  await runEngine(shop)
  const [first, second] = shop.products
  const address = {
    customerName: 'Ana Ruiz',
    customerPhone: '845-555-0100',
    deliveryAddress: '99 Other Street',
    deliveryCity: 'Rhinebeck',
    deliveryState: 'NY',
    deliveryZip: '12572',
  }

  const preview = await apply(
    { type: 'change', items: [{ productId: second?.id ?? '', quantity: 3 }] },
    true,
  )
  expect((await view()).next?.items[0]?.productId).toBe(first?.id)
  const changed = await apply({
    type: 'change',
    items: [{ productId: second?.id ?? '', quantity: 3 }],
    address,
  })
  expect(changed.body.next?.total).toBe(preview.body.next?.total)
  const extra = await apply({
    type: 'extra',
    cycle: 1,
    items: [{ productId: first?.id ?? '', quantity: 1 }],
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

test('X1: another customer’s subscription is not found', async () => {
  const shop = await openShop()
  const { id } = await openSubscription(shop)
  const eve = await customerBrowser(shop, 'eve@example.com')

  const response = await eve.call('POST', fillPath(apiPaths.changeSubscription, { id }), {
    type: 'pause',
  })

  expect(response.status).toBe(404)
  expect(await shop.sql('select status from subscriptions')).toEqual([{ status: 'active' }])
})
