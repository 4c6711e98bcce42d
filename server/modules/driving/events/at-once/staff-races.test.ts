import { expect, test } from 'vitest'
import { beginTransaction } from '#tests/support/database/begin-transaction.ts'
import { delivered, openDriving } from '#tests/support/driving/open-driving.ts'
import type { TestShop } from '#tests/support/open-shop.ts'
import { DATE } from '#tests/support/routing/open-board.ts'
import { untilBlocked } from '#tests/support/until-blocked.ts'

/** Staff, in a transaction that has taken its lock and changes something before it commits. */
async function startStaffChange(shop: TestShop, lock: string, values: unknown[]) {
  const { client, end } = await beginTransaction(shop)
  await client.query(lock, values)
  return async (changes: [text: string, values: unknown[]][]) => {
    await untilBlocked(shop)
    for (const [text, params] of changes) await client.query(text, params)
    await end('commit')
  }
}

const LOCK_BOARD = "select pg_advisory_xact_lock(hashtext('board'), $1::date - '2000-01-01'::date)"
const LOCK_ORDER = 'select 1 from orders where id = $1 for update'
const LOCK_CLOSING = "select pg_advisory_xact_lock(hashtext('route closing'), hashtext($1))"

test('rule 57: a stop that moves to another truck while its own leaves stays behind', async () => {
  const { shop, phone, stops, red, states } = await openDriving('a', 'b')
  const finish = await startStaffChange(shop, LOCK_BOARD, [DATE])
  const reported = phone.report({ type: 'departed' })
  await finish([['update schedules set truck_id = $2 where id = $1', [stops[1]?.id, red]]])

  expect(await reported).toBe('accepted')
  expect(await states()).toEqual(['in-progress in-transit', 'pending scheduled'])
})

test('rule 57: a stop that moves away between two events of a truck that is out stays behind', async () => {
  const { shop, phone, stops, blue, red, add, addOrders, states } = await openDriving('a')
  await phone.report({ type: 'departed' })
  const [orderId = ''] = await addOrders('b')
  const added = (await add(orderId, { truckId: blue, date: DATE })).body
  const finish = await startStaffChange(shop, LOCK_ORDER, [orderId])
  const reported = phone.report({ type: 'arrived', stopId: stops[0]?.id ?? '' })
  await finish([['update schedules set truck_id = $2 where id = $1', [added.id, red]]])

  expect(await reported).toBe('accepted')
  const [row] = await shop.sql('select status from schedules where id = $1', [added.id])
  expect(row).toEqual({ status: 'pending' })
  expect(await states()).toEqual(['in-progress in-transit'])
})

test('rule 57: a delivery that is cancelled while it is reported is booked and listed', async () => {
  const { shop, phone, stops, reviews, states } = await openDriving('a')
  const [a] = stops
  const finish = await startStaffChange(shop, LOCK_ORDER, [a?.orderId])
  const reported = phone.report(delivered(a?.id, shop.products[0]?.id ?? ''))
  await finish([
    ["update orders set status = 'cancelled' where id = $1", [a?.orderId]],
    ["update schedules set status = 'cancelled' where id = $1", [a?.id]],
  ])

  expect(await reported).toBe('review')
  expect((await reviews()).map(({ kind }) => kind)).toEqual(['stop-changed'])
  expect(await states()).toEqual(['completed delivered'])
})

test('rule 57: events that arrive while staff close the route are booked and listed', async () => {
  const { shop, phone, stops, reviews, routeId, states } = await openDriving('a')
  await phone.report({ type: 'departed' })
  const finish = await startStaffChange(shop, LOCK_CLOSING, [routeId])
  const reported = phone.report(delivered(stops[0]?.id, shop.products[0]?.id ?? ''))
  await finish([["update routes set status = 'closed' where id = $1", [routeId]]])

  expect(await reported).toBe('review')
  expect((await reviews()).map(({ kind }) => kind)).toEqual(['route-closed'])
  expect(await states()).toEqual(['completed delivered'])
})
