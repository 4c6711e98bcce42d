import { expect, test } from 'vitest'
import { fillPath } from '#contract/fill-path.ts'
import { apiPaths } from '#contract/paths.ts'
import type { OrderSnapshot, UndoResult } from '#contract/staff/backoffice.ts'
import { openShop } from '#tests/support/open-shop.ts'
import { customerBrowser, staffBrowser } from '#tests/support/sign-in.ts'
import { capturedCents, getCycles, runEngine, subscribe } from '#tests/support/subscriber.ts'

/** A subscription whose second delivery, on 12 March 2026, has its order. */
async function shopWithSubscription(now = '2026-03-10T15:00:00Z') {
  const shop = await openShop()
  const { id, buyer } = await subscribe(shop)
  shop.clock.set('2026-03-10T15:00:00Z')
  await runEngine(shop)
  shop.clock.set(now)
  const staff = await staffBrowser(shop)
  const [cycle] = await getCycles(shop, id)
  const childId = cycle?.order_id ?? ''
  const set = async (body: object) =>
    (await staff.call<OrderSnapshot[]>('PATCH', apiPaths.adminOrdersBulk, body)).body
  const cancel = (ids: string[], more: object = {}) => set({ ids, status: 'cancelled', ...more })
  const undo = async (orders: OrderSnapshot[]) =>
    (await staff.call<UndoResult>('POST', apiPaths.adminOrdersUndo, { orders })).body
  const state = async () => {
    const [subscription] = await shop.sql<Record<string, unknown>>(
      'select status, next_cycle, next_date::text, cancelled_at, version from subscriptions where id = $1',
      [id],
    )
    const orders = await shop.sql('select id, status from orders order by created_at')
    const cycles = await shop.sql(
      'select cycle, status, reason, due_at, order_id from cycles order by cycle',
    )
    return { subscription, orders, cycles }
  }
  /** Runs all background jobs once. */
  const runJobs = async () => {
    await shop.runJob('order.runDeferredEffects')
    await runEngine(shop)
    await shop.runJob('order.runDeferredEffects')
    await runEngine(shop)
  }
  return { shop, id, childId, buyer, staff, set, cancel, undo, state, runJobs }
}

test('AU21: undo of a bulk cancellation restores subscription, cycles and deliveries', async () => {
  const { id, childId, cancel, undo, state } = await shopWithSubscription()
  const before = await state()

  const { undone } = await undo(await cancel([id, childId]))

  expect(undone).toEqual([id, childId].sort())
  expect(await state()).toEqual(before)
})

test('AU21: after an undo the subscription is delivered and charged as before', async () => {
  const { shop, id, childId, cancel, undo, runJobs } = await shopWithSubscription()
  await undo(await cancel([id, childId]))
  shop.clock.advance(60_000)
  await runJobs()

  shop.clock.set('2026-03-12T15:00:00Z')
  await runJobs()

  expect(await getCycles(shop, id)).toMatchObject([{ status: 'paid', order_id: childId }])
  expect(await capturedCents(shop)).toEqual([1528, 1528])
})

test('AU21: a bulk cancellation ends the subscription after the undo window', async () => {
  const { shop, id, childId, cancel, runJobs } = await shopWithSubscription()
  await cancel([id])
  await runJobs()
  const within = await getCycles(shop, id)
  shop.clock.advance(10_000)
  await runJobs()

  expect(within).toMatchObject([{ status: 'ordered' }])
  expect(await getCycles(shop, id)).toMatchObject([{ status: 'void', reason: 'cancelled' }])
  const [subscription] = await shop.sql('select status, next_date from subscriptions')
  expect(subscription).toEqual({ status: 'cancelled', next_date: null })
  const [child] = await shop.sql('select status from orders where id = $1', [childId])
  expect(child).toEqual({ status: 'cancelled' })
})

test('AU21: a charge due within the undo window waits and is made once after an undo', async () => {
  const { shop, id, childId, cancel, undo, runJobs } =
    await shopWithSubscription('2026-03-12T09:59:55Z')
  const before = await cancel([childId])
  shop.clock.set('2026-03-12T10:00:03Z')
  await runJobs()
  const within = await getCycles(shop, id)
  await undo(before)
  shop.clock.advance(120_000)
  await runJobs()

  expect(within).toMatchObject([{ status: 'ordered' }])
  expect(await getCycles(shop, id)).toMatchObject([{ status: 'paid' }])
  expect(await capturedCents(shop)).toEqual([1528, 1528])
})

test('AU21: a renewal charge waits while the cancellation of its subscription can be undone', async () => {
  const { shop, id, cancel, runJobs } = await shopWithSubscription('2026-03-12T09:59:55Z')
  await cancel([id])
  shop.clock.set('2026-03-12T10:00:03Z')
  await runJobs()
  const within = await capturedCents(shop)
  shop.clock.advance(120_000)
  await runJobs()

  expect(within).toEqual([1528])
  // Past its cut-off at the cancellation, so it is delivered and charged once.
  expect(await capturedCents(shop)).toEqual([1528, 1528])
})

test("AU21: undo does not revert the customer's own cancellation within the window", async () => {
  const { shop, id, cancel, undo, runJobs } = await shopWithSubscription()
  const ana = await customerBrowser(shop)
  const before = await cancel([id])
  const cancellation = await ana.call('PATCH', fillPath(apiPaths.cancelOrder, { id }))

  const result = await undo(before)
  await runJobs()

  expect(cancellation.status).toBe(200)
  expect(result).toEqual({ undone: [], skipped: [id] })
  const [subscription] = await shop.sql('select status from subscriptions')
  expect(subscription).toEqual({ status: 'cancelled' })
  expect(await getCycles(shop, id)).toMatchObject([{ status: 'void', reason: 'cancelled' }])
})

test("AU21: undo keeps a customer's change within the window", async () => {
  const { shop, id, childId, cancel, undo } = await shopWithSubscription()
  const ana = await customerBrowser(shop)
  const before = await cancel([id])
  const skipped = await ana.call('POST', fillPath(apiPaths.changeSubscription, { id }), {
    type: 'skip',
    cycle: 1,
  })

  expect(skipped.status).toBe(200)
  expect(await undo(before)).toEqual({ undone: [id], skipped: [] })
  expect(await getCycles(shop, id)).toMatchObject([{ status: 'skipped', order_id: childId }])
})

test('AU21: a payment within the window is refunded, or pays the order after an undo', async () => {
  const { shop, staff, undo } = await shopWithSubscription()
  const buyer = shop.buyer()
  const { clientSecret } = (await buyer.startCheckout()).body
  const { orderId } = (await buyer.place(buyer.submission({ deliveryDate: '2026-03-20' }))).body
  const { body: before } = await staff.call<OrderSnapshot[]>('PATCH', apiPaths.adminOrdersBulk, {
    ids: [orderId],
    status: 'cancelled',
  })
  await buyer.confirm(clientSecret)
  await shop.deliverPending()

  const result = await undo(before)
  await shop.runJob('refund.send')
  await shop.deliverPending()

  expect(result).toEqual({ undone: [], skipped: [orderId] })
  const [order] = await shop.sql('select status from orders where id = $1', [orderId])
  expect(order).toEqual({ status: 'cancelled' })
  expect(await capturedCents(shop)).toEqual([1528, 0])
})

test('AU21: deferred effects survive a restart and run once', async () => {
  const { shop, id, cancel } = await shopWithSubscription()
  await cancel([id])
  shop.clock.advance(10_000)
  const others = await Promise.all(
    [1, 2].map((n) =>
      openShop({
        databaseUrl: shop.deps.databaseUrl,
        now: shop.clock.now().toISOString(),
        seed: `restart ${n}`,
      }),
    ),
  )

  await Promise.all([shop, ...others].map((process) => process.runJob('order.runDeferredEffects')))

  expect(await getCycles(shop, id)).toMatchObject([{ status: 'void', reason: 'cancelled' }])
  const waiting = await shop.sql('select * from deferred_order_effects where done_at is null')
  expect(waiting).toEqual([])
})

test('AU21: concurrent undo and deferred effects have one consistent result', async () => {
  const { shop, id, cancel, undo } = await shopWithSubscription()
  const before = await cancel([id])
  shop.clock.advance(10_000)

  const [result] = await Promise.all([undo(before), shop.runJob('order.runDeferredEffects')])

  const [found] = await shop.sql<{ order: string; subscription: string }>(
    `select o.status as order, s.status as subscription
     from orders o join subscriptions s using (id)`,
  )
  const isUndone = result.undone.length === 1
  expect(found).toEqual(
    isUndone
      ? { order: 'confirmed', subscription: 'active' }
      : { order: 'cancelled', subscription: 'cancelled' },
  )
})

test('AU21: an undo after the deferred effects changes nothing', async () => {
  const { shop, id, cancel, undo, runJobs } = await shopWithSubscription()
  const before = await cancel([id])
  shop.clock.advance(10_000)
  await runJobs()

  expect(await undo(before)).toEqual({ undone: [], skipped: [id] })
  const [order] = await shop.sql('select status from orders where id = $1', [id])
  expect(order).toEqual({ status: 'cancelled' })
})

test('AU21: staff are alerted while a deferred effect keeps failing', async () => {
  const { shop, id, cancel } = await shopWithSubscription()
  const { orderHandlers } = shop.deps
  const { cancelled } = orderHandlers
  const openAlerts = () => shop.sql('select kind from alerts where ended_at is null')
  const runFor = async (minutes: number) => {
    for (let elapsed = 0; elapsed < minutes; elapsed++) {
      shop.clock.advance(60_000)
      await shop.runJob('order.runDeferredEffects')
    }
  }
  orderHandlers.cancelled = () => Promise.reject(new Error('no such day'))

  await cancel([id])
  await runFor(5)
  const soon = await openAlerts()
  await runFor(10)
  const later = await openAlerts()
  Object.assign(orderHandlers, { cancelled })
  await runFor(1)

  expect([soon, later]).toEqual([[], [{ kind: 'job_stalled' }]])
  expect(await openAlerts()).toEqual([])
  const [subscription] = await shop.sql('select status from subscriptions')
  expect(subscription).toEqual({ status: 'cancelled' })
})
