import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { apiPaths } from '#contract/paths.ts'
import { delivered, openDriving } from '#tests/support/driving/open-driving.ts'
import { buyAt } from '#tests/support/orders/day-changes.ts'
import { DATE } from '#tests/support/routing/open-board.ts'
import { customerBrowser } from '#tests/support/sign-in.ts'

test('what a phone tells of the door of an erased customer counts, and is not kept', async () => {
  const { shop, add, blue, phone } = await openDriving('a')
  const productId = shop.products[0]?.id ?? ''
  const orderId = await buyAt(shop, { customerEmail: 'bo@example.com', deliveryDate: '2026-03-12' })
  await shop.sql('update orders set delivery_date = $1 where id = $2', [DATE, orderId])
  const stop = (await add(orderId, { truckId: blue, date: DATE })).body
  await phone.load()
  const mistaken = phone.event(delivered(stop.id, productId))
  await phone.tell({ type: 'departed' }, mistaken)
  const bo = await customerBrowser(shop, 'bo@example.com')
  expect((await bo.call('DELETE', apiPaths.personalData)).status).toBe(200)

  const { payload } = delivered(stop.id, productId, 1, 0)
  const door = {
    stopId: stop.id,
    photos: [createHash('sha256').update('door').digest('hex')],
    fix: { lat: 41.9, lon: -74, accuracy: 8 },
  }
  await phone.tell(
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
