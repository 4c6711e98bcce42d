import { expect, test } from 'vitest'
import { auditBottles } from '#server/modules/bottles/index.ts'
import { beginTransaction } from '#tests/support/database/begin-transaction.ts'
import { addFleet, type FleetRoute } from '#tests/support/driving/add-fleet.ts'
import { delivered, openDriving } from '#tests/support/driving/open-driving.ts'
import type { TestShop } from '#tests/support/open-shop.ts'
import { DATE } from '#tests/support/routing/open-board.ts'
import { untilBlocked } from '#tests/support/until-blocked.ts'

/** Takes the lock of the board in another transaction, as a dispatcher or a driver's event does. */
async function lockBoard(shop: TestShop, kind: 'exclusive' | 'shared') {
  const { client, end } = await beginTransaction(shop)
  await client.query(
    `select pg_advisory_xact_lock${kind === 'shared' ? '_shared' : ''}(hashtext('board'), $1::date - '2000-01-01'::date)`,
    [DATE],
  )
  return () => end('rollback')
}

test('trucks that leave and come back at once do not wait for each other, a dispatcher does', async () => {
  const { shop, phone, stops, states, move, routeId, findRoute, blue } = await openDriving('a', 'b')
  const productId = shop.products[0]?.id ?? ''
  const [a] = stops
  const release = await lockBoard(shop, 'shared')

  expect(await phone.report({ type: 'departed' }, delivered(a?.id, productId))).toBe(
    'accepted accepted',
  )
  const b = (await findRoute(blue)).trips[0]?.stops[1]
  const moving = move(b?.id ?? '', { pin: 'truck', version: b?.version })
  await untilBlocked(shop)
  await release()
  expect((await moving).status).toBe(200)
  expect(await states()).toEqual(['completed delivered', 'in-progress in-transit'])
  expect(await phone.report({ type: 'closed' })).toBe('accepted')
  expect(await shop.sql('select status from routes where id = $1', [routeId])).toEqual([
    { status: 'closed' },
  ])
})

test('a truck that leaves while a dispatcher changes the board waits, and nothing is lost', async () => {
  const { shop, phone, stops, states, routeId } = await openDriving('a', 'b')
  const productId = shop.products[0]?.id ?? ''
  const release = await lockBoard(shop, 'exclusive')
  const leaving = phone.report({ type: 'departed' }, delivered(stops[0]?.id, productId))
  await untilBlocked(shop)
  expect(await shop.sql('select status from routes where id = $1', [routeId])).toEqual([
    { status: 'published' },
  ])

  await release()

  expect(await leaving).toBe('accepted accepted')
  expect(await states()).toEqual(['completed delivered', 'in-progress in-transit'])
})

test('stops that a dispatcher moves while ten phones send their day: neither is lost', async () => {
  const { shop, firstOrder, openPhone, move, read } = await openDriving('a')
  const productId = shop.products[0]?.id ?? ''
  const [trucks, stopsPerTruck] = [10, 6]
  const routes = await addFleet(shop.sql, {
    orderId: firstOrder,
    date: DATE,
    trucks,
    stopsPerTruck,
  })
  const days = []
  for (const { driverId, stops } of routes) {
    const phone = await openPhone(driverId)
    await phone.load()
    // The last stop of each route is left to the dispatcher.
    const visits = stops.slice(0, -1).map(({ id }) => delivered(id, productId))
    days.push(async () => [
      await phone.report({ type: 'departed' }, ...visits.slice(0, 2)),
      await phone.report(...visits.slice(2)),
      await phone.report({ type: 'closed' }),
    ])
  }
  const last = ({ stops }: FleetRoute) => stops.at(-1)?.id ?? ''
  const [spare] = routes
  const moves = async () => {
    const statuses: number[] = []
    for (const route of routes.slice(1)) {
      const body = { routeId: spare?.routeId, position: 1, version: await readVersion(last(route)) }
      statuses.push((await move(last(route), body)).status)
    }
    return statuses
  }
  const readVersion = async (id: string) =>
    (await shop.sql<{ version: number }>('select version from schedules where id = $1', [id]))[0]
      ?.version

  const [answers, statuses] = await Promise.all([
    Promise.all(days.slice(1).map((day) => day())),
    moves(),
  ])

  expect(new Set(answers.flat().join(' ').split(' '))).toEqual(new Set(['accepted']))
  const board = await read()
  const onSpare = board.routes
    .filter(({ id }) => id === spare?.routeId)
    .flatMap(({ trips }) => trips.flatMap(({ stops }) => stops))
  const moved = routes
    .slice(1)
    .map(last)
    .filter((_, n) => statuses[n] === 200)
  expect(onSpare.map(({ id }) => id)).toEqual(expect.arrayContaining(moved))
  // A stop that its truck took along in the meantime is rejected, with its new version.
  expect(statuses.every((status) => status === 200 || status === 409)).toBe(true)
  const positions = await shop.sql<{ position: number }>(
    'select position from schedules where truck_id = $1 order by position',
    [spare?.truckId],
  )
  expect(positions.map(({ position }) => position)).toEqual(positions.map((_, n) => n + 1))
  const done = await shop.sql(
    `select count(*)::int as n from schedules s join orders o on o.id = s.order_id
     where s.status = 'completed' and o.delivery_status = 'delivered'`,
  )
  expect(done).toEqual([{ n: (trucks - 1) * (stopsPerTruck - 1) }])
  const closed = await shop.sql("select 1 from routes where status = 'closed'")
  expect(closed).toHaveLength(trucks - 1)
  expect((await auditBottles(shop.deps.db)).findings).toEqual([])
})
