import { expect, test } from 'vitest'
import { fillPath } from '#contract/fill-path.ts'
import { apiPaths } from '#contract/paths.ts'
import { delivered, failed, openDriving } from '#tests/support/driving/open-driving.ts'
import { DATE } from '#tests/support/routing/open-board.ts'

/** Blue is out with a and b. */
async function openOut() {
  const driving = await openDriving('a', 'b')
  const { shop, staff, stops, phone, red } = driving
  await shop.sql("update orders set status = 'cancelled' where id = $1", [driving.firstOrder])
  await phone.report({ type: 'departed' })
  const [a = '', b = ''] = stops.map(({ id }) => id)
  const orderA = stops[0]?.orderId ?? ''
  const patchStop = (id: string, body: object) =>
    staff.call('PATCH', fillPath(apiPaths.adminSchedule, { id }), body)
  const one = async (sql: string) => (await shop.sql<{ state: string }>(sql, [orderA]))[0]?.state
  return {
    ...driving,
    a,
    b,
    orderA,
    patchStop,
    unassign: (id: string) => patchStop(id, { truckId: null }),
    /** Another stop of the delivery a, by the specification's call. */
    addSecond: async (stop: {
      truckId: string | null
      scheduledDate?: string
      status?: string
    }) => {
      const form = { orderId: orderA, scheduledDate: DATE, ...stop }
      return (await staff.call<{ id: string }>('POST', apiPaths.adminSchedules, form)).body.id
    },
    /** Returns how it comes back. */
    sendRed: async () => {
      const kim = await driving.addDriver('Kim')
      const { id } = await driving.findRoute(red)
      await driving.publish(id, kim)
      const path = fillPath(apiPaths.adminRoute, { id })
      await staff.call('PATCH', path, { status: 'out' })
      return async () =>
        expect((await staff.call('PATCH', path, { status: 'closed' })).status).toBe(200)
    },
    /** The status and the date of the delivery a. */
    deliveryA: () =>
      one("select delivery_status || ' ' || delivery_date as state from orders where id = $1"),
    failureEmails: () =>
      one(
        "select count(*) as state from emails where kind = 'delivery_failed' and subject_id = $1",
      ),
  }
}

test('rule 49: a stop without a truck keeps no delivery on the road that the board takes off', async () => {
  const { a, addSecond, remove, unplanned } = await openOut()
  await addSecond({ truckId: null, status: 'in-progress' })

  await remove(a)

  expect(await unplanned()).toEqual(['a'])
})

test.each<[string, { truckId?: null; status?: string; scheduledDate?: string }]>([
  ['without a truck', { truckId: null, scheduledDate: '2026-03-06' }],
  ['that is in progress without a truck', { truckId: null, status: 'in-progress' }],
  ['of a day that is over', { scheduledDate: '2026-03-04' }],
])('rule 58: a delivery that failed is tried again in spite of a stop %s', async (_, stop) => {
  const { phone, shop, a, red, addSecond, setRoute, deliveryA, failureEmails } = await openOut()
  const { scheduledDate = DATE, ...form } = { truckId: red, ...stop }
  const second = await addSecond(form)
  await shop.sql('update schedules set scheduled_date = $2 where id = $1', [second, scheduledDate])

  await phone.report(failed(a))
  expect(await deliveryA()).toBe('failed 2026-03-05')
  await setRoute({ status: 'closed' })

  expect(await deliveryA()).toBe('scheduled 2026-03-06')
  expect(await failureEmails()).toBe(1)
})

test('rule 58: a delivery that failed waits for a stop that another truck makes tomorrow', async () => {
  const { phone, a, red, addSecond, setRoute, deliveryA, failureEmails } = await openOut()
  await addSecond({ truckId: red, scheduledDate: '2026-03-06' })

  await phone.report(failed(a))
  await setRoute({ status: 'closed' })

  expect(await deliveryA()).toBe('scheduled 2026-03-05')
  expect(await failureEmails()).toBe(0)
})

test('rule 49: a stop that was moved to a truck which is back is not opened by an undo', async () => {
  const { phone, a, red, productId, patchStop, sendRed, states, unplanned } = await openOut()
  await patchStop(a, { truckId: red })
  const closeRed = await sendRed()
  const made = phone.event(delivered(a, productId))
  await phone.report(made)
  await closeRed()
  expect((await states())[0]).toBe('completed delivered')

  await phone.report({ type: 'superseded', supersedes: made.eventId })

  expect((await states())[0]).toBe('cancelled scheduled')
  expect(await unplanned()).toEqual(['a'])
})

test('rule 49: an undone delivery without a truck is unplanned', async () => {
  const { phone, a, productId, unassign, unplanned } = await openOut()
  await unassign(a)
  const made = phone.event(delivered(a, productId))
  await phone.report(made)

  await phone.report({ type: 'superseded', supersedes: made.eventId })

  expect(await unplanned()).toEqual(['a'])
})

test('rule 17: the delivery of a cancelled subscription that another truck has is planned until it is back', async () => {
  const { shop, orderA, red, show, addSecond, setRoute, sendRed, unplanned } = await openOut()
  await addSecond({ truckId: red })
  await shop.sql('update payments set order_id = $1', [orderA])
  await shop.sql("update orders set status = 'cancelled', is_recurring = true where id = $1", [
    orderA,
  ])

  await setRoute({ status: 'closed' })
  expect(await unplanned()).toEqual(['b'])
  expect(await show(red)).toBe('a')
  await (await sendRed())()

  expect(await unplanned()).toEqual(['a', 'b'])
})

test('rule 17: a paid delivery of a cancelled subscription is listed until it is refunded', async () => {
  const { shop, staff, phone, orderA, a, setRoute } = await openOut()
  await shop.sql('update payments set order_id = $1', [orderA])
  await shop.sql("update orders set status = 'cancelled', is_recurring = true where id = $1", [
    orderA,
  ])
  await phone.report(failed(a, 'refused'))
  await setRoute({ status: 'closed' })
  const refundHalf = (key: string, half: string) =>
    shop.sql(
      `insert into refunds (id, order_id, intent_id, amount_cents, reason, dedupe_key, due_at, created_at, updated_at)
       select gen_random_uuid(), order_id, intent_id, ${half}, 'Not delivered', $2, now(), now(), now()
       from payments where order_id = $1`,
      [orderA, key],
    )
  const listed = async () => {
    const list = `${apiPaths.adminOrders}?attention=failedDelivery`
    return (await staff.call<{ id: string }[]>('GET', list)).body.map(({ id }) => id)
  }

  await refundHalf('first', 'amount_cents / 2')
  expect(await listed()).toEqual([orderA])
  await refundHalf('second', 'amount_cents - amount_cents / 2')

  expect(await listed()).toEqual([])
})
