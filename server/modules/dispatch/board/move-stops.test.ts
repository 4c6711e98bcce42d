import { expect, test } from 'vitest'
import { apiPaths } from '#contract/paths.ts'
import { DATE, openBoard } from '#tests/support/routing/open-board.ts'

async function openMoves() {
  const board = await openBoard()
  const moveAll = (body: object) =>
    board.staff.call<{ moved: number; code: string }>('POST', apiPaths.adminStopsMove, {
      date: DATE,
      stops: [],
      orderIds: [],
      ...body,
    })
  const seen = (stop: { id: string } | undefined, version = 1) => ({ id: stop?.id ?? '', version })
  return { ...board, moveAll, seen }
}

test('several stops and deliveries move to one truck in one request, in their order', async () => {
  const { blue, red, addStops, addOrders, moveAll, seen, show } = await openMoves()
  const [a, , c] = await addStops(blue, 'a', 'b', 'c')
  await addStops(red, 'x')
  const orderIds = await addOrders('d')

  const { status, body } = await moveAll({ truckId: red, stops: [seen(c), seen(a)], orderIds })
  expect([status, body]).toEqual([200, { moved: 3 }])
  expect([await show(blue), await show(red)]).toEqual(['b', 'x c a d'])
})

test('a trip that is emptied by the move shifts the new one', async () => {
  const { blue, addStops, move, moveAll, seen, show } = await openMoves()
  const [a, b, c] = await addStops(blue, 'a', 'b', 'c')
  await move(c?.id ?? '', { trip: 2, version: 1 })
  expect(await show(blue)).toBe('a b | c')

  await moveAll({ truckId: blue, trip: 3, stops: [seen(c, 2), seen(a), seen(b)] })
  expect(await show(blue)).toBe('c a b')
})

test('X8: if one of the stops is stale, none moves', async () => {
  const { blue, red, addStops, addOrders, moveAll, move, seen, show, unplanned } = await openMoves()
  const [a, b] = await addStops(blue, 'a', 'b')
  const [d = ''] = await addOrders('d')
  await move(b?.id ?? '', { position: 1, version: 1 })

  for (const [body, code] of [
    [{ stops: [seen(a), seen(b)] }, 'stale'],
    [{ stops: [seen(a)], orderIds: [a?.orderId] }, 'stop_exists'],
    [{ stops: [seen(a)], orderIds: ['00000000-0000-4000-8000-000000000000'] }, 'unknown_order'],
    [{ stops: [seen(a), { id: '00000000-0000-4000-8000-000000000000', version: 1 }] }, 'not_found'],
    [{ stops: [seen(a)], date: '2026-03-06' }, 'stale'],
    [{}, 'invalid'],
    [{ orderIds: [d], truckId: '00000000-0000-4000-8000-000000000000' }, 'unknown_truck'],
  ] as const) {
    const reply = await moveAll({ truckId: red, ...body })
    expect([body, reply.body.code]).toEqual([body, code])
  }
  expect([await show(blue), await show(red)]).toEqual(['b a', ''])
  expect(await unplanned()).toContain('d')
})
