import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { fillPath } from '#contract/fill-path.ts'
import { apiPaths } from '#contract/paths.ts'
import { auditBottles } from '#server/modules/bottles/index.ts'
import { delivered, failed, openDriving } from '#tests/support/driving/open-driving.ts'
import { buyAt } from '#tests/support/orders/day-changes.ts'
import { audit } from '#tests/support/provider-ledger.ts'
import { DATE } from '#tests/support/routing/open-board.ts'
import { customerBrowser } from '#tests/support/sign-in.ts'

/** Bo's paid delivery is on the route. */
async function openStop() {
  const driving = await openDriving('a')
  const { shop, add, blue, phone } = driving
  const productId = shop.products[0]?.id ?? ''
  const orderId = await buyAt(shop, { customerEmail: 'bo@example.com', deliveryDate: '2026-03-12' })
  await shop.sql('update orders set delivery_date = $1 where id = $2', [DATE, orderId])
  const stop = (await add(orderId, { truckId: blue, date: DATE })).body
  await phone.load()
  const erase = async () => {
    const bo = await customerBrowser(shop, 'bo@example.com')
    expect((await bo.call('DELETE', apiPaths.personalData)).status).toBe(200)
  }
  return { ...driving, productId, orderId, stop, erase }
}

/** Bo's delivery is reported as made, which allows Bo to delete the account, and Bo does. */
async function openErased() {
  const opened = await openStop()
  const { shop, phone, productId, orderId, stop, erase } = opened
  const mistaken = phone.event(delivered(stop.id, productId))
  await phone.report({ type: 'departed' }, mistaken)
  await erase()
  const readOrder = async () => {
    const [row] = await shop.sql(
      `select o.status, o.delivery_status, o.delivery_date, p.status as payment, p.refunded_cents
       from orders o join payments p on p.order_id = o.id where o.id = $1`,
      [orderId],
    )
    return row
  }
  const finalize = async () => {
    await shop.runJob('bottle.settle')
    await shop.runJob('refund.send')
    await shop.deliverPending()
  }
  return { ...opened, mistaken, readOrder, finalize }
}

test('counts from the door of an erased customer are booked, and notes, photos and positions are not stored', async () => {
  const { shop, phone, stop, orderId, productId, mistaken } = await openErased()
  const { payload } = delivered(stop.id, productId, 1, 0)
  const door = {
    stopId: stop.id,
    photos: [createHash('sha256').update('door').digest('hex')],
    fix: { lat: 41.9, lon: -74, accuracy: 8 },
  }
  await phone.report(
    { type: 'note', payload: { note: 'Bo: gate 1234' }, ...door },
    {
      type: 'delivered',
      supersedes: mistaken.eventId,
      ...door,
      payload: { ...payload, note: 'Left with Bo' },
    },
    { ...delivered(stop.id, productId), payload: { ...payload, note: 'Bo again' } },
  )

  const kept = await shop.sql(
    `select payload, photos, fix from driver_events
     where order_id = $1 and (payload ? 'note' or photos <> '{}' or fix is not null)`,
    [orderId],
  )
  expect(kept).toEqual([])
  expect(
    await shop.sql('select event, detail from driver_reviews where order_id = $1', [orderId]),
  ).toEqual([{ event: null, detail: null }])
  const [left] = await shop.sql(
    `select sum(case when "from" = 'truck' then quantity else -quantity end)::int as n
     from bottle_movements where order_id = $1 and state = 'full' and cause = 'delivered'`,
    [orderId],
  )
  expect(left).toEqual({ n: 1 })
})

test('an entry with the number or id of another one is erased with its customer, also if it comes later', async () => {
  const { shop, phone, productId, orderId, stop, erase } = await openStop()
  const first = phone.event(delivered(stop.id, productId))
  const sha256 = createHash('sha256').update('door').digest('hex')
  const door = { type: 'note' as const, stopId: stop.id, photos: [sha256] }
  const { eventId, deviceSeq } = first
  const sameNumber = phone.event({ ...door, deviceSeq, payload: { note: 'Bo: gate 1234' } })
  expect(await phone.report({ type: 'departed' }, first, sameNumber)).toBe(
    'accepted accepted review',
  )
  await shop.sql(
    "insert into driver_photos (device_id, sha256, bytes, created_at) values ($1, $2, '', now())",
    [phone.deviceId, sha256],
  )
  await erase()
  expect(await shop.sql('select 1 from driver_photos')).toEqual([])

  const sameId = phone.event({ ...door, eventId, payload: { note: 'Bo: the dog bites' } })
  expect(await phone.report(sameId)).toBe('review')

  const kept = await shop.sql('select kind, order_id, event from driver_reviews order by kind')
  expect(kept).toEqual([
    { kind: 'same-id', order_id: orderId, event: null },
    { kind: 'same-number', order_id: orderId, event: null },
  ])
})

test('rule 59: a delivery that is taken back after its customer was erased goes back to the card', async () => {
  const { shop, phone, mistaken, readOrder, finalize } = await openErased()
  const before = (await audit(shop)).findings.length

  await phone.report({ type: 'superseded', supersedes: mistaken.eventId })
  expect(await readOrder()).toMatchObject({ status: 'confirmed', delivery_status: 'failed' })
  await phone.report({ type: 'closed' })
  await finalize()

  expect(await readOrder()).toMatchObject({ delivery_status: 'failed', payment: 'refunded' })
  expect((await audit(shop)).findings.slice(before)).toEqual([])
  expect(await auditBottles(shop.deps.db)).toEqual({ findings: [], atCustomers: 0 })
  // Only the empty one that was not taken after all: no one can fetch it.
  const [lost] = await shop.sql("select bottles from bottle_holders where holder = 'lost'")
  expect(lost).toEqual({ bottles: 1 })
})

test('rule 58: a failed delivery of an erased customer is not tried again', async () => {
  const { phone, stop, mistaken, readOrder, finalize } = await openErased()

  await phone.report({ ...failed(stop.id), supersedes: mistaken.eventId }, { type: 'closed' })
  await finalize()

  expect(await readOrder()).toMatchObject({
    delivery_date: DATE,
    delivery_status: 'failed',
    payment: 'refunded',
  })
})

test('a delivery that is made after all completes the order of an erased customer', async () => {
  const { phone, stop, productId, mistaken, readOrder, finalize } = await openErased()

  await phone.report({ type: 'superseded', supersedes: mistaken.eventId })
  await phone.report(delivered(stop.id, productId), { type: 'closed' })
  await finalize()

  expect(await readOrder()).toMatchObject({
    status: 'completed',
    delivery_status: 'delivered',
    refunded_cents: 0,
  })
})

test('an undo after the closing and the erasure leaves the refund to staff', async () => {
  const { shop, staff, phone, orderId, mistaken, readOrder, finalize } = await openErased()
  await phone.report({ type: 'closed' })
  await finalize()

  await phone.report({ type: 'superseded', supersedes: mistaken.eventId })
  expect(await readOrder()).toMatchObject({ status: 'confirmed', delivery_status: 'failed' })
  const path = fillPath(apiPaths.adminOrder, { id: orderId })
  const { status } = await staff.call('PATCH', path, { status: 'cancelled', refund: true })
  await finalize()

  expect(status).toBe(200)
  expect(await readOrder()).toMatchObject({ status: 'cancelled', payment: 'refunded' })
  const [order] = await shop.sql(
    'select customer_id, customer_email, delivery_address from orders where id = $1',
    [orderId],
  )
  expect(order).toEqual({ customer_id: null, customer_email: null, delivery_address: null })
})
