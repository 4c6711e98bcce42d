import { expect, test } from 'vitest'
import { fillPath } from '#contract/fill-path.ts'
import { apiPaths } from '#contract/paths.ts'
import type { Buyer } from '#tests/support/buyer.ts'
import { followEvents } from '#tests/support/routing/follow-events.ts'
import { DATE, openBoard } from '#tests/support/routing/open-board.ts'

const follow = (url: string, staff: Buyer, query = `?date=${DATE}`) =>
  followEvents(`${url}${apiPaths.adminRouteEvents}${query}`, staff)

test('a second screen is notified of every change of its date', async () => {
  const { shop, staff, blue, add, addOrders, addStops, move, remove } = await openBoard()
  const [a] = await addStops(blue, 'a', 'b')
  const [c = ''] = await addOrders('c')
  const { next } = await follow(shop.url, staff)
  expect(await next()).toEqual({ date: DATE })
  const id = a?.id ?? ''

  const changes: (() => Promise<unknown>)[] = [
    () => add(c, { truckId: blue, date: DATE }),
    () => move(id, { position: 2, version: 1 }),
    () => staff.call('PATCH', fillPath(apiPaths.adminSchedule, { id }), { status: 'in-progress' }),
    () => remove(id),
    () => shop.sql("update orders set delivery_date = '2026-03-06' where id = $1", [c]),
    () => shop.sql('update routes set is_locked = true where truck_id = $1', [blue]),
  ]
  for (const change of changes) {
    await change()
    expect(await next()).toEqual({ date: DATE })
  }
})

test('a stream needs a date and a session of staff, who may have ten', async () => {
  const { shop, staff } = await openBoard()
  expect((await follow(shop.url, shop.buyer())).status).toBe(401)
  expect((await follow(shop.url, staff, '')).status).toBe(400)

  const streams = []
  for (let n = 0; n < 11; n++) streams.push(await follow(shop.url, staff))

  expect(streams.map(({ status }) => status)).toEqual([
    ...Array.from({ length: 10 }, () => 200),
    429,
  ])
})
