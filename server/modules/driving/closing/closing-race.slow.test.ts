import { expect, test } from 'vitest'
import { fillPath } from '#contract/fill-path.ts'
import { apiPaths } from '#contract/paths.ts'
import { beginTransaction } from '#tests/support/database/begin-transaction.ts'
import { delivered, failed, openDriving } from '#tests/support/driving/open-driving.ts'
import type { TestShop } from '#tests/support/open-shop.ts'
import { DATE } from '#tests/support/routing/open-board.ts'
import { untilBlocked } from '#tests/support/until-blocked.ts'

/** Another transaction that has locked the order. */
async function lockOrder(shop: TestShop, orderId: string | undefined) {
  const { client, end } = await beginTransaction(shop)
  await client.query('select 1 from orders where id = $1 for update', [orderId])
  return { client, release: () => end('rollback') }
}

test('rule 59: a count that arrives while staff close the route is included', async () => {
  const { shop, phone, stops, setRoute, routeId } = await openDriving('a', 'b')
  const productId = shop.products[0]?.id ?? ''
  const [a, b] = stops
  await phone.report({ type: 'departed' }, delivered(b?.id, productId, 2, 0))
  const { release } = await lockOrder(shop, a?.orderId)
  const reported = phone.report(delivered(a?.id, productId, 1, 0))
  await untilBlocked(shop)
  const closing = setRoute({ status: 'closed' })
  await Promise.race([closing, untilBlocked(shop, 2)])
  await release()

  expect(await reported).toBe('accepted')
  expect((await closing).status).toBe(200)
  const closedDeliveries = await shop.sql(
    'select order_id, "left" from bottle_settlements where route_id = $1 and order_id = $2',
    [routeId, a?.orderId],
  )
  expect(closedDeliveries).toEqual([{ order_id: a?.orderId, left: [{ productId, quantity: 1 }] }])
})

test('rule 62: a receipt that was sent does not keep its order from the next event', async () => {
  const { shop, phone, stops } = await openDriving('a')
  const [a] = stops
  await phone.report({ type: 'departed' }, delivered(a?.id, shop.products[0]?.id ?? ''))
  shop.clock.advance(6 * 60_000)
  const { client, release } = await lockOrder(shop, a?.orderId)
  const sending = shop.runJob('email.send')
  await untilBlocked(shop)
  // As an event does, which has the order by now.
  const { rows } = await client.query('select 1 from receipts for update nowait')
  expect(rows).toHaveLength(1)
  await release()
  await sending
  expect(await shop.sql('select sent_revision from receipts')).toEqual([{ sent_revision: 1 }])
})

test.each([
  ['one', apiPaths.adminSchedules, (orderId: string) => ({ orderId })],
  ['several', apiPaths.adminSchedulesBulk, (orderId: string) => ({ orderIds: [orderId] })],
] as const)(
  'rule 49: a truck that is coming back takes no stop from the schedules page, sent as %s',
  async (_, path, toBody) => {
    const { shop, staff, phone, stops, blue, addOrders, setRoute, unplanned } =
      await openDriving('a')
    await phone.report({ type: 'departed' })
    const [orderId = ''] = await addOrders('c')
    const { release } = await lockOrder(shop, stops[0]?.orderId)
    const closing = setRoute({ status: 'closed' })
    await untilBlocked(shop)
    const stop = { ...toBody(orderId), truckId: blue, scheduledDate: DATE }
    const adding = staff.call<{ code: string }>('POST', path, stop)
    await Promise.race([adding, untilBlocked(shop, 2)])
    await release()

    expect((await closing).status).toBe(200)
    expect((await adding).body.code).toBe('route_closed')
    expect(await unplanned()).toContain('c')
  },
)

test('rule 49: a closed route gets no stop back if another truck undoes its outcome', async () => {
  const { shop, staff, phone, stops, red, productId, ...driving } = await openDriving('a')
  const { publish, findRoute, addDriver, addStops, states, unplanned } = driving
  const [a] = stops
  await phone.report({ type: 'departed' })
  const path = fillPath(apiPaths.adminSchedule, { id: a?.id ?? '' })
  await staff.call('PATCH', path, { truckId: red })
  const [b] = await addStops(red, 'b')
  const { id } = await findRoute(red)
  await publish(id, await addDriver('Kim'))
  const setRed = (status: string) =>
    staff.call('PATCH', fillPath(apiPaths.adminRoute, { id }), { status })
  await setRed('out')
  const made = phone.event(delivered(a?.id, productId))
  await phone.report(made)
  const { release } = await lockOrder(shop, b?.orderId)
  const closing = setRed('closed')
  await untilBlocked(shop)
  const undoing = phone.report({ type: 'superseded', supersedes: made.eventId })
  await Promise.race([undoing, untilBlocked(shop, 2)])
  await release()

  expect((await closing).status).toBe(200)
  await undoing
  expect(await states()).toEqual(['cancelled scheduled'])
  expect(await unplanned()).toContain('a')
})

test('a closing waits for all stops of its deliveries before it changes one', async () => {
  const { shop, staff, phone, stops, setRoute, routeId } = await openDriving('a', 'b')
  const [a] = stops
  const form = { orderId: a?.orderId, truckId: null, scheduledDate: DATE }
  const { body } = await staff.call<{ id: string }>('POST', apiPaths.adminSchedules, form)
  await phone.report({ type: 'departed' }, failed(a?.id))
  const { client, end } = await beginTransaction(shop)
  // As a plan does, which locks the stops of its date and then their routes.
  await client.query('select 1 from schedules where id = $1 for update', [body.id])
  const closing = setRoute({ status: 'closed' })
  await untilBlocked(shop)
  await client.query('select 1 from routes where id = $1 for update nowait', [routeId])
  await end('commit')

  expect((await closing).status).toBe(200)
})
