import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import type { Credit } from '#contract/credit.ts'
import { fillPath } from '#contract/fill-path.ts'
import { textToCents } from '#contract/money.ts'
import { apiPaths } from '#contract/paths.ts'
import { shopWithOrder } from '#tests/support/bottles/closed-delivery.ts'
import type { TestShop } from '#tests/support/open-shop.ts'
import { auditBottles, reverseMovements } from './index.ts'

/** Staff marked Ana's four bottles as delivered; no one counted them. */
async function shopWithUncounted() {
  const opened = await shopWithOrder()
  const { shop, ana, staff, orderId, buy, visit, close } = opened
  const deliverByHand = (id: string) =>
    shop.sql("update orders set delivery_status = 'delivered', delivered_at = $1 where id = $2", [
      shop.clock.now(),
      id,
    ])
  await deliverByHand(orderId)
  shop.clock.advance(60_000)
  return {
    ...opened,
    deliverByHand,
    /** The next order of two bottles. */
    visitNext: async (empties: number) => {
      const next = await buy(2)
      await visit(next, { full: 2, empties })
      await close(next, 2)
    },
    importCount: (bottles: number) =>
      staff.call(
        'POST',
        apiPaths.adminBottlesImport,
        `Email,5 gallons,3 gallons\nana@example.com,${bottles},0`,
        { 'content-type': 'text/csv' },
      ),
    credit: async () => (await ana.call<Credit>('GET', apiPaths.credit)).body.balance,
  }
}

test('rule 42: the first count releases no deposit of bottles that no one counted', async () => {
  const { shop, visitNext, credit } = await shopWithUncounted()
  await visitNext(2)
  expect(await credit()).toBe('0.00')

  // All four are back now, and two were left.
  await visitNext(4)
  expect(await credit()).toBe('12.00')
  expect((await auditBottles(shop.deps.db)).findings).toEqual([])
})

test('rule 42: a count releases no deposit of a later delivery without counts', async () => {
  const { visitNext, credit, buy, close, deliverByHand } = await shopWithUncounted()
  await visitNext(4)
  expect(await credit()).toBe('12.00')
  const uncounted = await buy(4)
  await deliverByHand(uncounted)
  await close(uncounted, null)

  const before = await credit()
  await visitNext(2)
  expect(await credit()).toBe(before)
})

test('rule 42: a file of counts decides what is left of bottles that no one counted', async () => {
  const { shop, visitNext, credit, importCount } = await shopWithUncounted()
  expect((await importCount(2)).status).toBe(200)
  shop.clock.advance(60_000)
  await visitNext(2)
  expect(await credit()).toBe('12.00')
})

test('rule 42: a return that staff enter refunds no deposit of an order that is to come', async () => {
  const { staff, customerId, orderId, buyAsGuest, visit, close, credit } = await shopWithUncounted()
  await visit(orderId, { full: 4 })
  await close(orderId, 4)
  await buyAsGuest(6)
  const path = fillPath(apiPaths.adminDeposit, { id: customerId })
  expect((await staff.call('POST', path, { bottles: 1 })).status).toBe(200)
  expect(await credit()).toBe('6.00')
})

test('rule 42: bottles that came back before the first count keep no later deposit', async () => {
  const { shop, staff, customerId, buy, visit, close, credit } = await shopWithUncounted()
  const path = fillPath(apiPaths.adminDeposit, { id: customerId })
  expect((await staff.call('POST', path, { bottles: 4 })).status).toBe(200)
  const next = await buy(2)
  await visit(next, { full: 2 })
  await close(next, 2)
  const before = textToCents(await credit()) ?? 0

  await visit(next, { empties: 2 })
  const last = await buy(1)
  await visit(last, { full: 1 })
  await close(last, 1)

  const used = await shop.sql<{ cents: number }>(
    'select credit_cents as cents from payments where order_id = $1',
    [last],
  )
  const after = textToCents(await credit()) ?? 0
  expect(after - before + (used[0]?.cents ?? 0)).toBe(600)
})

test('rule 42: old bottles that were taken before a delivery release no deposit of it', async () => {
  const { shop, orderId, buyAsGuest, visit, close, deliverByHand, credit } =
    await shopWithUncounted()
  // The bottles of the first order are counted after all. The customer had four others.
  await visit(orderId, { full: 4, empties: 4 })
  await close(orderId, 4)
  const uncounted = await buyAsGuest(4)
  await deliverByHand(uncounted)
  shop.clock.advance(60_000)

  const next = await buyAsGuest(1)
  await visit(next, { full: 1 })
  await close(next, 1)

  expect(await credit()).toBe('0.00')
})

test('rule 42: a delivery that staff mark days later was made on its date', async () => {
  const { shop, orderId, buyAsGuest, visit, close, deliverByHand, credit } =
    await shopWithUncounted()
  const next = await buyAsGuest(1)
  await visit(next, { full: 1, empties: 4 })
  await shop.sql("update orders set delivery_date = '2026-01-05' where id = $1", [orderId])
  await deliverByHand(orderId)

  await close(next, 1)

  expect(await credit()).toBe('24.00')
})

test('rule 42: a file of counts includes earlier deliveries, also if staff mark them later', async () => {
  const { shop, orderId, visitNext, credit, importCount, deliverByHand } = await shopWithUncounted()
  await shop.sql("update orders set delivery_date = '2026-01-05' where id = $1", [orderId])
  expect((await importCount(2)).status).toBe(200)
  shop.clock.advance(60_000)
  await deliverByHand(orderId)
  await visitNext(2)
  expect(await credit()).toBe('12.00')
})

test.each(['completed', 'in-progress'])(
  'rule 42: a delivery whose stop is %s on a later day was made on that day',
  async (status) => {
    const { shop, orderId, visitNext, credit, importCount, deliverByHand } =
      await shopWithUncounted()
    await shop.sql("update orders set delivery_date = '2026-01-05' where id = $1", [orderId])
    await addStop(shop, orderId, { status, date: '2026-12-30' })
    // The count is older than the delivery, so the customer had these two without a deposit.
    expect((await importCount(2)).status).toBe(200)
    shop.clock.advance(60_000)
    await deliverByHand(orderId)

    await visitNext(2)

    expect(await credit()).toBe('0.00')
  },
)

test('rule 42: a further stop that is still to come does not affect the delivery before it', async () => {
  const { shop, orderId, visitNext, credit, importCount, deliverByHand } = await shopWithUncounted()
  await shop.sql("update orders set delivery_date = '2026-01-05' where id = $1", [orderId])
  await addStop(shop, orderId, { status: 'completed', date: '2026-01-05' })
  await addStop(shop, orderId, { status: 'pending', date: '2026-12-30' })
  expect((await importCount(2)).status).toBe(200)
  shop.clock.advance(60_000)
  await deliverByHand(orderId)

  await visitNext(2)

  expect(await credit()).toBe('12.00')
})

test('rule 42: a count that is corrected after a delivery still releases no deposit of it', async () => {
  const { shop, orderId, buyAsGuest, visit, close, deliverByHand, credit } =
    await shopWithUncounted()
  const { eventId } = await visit(orderId, { full: 4, empties: 4 })
  await close(orderId, 4)
  await deliverByHand(await buyAsGuest(4))
  shop.clock.advance(60_000)
  const at = shop.clock.now()
  await shop.deps.db.transaction((tx) => reverseMovements(tx, shop.deps, { eventId, at }))
  await visit(orderId, { full: 4, empties: 4 })

  const next = await buyAsGuest(1)
  await visit(next, { full: 1 })
  await close(next, 1)

  expect(await credit()).toBe('0.00')
})

test('rule 42: bottles that staff added stay found when a late count opens the count lower', async () => {
  const { shop, staff, customerId, orderId, buyAsGuest, visit, close, deliverByHand, credit } =
    await shopWithUncounted()
  const early = shop.clock.now()
  shop.clock.advance(60_000)
  await visit(orderId, { full: 4, empties: 4 })
  await close(orderId, 4)
  await deliverByHand(await buyAsGuest(4))
  shop.clock.advance(60_000)
  const places = { from: { holder: 'supplier' }, to: { holder: 'customer', id: customerId } }
  const added = { kind: '5-gallon', state: 'empty', quantity: 4, ...places }
  const form = { ...added, reason: 'Found', requestId: randomUUID() }
  expect((await staff.call('POST', apiPaths.adminBottleCorrections, form)).status).toBe(200)
  const now = shop.clock.now()
  shop.clock.set(early.toISOString())
  await visit(orderId, { full: 4 })
  shop.clock.set(now.toISOString())

  const next = await buyAsGuest(1)
  await visit(next, { full: 1, empties: 4 })
  await close(next, 1)

  expect(await credit()).toBe('24.00')
})

const addStop = (shop: TestShop, orderId: string, stop: { status: string; date: string }) =>
  shop.sql(
    `insert into schedules (id, order_id, scheduled_date, status, created_at)
     values ($1, $2, $3, $4, $5)`,
    [randomUUID(), orderId, stop.date, stop.status, shop.clock.now()],
  )
