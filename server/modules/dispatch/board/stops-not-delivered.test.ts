import { expect, test } from 'vitest'
import { apiPaths } from '#contract/paths.ts'
import { auditDriving } from '#tests/support/driving/audit-driving.ts'
import { failed, openDriving } from '#tests/support/driving/open-driving.ts'
import { DATE } from '#tests/support/routing/open-board.ts'

/** A truck that is out and could not deliver a. The board still shows a, as its first stop. */
async function openWithFailed(...names: string[]) {
  const driving = await openDriving(...names)
  const { phone, a, read, blue } = driving
  await phone.report({ type: 'departed' }, failed(a))
  const shown = async () => {
    const { routes } = await read()
    return routes.find(({ truckId }) => truckId === blue)?.trips.flatMap(({ stops }) => stops) ?? []
  }
  const readVersion = async (id: string | undefined) =>
    (await shown()).find((stop) => stop.id === id)?.version ?? 0
  return { ...driving, shown, readVersion }
}

test('positions count the stops that the board shows, those that were not delivered too', async () => {
  const { shop, blue, a, b, c, move, show, shown, readVersion } = await openWithFailed(
    'a',
    'b',
    'c',
  )

  const up = await move(c ?? '', { position: 2, version: await readVersion(c) })
  expect([up.status, up.body.position, await show(blue)]).toEqual([200, 2, 'a c b'])
  const first = await move(b ?? '', { position: 1, version: await readVersion(b) })
  expect([first.status, await show(blue)]).toEqual([200, 'b a c'])

  expect((await shown()).map(({ id, position }) => [id, position])).toEqual([
    [b, 1],
    [a, 2],
    [c, 3],
  ])
  expect(await auditDriving(shop)).toEqual([])
})

test('a trip of which nothing was delivered still counts', async () => {
  const { staff, blue, a, b, c, stops, move, show, readVersion } = await openWithFailed(
    'a',
    'b',
    'c',
    'd',
  )
  await move(b ?? '', { trip: 2, position: 1, version: await readVersion(b) })
  await move(c ?? '', { trip: 2, position: 1, version: await readVersion(c) })
  const d = stops[3]?.id ?? ''
  await move(d, { trip: 2, position: 1, version: await readVersion(d) })
  expect(await show(blue)).toBe('a | d c b')

  const { status } = await staff.call('POST', apiPaths.adminStopsMove, {
    date: DATE,
    truckId: blue,
    trip: 2,
    stops: [{ id: d, version: await readVersion(d) }],
    orderIds: [],
  })

  expect([status, await show(blue)]).toEqual([200, 'a | c b d'])
  expect(await readVersion(a)).toBe(2)
})

test('rule 52: a truck that could not deliver a stop is on the road, so no other is added', async () => {
  const { staff, phone, blue, red, a, addOrders, show } = await openDriving('a', 'b')
  const [c] = await addOrders('c')
  await phone.report(failed(a))

  const { status } = await staff.call('POST', apiPaths.adminStopBest, { orderId: c, date: DATE })

  expect([status, await show(blue), await show(red)]).toEqual([201, 'a b', 'c'])
})
