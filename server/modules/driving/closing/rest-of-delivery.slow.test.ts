import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import type { BottleOverview } from '#contract/bottles/staff-bottles.ts'
import { fillPath } from '#contract/fill-path.ts'
import { apiPaths } from '#contract/paths.ts'
import { beginTransaction } from '#tests/support/database/begin-transaction.ts'
import { delivered, failed } from '#tests/support/driving/open-driving.ts'
import { openPaidRoute } from '#tests/support/driving/paid-route.ts'
import { DATE } from '#tests/support/routing/open-board.ts'
import { untilBlocked } from '#tests/support/until-blocked.ts'

const ONE_BOTTLE = 899
const NEXT_DATE = '2026-03-06'
const DAY_MS = 86_400_000

/** Blue has left one of two bottles. Staff plan the rest on the schedules page. */
async function openShortDelivery(...others: string[]) {
  const route = await openPaidRoute('a', ...others)
  const { phone, paid, productId } = route
  const [{ stopId, orderId } = { stopId: '', orderId: '' }] = paid
  await phone.report(delivered(stopId, productId, 1, 0))
  return {
    ...route,
    orderId,
    planRest: async (truckId: string | null, scheduledDate: string) => {
      const form = { orderId, truckId, scheduledDate, scheduledTime: null, notes: null }
      const { body } = await route.staff.call<{ id: string }>('POST', apiPaths.adminSchedules, form)
      return body.id
    },
    setStop: (id: string, status: string) =>
      route.staff.call('PATCH', fillPath(apiPaths.adminSchedule, { id }), { status }),
    undeliveredRefunds: () => route.undeliveredRefunds(orderId),
    /** Whether the bottles page names the delivery as one without counts. */
    listed: async (name = 'a') => {
      const { body } = await route.staff.call<BottleOverview>('GET', apiPaths.adminBottles)
      const id = paid[name === 'a' ? 0 : 1]?.orderId
      return body.uncounted.some((delivery) => delivery.orderId === id)
    },
  }
}

test.each([DATE, NEXT_DATE])(
  'rule 59: nothing is refunded while the rest is planned for %s without a truck',
  async (date) => {
    const { phone, planRest, finalize, undeliveredRefunds, shop } = await openShortDelivery()
    await planRest(null, date)
    await phone.report({ type: 'closed' })
    await finalize()
    expect(await undeliveredRefunds()).toEqual([])

    // No truck has delivered it.
    shop.clock.advance(2 * DAY_MS)
    await finalize()
    expect(await undeliveredRefunds()).toEqual([ONE_BOTTLE])
  },
)

test('rule 59: nothing is refunded while a driver who found no one home may still bring the rest', async () => {
  const { phone, planRest, finalize, undeliveredRefunds, red, openKim, productId } =
    await openShortDelivery()
  const rest = await planRest(red, DATE)
  const kim = await openKim()
  const missed = kim.event(failed(rest))
  await kim.report({ type: 'departed' }, missed)
  await phone.report({ type: 'closed' })
  await finalize()
  expect(await undeliveredRefunds()).toEqual([])

  await kim.report({ ...delivered(rest, productId, 1, 0), supersedes: missed.eventId })
  await kim.report({ type: 'closed' })
  await finalize()
  expect(await undeliveredRefunds()).toEqual([])
})

test('rule 59: the rest that was delivered on a route that no one closed is not refunded', async () => {
  const { phone, planRest, finalize, undeliveredRefunds, red, openKim, productId, shop } =
    await openShortDelivery()
  const rest = await planRest(red, DATE)
  const kim = await openKim()
  await phone.report({ type: 'closed' })
  // Kim forgot to report the departure.
  await kim.report(delivered(rest, productId, 1, 0))
  await finalize()
  expect(await undeliveredRefunds()).toEqual([])
  shop.clock.advance(DAY_MS)
  await finalize()
  expect(await undeliveredRefunds()).toEqual([])

  await kim.report({ type: 'closed' })
  await finalize()
  expect(await undeliveredRefunds()).toEqual([])
})

test.each(['no truck', 'a truck that never left', 'a truck that is back'])(
  'rule 59: the rest that staff mark as delivered on %s after the closing is listed, not refunded',
  async (where) => {
    const { phone, planRest, setStop, finalize, undeliveredRefunds, listed, red, openKim, shop } =
      await openShortDelivery()
    const rest = await planRest(where === 'no truck' ? null : red, DATE)
    const kim = where === 'a truck that is back' ? await openKim() : undefined
    await phone.report({ type: 'closed' })
    await kim?.report({ type: 'departed' }, { type: 'closed' })
    await setStop(rest, 'completed')
    expect(await listed()).toBe(true)

    shop.clock.advance(DAY_MS)
    await finalize()

    expect(await undeliveredRefunds()).toEqual([])
    expect(await shop.sql('select 1 from bottle_settlements where settled_at is null')).toEqual([])
  },
)

test.each(['cancelled', 'deleted'])(
  'rule 59: what was not left is refunded after a stop without counts is %s that was a mistake',
  async (change) => {
    const { phone, staff, planRest, setStop, finalize, undeliveredRefunds, listed, red } =
      await openShortDelivery()
    const rest = await planRest(red, DATE)
    await phone.report({ type: 'closed' })
    await setStop(rest, 'completed')
    await finalize()
    expect(await undeliveredRefunds()).toEqual([])

    const path = fillPath(apiPaths.adminSchedule, { id: rest })
    if (change === 'deleted') await staff.call('DELETE', path)
    else await setStop(rest, 'cancelled')
    expect(await listed()).toBe(false)
    await finalize()

    expect(await undeliveredRefunds()).toEqual([ONE_BOTTLE])
  },
)

test('rule 12: a delivery that was marked by mistake stays listed until staff set it back', async () => {
  const { staff, phone, paid, setStop, listed, unplanned } = await openShortDelivery('b')
  await phone.report({ type: 'closed' })
  const before = await unplanned()
  const { stopId = '', orderId: id = '' } = paid[1] ?? {}
  await setStop(stopId, 'completed')
  await setStop(stopId, 'cancelled')
  expect(await listed('b')).toBe(true)
  expect(await unplanned()).toHaveLength(before.length - 1)

  const order = { status: 'confirmed', deliveryStatus: 'scheduled' }
  expect((await staff.call('PATCH', fillPath(apiPaths.adminOrder, { id }), order)).status).toBe(200)

  expect(await listed('b')).toBe(false)
  expect(await unplanned()).toEqual(before)
})

test('rule 60: a delivery whose stop was marked as delivered and is deleted later stays listed', async () => {
  const { staff, phone, paid, setStop, listed } = await openShortDelivery('b')
  await phone.report({ type: 'closed' })
  const { stopId: id = '' } = paid[1] ?? {}
  await setStop(id, 'completed')
  await staff.call('DELETE', fillPath(apiPaths.adminSchedule, { id }))
  expect(await listed('b')).toBe(true)
})

test.each(['driver', 'staff'])(
  'rule 59: a closing by the %s sees a further stop that staff mark as delivered in this moment',
  async (who) => {
    const { phone, setRoute, planRest, finalize, undeliveredRefunds, orderId, shop } =
      await openShortDelivery()
    const rest = await planRest(null, NEXT_DATE)
    const { client, end } = await beginTransaction(shop)
    await client.query('select 1 from orders where id = $1 for no key update', [orderId])
    await client.query("update schedules set status = 'completed' where id = $1", [rest])
    const closing =
      who === 'driver' ? phone.report({ type: 'closed' }) : setRoute({ status: 'closed' })
    await Promise.race([closing, untilBlocked(shop)])
    await end('commit')
    await closing
    shop.clock.advance(2 * DAY_MS)
    await finalize()

    expect(await undeliveredRefunds()).toEqual([])
  },
)

test('rule 60: an open stop of a closed route that staff mark as delivered is listed', async () => {
  const { phone, paid, setStop, listed } = await openShortDelivery('b')
  await phone.report({ type: 'closed' })
  expect(await listed('b')).toBe(false)

  await setStop(paid[1]?.stopId ?? '', 'completed')

  expect(await listed('b')).toBe(true)
})

test('rule 60: a stop that failed and that staff mark as delivered is listed when its route is closed', async () => {
  const { phone, paid, setStop, listed } = await openShortDelivery('b')
  const { stopId = '' } = paid[1] ?? {}
  await phone.report(failed(stopId))
  await setStop(stopId, 'completed')
  expect(await listed('b')).toBe(false)

  await phone.report({ type: 'closed' })

  expect(await listed('b')).toBe(true)
})

test('rule 59: moving a stop to another truck does not delay the refund of what the first truck did not leave', async () => {
  const { phone, paid, productId, move, red, finalize, undeliveredRefunds, shop } =
    await openPaidRoute('a')
  const [{ stopId, orderId } = { stopId: '', orderId: '' }] = paid
  const [row] = await shop.sql<{ version: number }>('select version from schedules where id = $1', [
    stopId,
  ])
  expect((await move(stopId, { truckId: red, ...row })).status).toBe(200)
  await phone.report(delivered(stopId, productId, 1, 0), { type: 'closed' })

  await finalize()

  expect(await undeliveredRefunds(orderId)).toEqual([ONE_BOTTLE])
})

test('rule 59: nothing is refunded if the rest is planned while the refund is decided', async () => {
  const { phone, finalize, undeliveredRefunds, orderId, shop } = await openShortDelivery()
  await phone.report({ type: 'closed' })
  const { client, end } = await beginTransaction(shop)
  await client.query('select 1 from orders where id = $1 for update', [orderId])
  const finalizing = finalize()
  await untilBlocked(shop)
  await client.query(
    `insert into schedules (id, order_id, scheduled_date, status, created_at)
     values ($1, $2, $3, 'pending', $4)`,
    [randomUUID(), orderId, DATE, shop.clock.now()],
  )
  await end('commit')
  await finalizing

  expect(await undeliveredRefunds()).toEqual([])
})

test.each(['counted', 'uncounted'])(
  'rule 59: a delivery with one stop without counts gives nothing back if the %s one is closed first',
  async (first) => {
    const { phone, planRest, setStop, finalize, undeliveredRefunds, listed, red, openKim } =
      await openShortDelivery()
    const rest = await planRest(red, DATE)
    const kim = await openKim()
    await kim.report({ type: 'departed' })
    await setStop(rest, 'completed')
    for (const driver of first === 'counted' ? [phone, kim] : [kim, phone]) {
      await driver.report({ type: 'closed' })
      await finalize()
    }

    expect(await undeliveredRefunds()).toEqual([])
    expect(await listed()).toBe(true)
  },
)
