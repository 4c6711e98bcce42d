import { expect, test } from 'vitest'
import { fillPath } from '#contract/fill-path.ts'
import { apiPaths } from '#contract/paths.ts'
import { openDriving } from '#tests/support/driving/open-driving.ts'
import { DATE } from '#tests/support/routing/open-board.ts'

/** Blue is out with a and b. The schedules page changes stops. */
async function openOut() {
  const driving = await openDriving('a', 'b')
  const { shop, staff, phone } = driving
  await shop.sql("update orders set status = 'cancelled' where id = $1", [driving.firstOrder])
  await phone.report({ type: 'departed' })
  const schedulePath = (id: string | undefined) =>
    fillPath(apiPaths.adminSchedule, { id: id ?? '' })
  const patchStop = (id: string | undefined, body: object) =>
    staff.call('PATCH', schedulePath(id), body)
  return {
    ...driving,
    patchStop,
    takeOff: {
      cancelled: (id: string | undefined) => patchStop(id, { status: 'cancelled' }),
      deleted: (id: string | undefined) => staff.call('DELETE', schedulePath(id)),
      unassigned: (id: string | undefined) => patchStop(id, { truckId: null }),
    },
  }
}

const changes = ['cancelled', 'deleted', 'unassigned'] as const

test.each(changes)(
  'rule 49: a delivery whose stop is %s on the road is unplanned at once',
  async (change) => {
    const { a, takeOff, unplanned } = await openOut()
    await takeOff[change](a)
    expect(await unplanned()).toEqual(['a'])
  },
)

test.each(changes)(
  'rule 49: so is one that another truck took over and whose stop is %s after the first is back',
  async (change) => {
    const { a, b, red, patchStop, takeOff, setRoute, unplanned } = await openOut()
    await patchStop(a, { truckId: red })
    await patchStop(b, { status: 'completed' })
    await setRoute({ status: 'closed' })
    expect(await unplanned()).toEqual([])

    await takeOff[change](a)

    expect(await unplanned()).toEqual(['a'])
  },
)

test.each(changes)(
  'rule 49: so is one that no phone has loaded and whose stop is %s on the road',
  async (change) => {
    const { shop, a, add, addOrders, blue, phone, takeOff, unplanned } = await openOut()
    const [orderId = ''] = await addOrders('c')
    const { body: added } = await add(orderId, { truckId: blue, date: DATE })
    await phone.report({ type: 'arrived', stopId: a ?? '' })
    const rows = await shop.sql('select delivery_status from orders where id = $1', [orderId])
    expect(rows).toEqual([{ delivery_status: 'in-transit' }])

    await takeOff[change](added.id)

    expect(await unplanned()).toEqual(['c'])
  },
)

test('rule 49: a delivery whose stop is given to another order on the road is unplanned', async () => {
  const { a, addOrders, patchStop, unplanned } = await openOut()
  const [orderId = ''] = await addOrders('c')
  await patchStop(a, { orderId })
  expect(await unplanned()).toContain('a')
})

test('rule 12: a delivery goes forward only while its stop stays on its truck', async () => {
  const { a, patchStop, states } = await openOut()
  await patchStop(a, { status: 'pending' })
  expect((await states())[0]).toBe('pending in-transit')
  await patchStop(a, { notes: 'Ring twice' })
  expect((await states())[0]).toBe('pending in-transit')
})

test('rule 49: a delivery that another truck is out with stays on the road', async () => {
  const { a, stops, staff, red, takeOff, states } = await openOut()
  const second = { orderId: stops[0]?.orderId, truckId: red, scheduledDate: DATE }
  await staff.call('POST', apiPaths.adminSchedules, { ...second, status: 'in-progress' })

  await takeOff.cancelled(a)

  expect((await states())[0]).toBe('cancelled in-transit')
})

test.each([{}, { status: 'in-progress' }])(
  'a stop that loses its truck is pending again, sent with %o',
  async (form) => {
    const { a, patchStop, states } = await openOut()
    await patchStop(a, { truckId: null, ...form })
    expect((await states())[0]).toBe('pending scheduled')
  },
)
