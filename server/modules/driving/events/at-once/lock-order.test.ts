import { expect, test } from 'vitest'
import { beginTransaction } from '#tests/support/database/begin-transaction.ts'
import { delivered, openDriving } from '#tests/support/driving/open-driving.ts'
import { placeByPhone } from '#tests/support/orders/phone-order.ts'
import { DATE } from '#tests/support/routing/open-board.ts'
import { untilBlocked } from '#tests/support/until-blocked.ts'

test('an outcome does not lock the route while the cash of another order waits for it', async () => {
  const { phone, shop, staff, add, blue, routeId, stops } = await openDriving('a')
  const { body } = await placeByPhone(staff, shop, { deliveryDate: '2026-03-06' })
  const stop = (await add(body.orderId, { truckId: blue, date: DATE })).body
  await phone.load()
  const { client, end } = await beginTransaction(shop)
  // As a cancellation does: first the order, then the stop and with it the route.
  await client.query('select 1 from orders where id = $1 for update', [stop.orderId])
  const payload = { method: 'cash' as const, amount: '5.00' }
  const reported = phone.report(delivered(stops[0]?.id, shop.products[0]?.id ?? ''), {
    type: 'payment-received',
    stopId: stop.id,
    payload,
  })
  await untilBlocked(shop)
  await client.query('select 1 from routes where id = $1 for update nowait', [routeId])
  await client.query('select 1 from schedules where id = $1 for update nowait', [stops[0]?.id])
  await end('commit')

  expect(await reported).toBe('accepted accepted')
})

test('a corrected load does not lock the depot while the count of a customer is locked', async () => {
  const { shop, phone, stops } = await openDriving('a', 'b')
  const productId = shop.products[0]?.id ?? ''
  const lines = [{ productId, full: 8, empties: 0, damaged: 0 }]
  const loaded = phone.event({ type: 'loaded', payload: { lines } })
  await phone.report(loaded, { type: 'departed' }, delivered(stops[0]?.id, productId, 1, 0))
  const { client, end } = await beginTransaction(shop)
  // Locks like another truck with the same customer and depot.
  const lock = (holder: string, mode = '') =>
    client.query(`select 1 from bottle_holders where holder = $1 for update ${mode}`, [holder])
  await lock('customer')
  const reported = phone.report(
    { type: 'loaded', supersedes: loaded.eventId, payload: { lines } },
    delivered(stops[1]?.id, productId, 1, 0),
  )
  await untilBlocked(shop)
  expect((await lock('depot', 'nowait')).rows).toHaveLength(1)
  await end('commit')

  expect(await reported).toBe('accepted accepted')
})
