import { expect, test } from 'vitest'
import { apiPaths } from '#contract/paths.ts'
import { addDueStops, cash } from '#tests/support/driving/due-stops.ts'
import { openDriving } from '#tests/support/driving/open-driving.ts'
import { placeByPhone } from '#tests/support/orders/phone-order.ts'

test('rule 57: cash at a stop that staff gave to another order is listed', async () => {
  const driving = await openDriving('a')
  const { shop, phone, reviews, decide } = driving
  const [seen] = await addDueStops(driving)
  const { body } = await placeByPhone(driving.staff, shop, { deliveryDate: '2026-03-06' })
  await shop.sql('update schedules set order_id = $2 where id = $1', [seen?.id, body.orderId])

  expect(await phone.report(cash(seen?.id, '5.00'))).toBe('review')

  const [review] = await reviews()
  expect(review).toMatchObject({ kind: 'stop-changed', orderId: body.orderId, isApplied: true })
  expect(review?.plan).toContain('gave it to another order')
  const received = async () =>
    (await shop.sql('select sum(amount_cents)::int as cents from tenders'))[0]
  expect(await received()).toEqual({ cents: 500 })
  await decide(review?.id ?? '', apiPaths.adminReviewDismiss)
  expect(await received()).toEqual({ cents: 0 })
  expect(await reviews()).toEqual([])
})
