import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { fillPath } from '#contract/fill-path.ts'
import { apiPaths } from '#contract/paths.ts'
import { delivered, openDriving } from '#tests/support/driving/open-driving.ts'
import { answer } from '#tests/support/orders/delivered-order.ts'
import { DATE } from '#tests/support/routing/open-board.ts'
import { queueKey } from './rules.ts'

/** Blue has delivered a and is still out. */
async function openDelivered() {
  const driving = await openDriving('a')
  const { shop, staff, phone, stops, productId } = driving
  const [{ id: stopId, orderId } = { id: '', orderId: '' }] = stops
  const made = phone.event(delivered(stopId, productId, 1, 0))
  await phone.report({ type: 'departed' }, made)
  return {
    ...driving,
    stopId,
    orderId,
    undo: () => phone.report({ type: 'superseded', supersedes: made.eventId }),
    /** Staff answer a problem by a redelivery. Returns its stop. */
    redeliver: async (kind: string) => {
      const id = randomUUID()
      const now = shop.clock.now()
      await shop.sql(
        `insert into cases (id, order_id, kind, text, created_at, queue_key)
         values ($1, $2, $3, 'It leaks', $4, $5)`,
        [id, orderId, kind, now, queueKey('open', now)],
      )
      await answer(staff, id, { outcome: 'redelivery', scheduledDate: DATE })
      const [row] = await shop.sql<{ id: string }>(
        'select schedule_id as id from cases where id = $1',
        [id],
      )
      return row?.id ?? ''
    },
    readStatus: async (id: string) => {
      const [row] = await shop.sql<{ status: string }>(
        'select status from schedules where id = $1',
        [id],
      )
      return row?.status
    },
  }
}

test('rule 66: a redelivery stays if the stop of the delivery that is undone was deleted', async () => {
  const { staff, stopId, redeliver, undo, readStatus } = await openDelivered()
  const redelivery = await redeliver('damaged')
  await staff.call('DELETE', fillPath(apiPaths.adminSchedule, { id: stopId }))

  await undo()

  expect(await readStatus(redelivery)).toBe('pending')
})

test('rule 66: a redelivery stays while another stop has made the delivery', async () => {
  const { staff, phone, blue, orderId, productId, redeliver, undo, readStatus } =
    await openDelivered()
  const form = { orderId, truckId: blue, scheduledDate: DATE }
  const { body } = await staff.call<{ id: string }>('POST', apiPaths.adminSchedules, form)
  await phone.report(delivered(body.id, productId, 1, 0))
  const redelivery = await redeliver('damaged')

  await undo()

  expect(await readStatus(redelivery)).toBe('pending')
})

test('rule 66: a redelivery stays if a different redelivery is undone', async () => {
  const { phone, staff, blue, productId, redeliver, readStatus } = await openDelivered()
  const [first, second] = [await redeliver('damaged'), await redeliver('missing')]
  await staff.call('PATCH', fillPath(apiPaths.adminSchedule, { id: first }), { truckId: blue })
  const again = phone.event(delivered(first, productId, 1, 0))
  await phone.report(again)

  await phone.report({ type: 'superseded', supersedes: again.eventId })

  expect(await readStatus(second)).toBe('pending')
})

test('rule 66: a redelivery stays if another truck has reported the same delivery as well', async () => {
  const { phone, staff, stopId, red, productId, redeliver, undo, readStatus, ...driving } =
    await openDelivered()
  await staff.call('PATCH', fillPath(apiPaths.adminSchedule, { id: stopId }), {
    truckId: red,
    status: 'pending',
  })
  const kim = await driving.addDriver('Kim')
  await driving.publish((await driving.findRoute(red)).id, kim)
  const other = await driving.openPhone(kim)
  await other.load()
  await other.report({ type: 'departed' }, delivered(stopId, productId, 1, 0))
  const redelivery = await redeliver('damaged')

  await undo()

  expect(await readStatus(stopId)).toBe('completed')
  expect(await readStatus(redelivery)).toBe('pending')
})
