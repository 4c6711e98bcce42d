import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { fillPath } from '#contract/fill-path.ts'
import { apiPaths } from '#contract/paths.ts'
import type { StaffCase } from '#contract/staff/cases.ts'
import { beginTransaction } from '#tests/support/database/begin-transaction.ts'
import { delivered, openDriving } from '#tests/support/driving/open-driving.ts'
import { answer } from '#tests/support/orders/delivered-order.ts'
import { DATE } from '#tests/support/routing/open-board.ts'
import { untilBlocked } from '#tests/support/until-blocked.ts'
import { queueKey } from './rules.ts'

/** Staff have answered a problem with the delivery of a by a redelivery. The truck is still out. */
async function openRedelivery() {
  const driving = await openDriving('a')
  const { shop, staff, phone, stops } = driving
  const orderId = stops[0]?.orderId ?? ''
  const made = phone.event(delivered(stops[0]?.id, shop.products[0]?.id ?? ''))
  await phone.report({ type: 'departed' }, made)
  const id = randomUUID()
  const now = shop.clock.now()
  await shop.sql(
    `insert into cases (id, order_id, kind, text, created_at, queue_key)
     values ($1, $2, 'damaged', 'It leaks', $3, $4)`,
    [id, orderId, now, queueKey('open', now)],
  )
  const { status } = await answer(staff, id, { outcome: 'redelivery', scheduledDate: DATE })
  expect(status).toBe(200)
  return {
    ...driving,
    /** Another truck makes the redelivery, and its driver undoes it. Returns its stop. */
    redeliver: async () => {
      const { body } = await driving.add(orderId, { truckId: driving.red, date: DATE })
      const kim = await driving.addDriver('Kim')
      await driving.publish((await driving.findRoute(driving.red)).id, kim)
      const second = await driving.openPhone(kim)
      await second.load()
      const again = second.event(delivered(body.id, shop.products[0]?.id ?? ''))
      await second.report({ type: 'departed' }, again)
      await second.report({ type: 'superseded', supersedes: again.eventId })
      return body.id
    },
    undo: () => phone.report({ type: 'superseded', supersedes: made.eventId }),
    openStops: async () => {
      const rows = await shop.sql<{ id: string }>(
        `select id from schedules where order_id = $1 and status in ('pending', 'in-progress')`,
        [orderId],
      )
      return rows.map((row) => row.id)
    },
    readCase: async () =>
      (await staff.call<StaffCase>('GET', fillPath(apiPaths.adminCase, { id }))).body,
  }
}

test('rule 66: a delivery that is undone has one open stop, and its case is open again', async () => {
  const { undo, openStops, readCase, states, stops } = await openRedelivery()
  expect(await openStops()).not.toEqual([stops[0]?.id])

  await undo()

  expect(await states()).toEqual(['in-progress in-transit'])
  expect(await openStops()).toEqual([stops[0]?.id])
  expect(await readCase()).toMatchObject({ state: 'open', problem: 'The stop was cancelled.' })
})

test('rule 66: a delivery that is undone after the closing is made by its redelivery', async () => {
  const { undo, openStops, readCase, setRoute, stops } = await openRedelivery()
  await setRoute({ status: 'closed' })

  await undo()

  expect(await openStops()).toHaveLength(1)
  expect(await openStops()).not.toEqual([stops[0]?.id])
  expect(await readCase()).toMatchObject({ state: 'answered' })
})

test('rule 66: a redelivery that is undone itself is still to be made', async () => {
  const { redeliver, openStops, readCase } = await openRedelivery()

  const stopId = await redeliver()

  expect(await openStops()).toEqual([stopId])
  expect(await readCase()).toMatchObject({ state: 'answered' })
})

test('an undo waits for the stop of a redelivery before it counts any bottles', async () => {
  const { shop, undo, openStops, states } = await openRedelivery()
  const { client, end } = await beginTransaction(shop)
  // As a plan does, which locks the stops of its date.
  await client.query('select 1 from schedules where id = any($1) for update', [await openStops()])
  const undoing = undo()
  await untilBlocked(shop)
  await client.query(`select 1 from bottle_holders where holder = 'customer' for update nowait`)
  await end('commit')

  expect(await undoing).toBe('accepted')
  expect(await states()).toEqual(['in-progress in-transit'])
})
