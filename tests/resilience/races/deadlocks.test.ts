import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { Schedule } from '#contract/dispatch.ts'
import { fillPath } from '#contract/fill-path.ts'
import { apiPaths } from '#contract/paths.ts'
import type { Tx } from '#server/db/client.ts'
import { answerRefunded } from '#server/modules/cases/index.ts'
import { lockOrder } from '#server/modules/orders/index.ts'
import { createSubscription, lockSubscription } from '#server/modules/subscriptions/index.ts'
import { openShop, type TestShop } from '#tests/support/open-shop.ts'
import { answer, deliveredOrder, report } from '#tests/support/orders/delivered-order.ts'
import { customerBrowser, staffBrowser } from '#tests/support/sign-in.ts'
import { getCycles, runEngine, subscribe } from '#tests/support/subscriber.ts'
import { untilBlocked } from '#tests/support/until-blocked.ts'

/** Holds the order's lock until `request` waits for it, then runs `work` and commits. */
async function whileLocked<T>(
  shop: TestShop,
  orderId: string,
  request: () => Promise<T>,
  work: (tx: Tx) => Promise<unknown>,
): Promise<T> {
  let response: Promise<T> | undefined
  await shop.deps.db.transaction(async (tx) => {
    await lockOrder(tx, orderId)
    response = request()
    await untilBlocked(shop)
    await work(tx)
  })
  if (!response) throw new Error('the request was not sent')
  return response
}

/** Writes an order twice, as a correction does: PostgreSQL then checks its foreign keys again. */
async function writeTwice(tx: Tx, orderId: string): Promise<void> {
  for (let n = 0; n < 2; n++) {
    await tx.execute(sql`update orders set version = version + 1 where id = ${orderId}`)
  }
}

async function placeOrders(shop: TestShop): Promise<[string, string]> {
  const ids: string[] = []
  for (const email of ['ana@example.com', 'bo@example.com']) {
    const buyer = shop.buyer()
    ids.push((await buyer.place(buyer.submission({ customerEmail: email }))).body.orderId)
  }
  const [first = '', second = ''] = ids.sort()
  return [first, second]
}

test('the stop of a renewal goes out while the first order is locked', async () => {
  const shop = await openShop()
  const { id } = await subscribe(shop)
  shop.clock.set('2026-03-09T15:00:00Z')
  await runEngine(shop)
  const [cycle] = await getCycles(shop, id)
  const staff = await staffBrowser(shop)
  const form = { orderId: cycle?.order_id, scheduledDate: '2026-03-12', status: 'cancelled' }
  const { body: stop } = await staff.call<Schedule>('POST', apiPaths.adminSchedules, form)

  const response = await shop.deps.db.transaction(async (tx) => {
    await lockOrder(tx, id)
    const path = fillPath(apiPaths.adminSchedule, { id: stop.id })
    return staff.call('PATCH', path, { status: 'in-progress' })
  })

  expect(response.status).toBe(200)
})

test('an erasure that waits for an order locks no customer', async () => {
  const shop = await openShop()
  const { orderId } = (await shop.buyer().place()).body
  const ana = await customerBrowser(shop)

  const response = await whileLocked(
    shop,
    orderId,
    () => ana.call('DELETE', apiPaths.personalData),
    (tx) => writeTwice(tx, orderId),
  )

  expect(response.status).toBe(200)
  expect(await shop.sql('select id from customers')).toEqual([])
})

test('an erasure that waits for an order also erases one that is placed in the meantime', async () => {
  const shop = await openShop()
  const buyer = shop.buyer()
  const { orderId } = (await buyer.place()).body
  const ana = await customerBrowser(shop)

  const response = await whileLocked(
    shop,
    orderId,
    () => ana.call('DELETE', apiPaths.personalData),
    () => shop.buyer().place(),
  )

  expect(response.status).toBe(200)
  expect(await shop.sql('select status, customer_email from orders')).toEqual([
    { status: 'cancelled', customer_email: null },
    { status: 'cancelled', customer_email: null },
  ])
})

test('a bulk update that waits for an order has changed no other row', async () => {
  const shop = await openShop()
  const [first, second] = await placeOrders(shop)
  const staff = await staffBrowser(shop)
  const bulk = { ids: [first, second], status: 'confirmed' }

  const response = await whileLocked(
    shop,
    second,
    () => staff.call('PATCH', apiPaths.adminOrdersBulk, bulk),
    (tx) => tx.execute(sql`insert into invoice_counter values (1, 1)`),
  )

  expect(response.status).toBe(200)
})

test('scheduling orders in bulk that waits for an order has changed no other row', async () => {
  const shop = await openShop()
  const [first, second] = await placeOrders(shop)
  const staff = await staffBrowser(shop)
  const date = { scheduledDate: '2026-03-05' }

  const response = await whileLocked(
    shop,
    second,
    () => staff.call('POST', apiPaths.adminSchedulesBulk, { orderIds: [first, second], ...date }),
    // Waits for the request if that has counted a stop already.
    (tx) =>
      tx.execute(sql`insert into counters (name, shard, n)
        select 'schedules:pending', shard, 0 from generate_series(0, 15) shard
        on conflict (name, shard) do update set n = counters.n`),
  )

  expect(response.status).toBe(201)
})

test('a stop that has moved to another order is not moved again from an old page', async () => {
  const shop = await openShop()
  const [first, second] = await placeOrders(shop)
  const { orderId: third } = (await shop.buyer().place()).body
  const staff = await staffBrowser(shop)
  const form = { orderId: first, scheduledDate: '2026-03-05' }
  const { body: stop } = await staff.call<Schedule>('POST', apiPaths.adminSchedules, form)

  const response = await whileLocked(
    shop,
    first,
    () =>
      staff.call('PATCH', fillPath(apiPaths.adminSchedule, { id: stop.id }), { orderId: second }),
    (tx) => tx.execute(sql`update schedules set order_id = ${third} where id = ${stop.id}`),
  )

  expect([response.status, response.body.code]).toEqual([409, 'stale'])
  expect(await shop.sql('select order_id from schedules')).toEqual([{ order_id: third }])
})

test('an erasure and a refund that answers a case at the same moment both succeed', async () => {
  const { shop, staff, ana, orderId } = await deliveredOrder()
  const { id } = (await report(ana, orderId)).body
  await answer(staff, id, { outcome: 'refund', refund: { items: [{ line: 0, quantity: 1 }] } })
  const [refund] = await shop.sql<{ id: string }>('select id from refunds')
  const refundId = refund?.id ?? ''

  let response: Promise<{ status: number }> | undefined
  await shop.deps.db.transaction(async (tx) => {
    await tx.execute(sql`update refunds set status = 'succeeded' where id = ${refundId}`)
    response = ana.call('DELETE', apiPaths.personalData)
    await untilBlocked(shop)
    await answerRefunded(tx, shop.deps, refundId)
  })

  expect((await response)?.status).toBe(200)
  expect(await shop.sql('select id from cases')).toEqual([])
})

test('a cancellation locks the subscription that was created while it waited for the order', async () => {
  const shop = await openShop()
  const { db } = shop.deps
  const buyer = shop.buyer()
  await buyer.startCheckout()
  const { orderId } = (await buyer.place(buyer.submission({ isRecurring: true }))).body

  const cancelling = () =>
    db.transaction(async (tx) => {
      await lockSubscription(tx, orderId)
      const locked = shop.sql(`select from subscriptions where id = '${orderId}' for update nowait`)
      await expect(locked).rejects.toMatchObject({ code: '55P03' })
    })
  await whileLocked(shop, orderId, cancelling, async (tx) => {
    const order = await lockOrder(tx, orderId)
    if (order) await createSubscription(tx, shop.deps, order)
  })
})
