import { expect, test } from 'vitest'
import { fillPath } from '#contract/fill-path.ts'
import { apiPaths } from '#contract/paths.ts'
import { auditDriving } from '#tests/support/driving/audit-driving.ts'
import { delivered, failed, openDriving } from '#tests/support/driving/open-driving.ts'
import { DATE } from '#tests/support/routing/open-board.ts'

/** Blue is out with a and b. */
async function openOut() {
  const driving = await openDriving('a', 'b')
  const { shop, staff, stops, phone, add, red } = driving
  await shop.sql("update orders set status = 'cancelled' where id = $1", [driving.firstOrder])
  await phone.report({ type: 'departed' })
  const [a = '', b = ''] = stops.map(({ id }) => id)
  const orderA = stops[0]?.orderId ?? ''
  return {
    ...driving,
    a,
    b,
    orderA,
    productId: shop.products[0]?.id ?? '',
    /** A second stop of the delivery a, on a truck of the same day. */
    addSecond: async (truckId: string) => {
      const form = { orderId: orderA, truckId, scheduledDate: DATE }
      return (await staff.call<{ id: string }>('POST', apiPaths.adminSchedules, form)).body.id
    },
    /** Staff give the delivery a to the other truck. */
    planAgain: async () => (await add(orderA, { truckId: red, date: DATE })).body.id,
    cancelStop: (id: string) =>
      staff.call('PATCH', fillPath(apiPaths.adminSchedule, { id }), { status: 'cancelled' }),
    readStatus: async (stopId: string) => {
      const [row] = await shop.sql<{ status: string }>(
        'select status from schedules where id = $1',
        [stopId],
      )
      return row?.status
    },
    /** The status and the date of the delivery a. */
    deliveryA: async () => {
      const [row] = await shop.sql<{ state: string }>(
        "select delivery_status || ' ' || delivery_date as state from orders where id = $1",
        [orderA],
      )
      return row?.state
    },
  }
}

test('rule 58: a delivery that one of its stops has made is not made again for another one', async () => {
  const { phone, a, blue, orderA, addSecond, productId, deliveryA, setRoute, shop } =
    await openOut()
  const second = await addSecond(blue)
  await phone.report(delivered(a, productId), failed(second))
  expect(await deliveryA()).toBe('delivered 2026-03-05')

  await setRoute({ status: 'closed' })

  expect(await deliveryA()).toBe('delivered 2026-03-05')
  const emails = await shop.sql(
    "select 1 from emails where kind = 'delivery_failed' and subject_id = $1",
    [orderA],
  )
  expect(emails).toEqual([])
})

test('rule 57: an undo opens a delivery only if no other stop has made it', async () => {
  const { phone, a, blue, addSecond, productId, deliveryA } = await openOut()
  const second = await addSecond(blue)
  const made = [a, second].map((id) => phone.event(delivered(id, productId, 1, 0)))
  await phone.report(...made)

  await phone.report({ type: 'superseded', supersedes: made[0]?.eventId })
  expect(await deliveryA()).toBe('delivered 2026-03-05')
  await phone.report({ type: 'superseded', supersedes: made[1]?.eventId })
  expect(await deliveryA()).toBe('in-transit 2026-03-05')
})

test('rule 57: a delivery made by another truck stays delivered when this truck finds no one home', async () => {
  const { phone, a, red, addSecond, productId, deliveryA, ...driving } = await openOut()
  const second = await addSecond(red)
  const kim = await driving.addDriver('Kim')
  await driving.publish((await driving.findRoute(red)).id, kim)
  const other = await driving.openPhone(kim)
  await other.load()
  await other.report({ type: 'departed' }, delivered(second, productId))

  await phone.report(failed(a))

  expect(await deliveryA()).toBe('delivered 2026-03-05')
})

test('rule 57: a delivery that was made stays delivered when a stop of it on another truck finds no one home', async () => {
  const { phone, staff, a, blue, red, addSecond, productId, deliveryA } = await openOut()
  const second = await addSecond(blue)
  await phone.load()
  await phone.report(delivered(a, productId))
  const path = fillPath(apiPaths.adminSchedule, { id: second })
  await staff.call('PATCH', path, { truckId: red })

  await phone.report(failed(second))

  expect(await deliveryA()).toBe('delivered 2026-03-05')
})

test.each(['cancelled', 'deleted'])(
  'rule 57: a delivery whose stop was %s and that was made does not go out with another truck',
  async (how) => {
    const { phone, a, red, productId, remove, cancelStop, planAgain, readStatus, show, shop } =
      await openOut()
    await (how === 'deleted' ? remove(a) : cancelStop(a))
    const again = await planAgain()
    expect(await show(red)).toBe('a')

    expect(await phone.report(delivered(a, productId))).toBe('review')

    expect(await readStatus(again)).toBe('cancelled')
    expect(await show(red)).toBe('')
    expect(await auditDriving(shop)).toEqual([])
  },
)

test('rule 57: nobody home at a stop that was taken off leaves the delivery on its new truck', async () => {
  const { phone, a, remove, planAgain, readStatus, deliveryA } = await openOut()
  await remove(a)
  const again = await planAgain()
  const missed = phone.event(failed(a))

  expect(await phone.report(missed)).toBe('review')
  expect(await deliveryA()).toBe('scheduled 2026-03-05')
  await phone.report({ type: 'superseded', supersedes: missed.eventId })

  expect(await deliveryA()).toBe('scheduled 2026-03-05')
  expect(await readStatus(again)).toBe('pending')
})

test('rule 49: a delivery that is undone at a stop which staff deleted is unplanned', async () => {
  const { phone, a, productId, remove, unplanned } = await openOut()
  const mistaken = phone.event(delivered(a, productId))
  await remove(a)
  await phone.report(mistaken)

  await phone.report({ type: 'superseded', supersedes: mistaken.eventId })

  expect(await unplanned()).toEqual(['a'])
})

test('rule 49: a delivery whose stop the board takes off a truck on the road is unplanned', async () => {
  const { a, remove, unplanned } = await openOut()
  expect(await unplanned()).toEqual([])
  await remove(a)
  expect(await unplanned()).toEqual(['a'])
})

/** Staff mark the delivery c by hand, before or after its stop on Blue is planned. */
async function openMarked({ isPlannedFirst }: { isPlannedFirst: boolean }) {
  const driving = await openOut()
  const { shop, staff, addOrders, blue, phone } = driving
  const [orderId = ''] = await addOrders('c')
  const plan = () =>
    staff.call<{ id: string }>('POST', apiPaths.adminSchedules, {
      ...{ orderId, truckId: blue, scheduledDate: DATE },
    })
  const mark = () =>
    staff.call('PATCH', fillPath(apiPaths.adminOrder, { id: orderId }), {
      deliveryStatus: 'delivered',
    })
  const planned = isPlannedFirst ? await plan() : undefined
  await mark()
  shop.clock.advance(60_000)
  const { id: stopId } = (planned ?? (await plan())).body
  await phone.load()
  return {
    ...driving,
    stopId,
    deliveryC: async () => {
      const [row] = await shop.sql<{ delivery_status: string }>(
        'select delivery_status from orders where id = $1',
        [orderId],
      )
      return row?.delivery_status
    },
  }
}

test('rule 58: a delivery that staff marked as made stays so when it is delivered again and fails', async () => {
  const { phone, stopId, productId, deliveryC, setRoute } = await openMarked({
    isPlannedFirst: false,
  })
  const made = phone.event(delivered(stopId, productId))
  await phone.report(made)
  await phone.report({ type: 'superseded', supersedes: made.eventId })
  expect(await deliveryC()).toBe('delivered')

  await phone.report(failed(stopId))
  await setRoute({ status: 'closed' })

  expect(await deliveryC()).toBe('delivered')
})

test('rule 57: a delivery that staff marked as made is failed if the driver finds no one home', async () => {
  const { phone, stopId, deliveryC } = await openMarked({ isPlannedFirst: true })
  await phone.report(failed(stopId))
  expect(await deliveryC()).toBe('failed')
})
