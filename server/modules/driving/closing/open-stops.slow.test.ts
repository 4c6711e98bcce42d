import { expect, test } from 'vitest'
import { fillPath } from '#contract/fill-path.ts'
import { apiPaths } from '#contract/paths.ts'
import type { Insights } from '#contract/staff/insights.ts'
import { auditStops } from '#server/modules/dispatch/index.ts'
import { auditDriving } from '#tests/support/driving/audit-driving.ts'
import { delivered, failed, openDriving } from '#tests/support/driving/open-driving.ts'
import { DATE } from '#tests/support/routing/open-board.ts'

/** A truck that is out with a and b. What the board shows as unplanned has no other orders. */
async function openOut() {
  const driving = await openDriving('a', 'b')
  const { shop, phone, stops, firstOrder, add, red } = driving
  // The copy has a payment, so that the dashboard counts it.
  await shop.sql('update payments set order_id = $1', [stops[1]?.orderId])
  await shop.sql("update orders set status = 'cancelled' where id = $1", [firstOrder])
  await phone.report({ type: 'departed' })
  const [a, b] = stops.map(({ id }) => id)
  const productId = shop.products[0]?.id ?? ''
  return {
    ...driving,
    a,
    b,
    productId,
    /** Staff give the delivery of b to the other truck. */
    planAgain: async () =>
      (await add(stops[1]?.orderId ?? '', { truckId: red, date: DATE })).body.id,
    readStatus: async (stopId: string) => {
      const [row] = await shop.sql<{ status: string }>(
        'select status from schedules where id = $1',
        [stopId],
      )
      return row?.status
    },
    findings: async () => [...(await auditDriving(shop)), ...(await auditStops(shop.deps.db))],
  }
}

const DONE = 'completed delivered'

test('rule 58: the open stop of a route that its driver closes is unplanned again', async () => {
  const { phone, a, b, productId, states, unplanned, staff, shop, findings } = await openOut()
  await phone.report(delivered(a, productId), { type: 'arrived', stopId: b ?? '' })
  expect(await unplanned()).toEqual([])

  expect(await phone.report({ type: 'closed' })).toBe('accepted')

  expect(await states()).toEqual([DONE, 'cancelled scheduled'])
  expect(await unplanned()).toEqual(['b'])
  const { body } = await staff.call<Insights>('GET', apiPaths.adminInsights)
  expect(body.needsAttention.unscheduled).toBe(1)
  const entries = await shop.sql(
    `select staff_email from audit_entries where subject_id = $1 and after->>'status' = 'cancelled'`,
    [b],
  )
  expect(entries).toEqual([{ staff_email: 'Sam (driver)' }])
  expect(await findings()).toEqual([])
})

test('rule 58: a forced close takes off open stops, also those that never left the depot', async () => {
  const { phone, a, add, addOrders, blue, productId, setRoute, states, unplanned, findings } =
    await openOut()
  const [later = ''] = await addOrders('later')
  await add(later, { truckId: blue, date: DATE, trip: 2 })
  await phone.report(delivered(a, productId))

  expect((await setRoute({ status: 'closed' })).status).toBe(200)

  expect(await states()).toEqual([DONE, 'cancelled scheduled'])
  expect(await unplanned()).toEqual(['b', 'later'])
  expect(await findings()).toEqual([])
})

test('rule 57: an outcome that the phone reports after the closing counts for an open stop, and so does its undo', async () => {
  const { phone, a, b, productId, setRoute, states, unplanned, findings } = await openOut()
  const made = phone.event(delivered(b, productId))
  const missed = phone.event(failed(a))
  await setRoute({ status: 'closed' })
  expect(await unplanned()).toEqual(['a', 'b'])

  expect(await phone.report(missed, made)).toBe('review review')
  expect(await states()).toEqual(['cancelled failed failed', DONE])
  expect(await unplanned()).toEqual([])
  expect(await findings()).toEqual([])

  const undo = ({ eventId }: { eventId: string }) =>
    ({ type: 'superseded', supersedes: eventId }) as const
  expect(await phone.report(undo(missed), undo(made))).toBe('review review')
  expect(await states()).toEqual(['cancelled scheduled', 'cancelled scheduled'])
  expect(await unplanned()).toEqual(['a', 'b'])
  expect(await findings()).toEqual([])
})

test('rule 57: a delivery that was made and is planned again does not go out twice', async () => {
  const { phone, b, productId, setRoute, states, planAgain, readStatus, show, red, findings } =
    await openOut()
  await setRoute({ status: 'closed' })
  const again = await planAgain()
  expect(await show(red)).toBe('b')

  expect(await phone.report(delivered(b, productId))).toBe('review')

  expect((await states())[1]).toBe(DONE)
  expect(await readStatus(again)).toBe('cancelled')
  expect(await show(red)).toBe('')
  expect(await findings()).toEqual([])
})

test('rule 57: a late failure does not change a delivery that is planned again', async () => {
  const { phone, b, setRoute, states, planAgain, readStatus, findings } = await openOut()
  await setRoute({ status: 'closed' })
  const again = await planAgain()
  const missed = phone.event(failed(b))

  expect(await phone.report(missed)).toBe('review')
  expect((await states())[1]).toBe('cancelled failed scheduled')
  await phone.report({ type: 'superseded', supersedes: missed.eventId })

  expect((await states())[1]).toBe('cancelled scheduled')
  expect(await readStatus(again)).toBe('pending')
  expect(await findings()).toEqual([])
})

test('rule 57: a delivery made by another truck stays delivered, whatever the first truck reports late', async () => {
  const { phone, b, productId, setRoute, states, planAgain, red, ...driving } = await openOut()
  await setRoute({ status: 'closed' })
  const again = await planAgain()
  const kim = await driving.addDriver('Kim')
  await driving.publish((await driving.findRoute(red)).id, kim)
  const second = await driving.openPhone(kim)
  await second.load()
  await second.report({ type: 'departed' }, delivered(again, productId))
  const missed = phone.event(failed(b))

  await phone.report(missed)
  expect((await states())[1]).toBe('cancelled failed delivered')
  await phone.report({ type: 'superseded', supersedes: missed.eventId })

  expect((await states())[1]).toBe('cancelled delivered')
  expect(await driving.readStatus(again)).toBe('completed')
})

test('rule 57: an undo after the closing takes nothing off the truck that has the stop now', async () => {
  const {
    phone,
    b = '',
    productId,
    stops,
    move,
    red,
    setRoute,
    states,
    readStatus,
  } = await openOut()
  const version = (stops[1]?.version ?? 0) + 1
  const mistaken = phone.event(delivered(b, productId))
  expect((await move(b, { truckId: red, version })).status).toBe(200)
  await setRoute({ status: 'closed' })
  await phone.report(mistaken)
  expect((await states())[1]).toBe(DONE)

  await phone.report({ type: 'superseded', supersedes: mistaken.eventId })

  expect(await readStatus(b)).toBe('in-progress')
})

test('rule 58: the delivery of an order that was cancelled on the road is as if it had never left', async () => {
  const { staff, stops, setRoute, states, unplanned } = await openOut()
  const path = fillPath(apiPaths.adminOrder, { id: stops[1]?.orderId ?? '' })
  expect((await staff.call('PATCH', path, { status: 'cancelled' })).status).toBe(200)

  await setRoute({ status: 'closed' })

  expect(await states()).toEqual(['cancelled scheduled', 'cancelled scheduled'])
  expect(await unplanned()).toEqual(['a'])
})

test('rule 52: a customer whose window is still to come is emailed that the truck does not come', async () => {
  const { shop, setRoute, stops } = await openOut()
  await setRoute({ status: 'closed' })
  await shop.runJob('route.correctWindows')
  shop.clock.advance(16 * 60_000)
  await shop.runJob('route.correctWindows')

  const rows = await shop.sql<{ id: string }>(
    "select subject_id::text as id from emails where kind = 'delivery_window_withdrawn'",
  )
  expect(rows.map(({ id }) => id).sort()).toEqual(stops.map(({ orderId }) => orderId).sort())
})
