import { expect, test } from 'vitest'
import { fillPath } from '#contract/fill-path.ts'
import { apiPaths } from '#contract/paths.ts'
import { auditBottles } from '#server/modules/bottles/index.ts'
import { beginTransaction } from '#tests/support/database/begin-transaction.ts'
import { delivered, failed, openDriving } from '#tests/support/driving/open-driving.ts'
import { DATE } from '#tests/support/routing/open-board.ts'
import { untilBlocked } from '#tests/support/until-blocked.ts'

/** Sam's stops a and b; b was moved to Red, which Kim drives. */
async function openMoved() {
  const driving = await openDriving('a', 'b')
  const { shop, stops, blue, red, findRoute, move, addDriver, publish, openPhone, phone } = driving
  const productId = shop.products[0]?.id ?? ''
  const b = stops[1]?.id ?? ''
  const load = { lines: [{ productId, full: 4, empties: 0, damaged: 0 }] }
  await phone.report({ type: 'loaded', payload: load }, { type: 'departed' })
  const version = (await findRoute(blue)).trips[0]?.stops[1]?.version
  const moved = await move(b, { truckId: red, version })
  expect(moved.status).toBe(200)
  const redRoute = (await findRoute(red)).id
  const kim = await addDriver('Kim')
  await publish(redRoute, kim)
  const second = await openPhone(kim)
  await second.load()
  /** Stop, receipt and ledger of b, which must agree. */
  const readState = async () => {
    const [row] = await shop.sql<{ state: string }>(
      `select concat_ws(' ', s.status, s.outcome, o.delivery_status, t.progress, r.event_id = t.outcome_event_id,
         coalesce((select sum(case when "to" = 'customer' then quantity else -quantity end)
           from bottle_movements where order_id = s.order_id and state = 'full'), 0)) as state
       from schedules s join orders o on o.id = s.order_id left join stop_states t on t.stop_id = s.id
       left join receipts r on r.stop_id = s.id where s.id = $1`,
      [b],
    )
    expect((await auditBottles(shop.deps.db)).findings).toEqual([])
    return row?.state
  }
  return { ...driving, productId, b, redRoute, second, readState }
}

test('rule 57: the first phone’s outcome of a moved stop stays when its new truck leaves', async () => {
  const { phone, second, readState, b, productId, shop, redRoute } = await openMoved()
  expect(await phone.report(delivered(b, productId, 1, 0))).toBe('review')
  expect(await readState()).toBe('completed delivered delivered t 1')

  expect(await second.report({ type: 'departed' })).toBe('accepted')
  expect(await readState()).toBe('completed delivered delivered t 1')
  // Both come back; the bottle that is missing is refunded once.
  await phone.report({ type: 'closed' })
  await second.report({ type: 'closed' })
  expect(await readState()).toBe('completed delivered delivered t 1')
  const closedDeliveries = await shop.sql(
    'select "left" from bottle_settlements where route_id <> $1',
    [redRoute],
  )
  expect(closedDeliveries).toEqual([{ left: [{ productId, quantity: 1 }] }])
})

test('rule 55: a stop that two trucks reported as delivered: the first counts, the second waits', async () => {
  const { phone, second, readState, b, productId, reviews, decide } = await openMoved()
  await phone.report(delivered(b, productId, 1, 0))
  expect(await second.report({ type: 'departed' }, delivered(b, productId, 2, 0))).toBe(
    'accepted review',
  )
  expect(await readState()).toBe('completed delivered delivered t 1')
  await second.report({ type: 'note', payload: { note: 'x' } }, { type: 'arrived', stopId: b })
  expect(await readState()).toBe('completed delivered delivered t 1')

  const review = (await reviews()).find(({ kind }) => kind === 'second-outcome')
  await decide(review?.id ?? '', apiPaths.adminReviewAccept)
  expect(await readState()).toBe('completed delivered delivered t 2')
})

test('rule 56: if the first phone undoes its outcome of a moved stop, the second one counts', async () => {
  const { phone, second, readState, b, productId, reviews } = await openMoved()
  const mistaken = phone.event(delivered(b, productId, 1, 0))
  await phone.report(mistaken)
  await second.report({ type: 'departed' }, delivered(b, productId, 2, 0))
  await phone.report({ type: 'superseded', supersedes: mistaken.eventId })

  expect(await readState()).toBe('completed delivered delivered t 2')
  expect((await reviews()).map(({ kind }) => kind)).not.toContain('second-outcome')
})

test('both trucks report one stop at once: one counts', async () => {
  const { phone, second, readState, b, productId, reviews } = await openMoved()
  const answers = await Promise.all([
    phone.report(delivered(b, productId, 1, 0)),
    second.report({ type: 'departed' }, delivered(b, productId, 1, 0)),
    second.report({ type: 'arrived', stopId: b }, failed(b)),
  ])
  expect(answers.join(' ')).not.toContain('rejected')
  expect(['completed delivered delivered t 1', 'cancelled failed failed failed 0']).toContain(
    await readState(),
  )
  expect((await reviews()).filter(({ kind }) => kind === 'second-outcome')).toHaveLength(2)
  expect((await reviews()).map(({ kind }) => kind)).not.toContain('not-applied')
})

test('rule 57: a stop that two phones loaded is known on both routes, also once it is deleted', async () => {
  const { phone, second, b, productId, shop, states, remove } = await openMoved()
  expect((await remove(b)).status).toBeLessThan(300)

  expect(await second.report({ type: 'departed' }, delivered(b, productId, 2, 0))).toBe(
    'accepted review',
  )
  expect(await phone.report(delivered(b, productId, 1, 0))).toBe('review')
  expect(await states()).toEqual(['in-progress in-transit'])
  const left = await shop.sql(
    `select route_id = (select route_id from stop_states where stop_id = $1) as "isFirst", quantity
     from bottle_movements where state = 'full' and cause = 'delivered'`,
    [b],
  )
  expect(left).toEqual([{ isFirst: true, quantity: 2 }])
})

test('staff decide between two trucks while staff close one of them: both succeed', async () => {
  const { shop, staff, phone, second, readState, b, stops, blue, red, redRoute, ...driving } =
    await openMoved()
  const { productId, reviews, decide } = driving
  await phone.report(delivered(b, productId, 1, 0))
  await second.report({ type: 'departed' }, delivered(b, productId, 2, 0))
  const moveBack = fillPath(apiPaths.adminSchedule, { id: b })
  expect((await staff.call('PATCH', moveBack, { truckId: blue })).status).toBe(200)
  // The closing takes this stop off, so it waits for the order of b.
  const form = { orderId: stops[1]?.orderId, truckId: red, scheduledDate: DATE }
  await staff.call('POST', apiPaths.adminSchedules, form)
  const review = (await reviews()).find(({ kind }) => kind === 'second-outcome')
  const { client, end } = await beginTransaction(shop)
  await client.query("select 1 from bottle_holders where holder = 'customer' for update")
  const deciding = decide(review?.id ?? '', apiPaths.adminReviewAccept)
  await untilBlocked(shop)
  const path = fillPath(apiPaths.adminRoute, { id: redRoute })
  const closing = staff.call('PATCH', path, { status: 'closed' })
  await untilBlocked(shop, 2)
  await end('commit')

  expect([(await deciding).status, (await closing).status]).toEqual([200, 200])
  expect(await readState()).toBe('completed delivered delivered t 2')
})

test('a correction of one stop waits for no truck that another stop was moved to', async () => {
  const { shop, phone, a = '', b, productId, redRoute } = await openMoved()
  const first = phone.event(delivered(a, productId, 1, 0))
  await phone.report(first, { type: 'arrived', stopId: b })
  const { client, end } = await beginTransaction(shop)
  const lock = "select pg_advisory_xact_lock(hashtext('route events'), hashtext($1))"
  await client.query(lock, [redRoute])

  const corrected = { ...delivered(a, productId, 2, 0), supersedes: first.eventId }
  expect(await phone.report(corrected)).toBe('accepted')

  await end('commit')
})
