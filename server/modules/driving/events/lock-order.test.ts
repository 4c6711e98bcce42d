import { expect, onTestFinished, test } from 'vitest'
import { auditBottles } from '#server/modules/bottles/index.ts'
import { delivered, openDriving } from '#tests/support/driving/open-driving.ts'
import { placeByPhone } from '#tests/support/orders/phone-order.ts'
import { DATE } from '#tests/support/routing/open-board.ts'
import { untilBlocked } from '#tests/support/until-blocked.ts'

const count = (productId: string, full: number) => ({
  payload: { lines: [{ productId, full, empties: 0, damaged: 0 }] },
})

test('cash for one order and a departure never hold the route while they wait for the order', async () => {
  const { phone, shop, staff, add, blue, routeId, stops } = await openDriving('a')
  const { body } = await placeByPhone(staff, shop, { deliveryDate: '2026-03-06' })
  const stop = (await add(body.orderId, { truckId: blue, date: DATE })).body
  await phone.load()
  const client = await shop.deps.pool.connect()
  let isOver = false
  const end = async (how: string) => {
    if (isOver) return
    isOver = true
    await client.query(how)
    client.release()
  }
  onTestFinished(() => end('rollback'))
  // As a cancellation does: first the order, then the stop and with it the route.
  await client.query('begin')
  await client.query('select 1 from orders where id = $1 for update', [stop.orderId])
  const payload = { method: 'cash' as const, amount: '5.00' }
  const told = phone.tell(delivered(stops[0]?.id, shop.products[0]?.id ?? ''), {
    type: 'payment-received',
    stopId: stop.id,
    payload,
  })
  await untilBlocked(shop)
  await client.query('set local lock_timeout = 2000')
  await client.query('update routes set version = version where id = $1', [routeId])
  await client.query("update schedules set notes = 'x' where id = $1", [stops[0]?.id])
  await end('commit')

  expect(await told).toBe('accepted accepted')
})

test('two trucks correct their loads and deliver to one customer at once: no deadlock', async () => {
  const { shop, phone, red, addStops, routeOf, addDriver, publish, openPhone, stops } =
    await openDriving('a', 'b', 'c', 'd')
  const productId = shop.products[0]?.id ?? ''
  const onRed = await addStops(red, 'e', 'f', 'g', 'h')
  const kim = await addDriver('Kim')
  await publish((await routeOf(red)).id, kim)
  const second = await openPhone(kim)
  await second.load()
  const drive = async (on: typeof phone, ids: string[]) => {
    let loaded = on.event({ type: 'loaded', ...count(productId, 8) })
    const answers = [await on.tell(loaded, { type: 'departed' })]
    for (const id of ids) {
      const again = on.event({
        type: 'loaded',
        supersedes: loaded.eventId,
        ...count(productId, 8),
      })
      answers.push(await on.tell(again, delivered(id, productId, 1, 0)))
      loaded = again
    }
    return answers
  }
  const ids = (list: { id: string }[]) => list.map(({ id }) => id)
  const before = await shop.sql<{ n: number }>(
    'select deadlocks::int as n from pg_stat_database where datname = current_database()',
  )
  const answers = await Promise.all([drive(phone, ids(stops)), drive(second, ids(onRed))])

  expect(new Set(answers.flat().join(' ').split(' '))).toEqual(new Set(['accepted']))
  await shop.sql('select pg_stat_force_next_flush()')
  expect(
    await shop.sql(
      'select deadlocks::int as n from pg_stat_database where datname = current_database()',
    ),
  ).toEqual(before)
  expect((await auditBottles(shop.deps.db)).findings).toEqual([])
})
